// SPDX-License-Identifier: Apache-2.0
func.func @main(%i: tensor<i64>) {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %i : tensor<i64>
  }) : (tensor<i64>) -> tensor<i64>
  return
}
