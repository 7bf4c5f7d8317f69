// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %r = "interpreter.run_parallel"(%x) <{programs = []}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
