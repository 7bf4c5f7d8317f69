// SPDX-License-Identifier: Apache-2.0
func.func @add(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) {
  %r = "interpreter.run_parallel"(%x) <{infeed = [@add], programs = [[@add]]}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
