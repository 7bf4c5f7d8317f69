// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<f32>) {
  %r = stablehlo.while(%a = %x) : tensor<f32>
  cond {
    stablehlo.return %a : tensor<f32>
  } do {
    stablehlo.return %a : tensor<f32>
  }
  return
}
