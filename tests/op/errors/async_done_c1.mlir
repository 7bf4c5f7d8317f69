// SPDX-License-Identifier: Apache-2.0
func.func @main(%f: !stablehlo.future<tensor<1x4xf32>>) {
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<1x4xf32>>) -> tensor<2x4xf32>
  return
}
