// SPDX-License-Identifier: Apache-2.0
func.func @f(%x: tensor<2xf32>) {
  return
}
func.func @main(%x: tensor<2xf32>) {
  "interpreter.run_parallel"(%x) {infeed = [], programs = [[@f]]} : (tensor<2xf32>) -> ()
  return
}
