// SPDX-License-Identifier: Apache-2.0
func.func @main() {
  %r = "stablehlo.map"() <{dimensions = array<i64>}> ({
  ^bb0:
    %a = stablehlo.constant dense<1.0> : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }) : () -> tensor<2xf32>
  return
}
