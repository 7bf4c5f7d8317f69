// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %p: tensor<i1>) {
  %r = stablehlo.while(%a = %x) : tensor<2xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %p : tensor<i1>
  }
  return
}
