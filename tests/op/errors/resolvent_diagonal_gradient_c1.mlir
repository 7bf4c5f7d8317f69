// SPDX-License-Identifier: Apache-2.0
func.func @f(%w: tensor<2x4xbf16>, %a: tensor<2x4xbf16>, %b: tensor<3xbf16>, %c: tensor<3xbf16>) {
  %r = tutti.resolvent_diagonal_gradient %w, %w, %a, %b, %c {causal = true, couplings = false, z_imaginary = 1.0 : f64, z_real = 0.0 : f64} : (tensor<2x4xbf16>, tensor<2x4xbf16>, tensor<2x4xbf16>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<2x4xbf16>
  return
}
