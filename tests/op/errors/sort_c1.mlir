// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<i1>) {
  %r = "stablehlo.sort"() <{dimension = 0 : i64}> ({
    stablehlo.return %p : tensor<i1>
  }) : () -> tensor<2xf32>
  return
}
