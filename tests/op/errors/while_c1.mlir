// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %r = stablehlo.while(%a = %x) : tensor<2xf32>
  cond {
    stablehlo.return %a : tensor<2xf32>
  } do {
    stablehlo.return %a : tensor<2xf32>
  }
  return
}
