// SPDX-License-Identifier: Apache-2.0
// Weights that stand behind the module.
func.func @main() -> (tensor<3xi32>, tensor<2x2xf32>, tensor<3xi1>) {
  %0 = stablehlo.constant dense_resource<weights> : tensor<3xi32>
  %1 = stablehlo.constant {note = "kept"} dense_resource<"a splat"> : tensor<2x2xf32>
  %2 = stablehlo.constant dense_resource<bits> : tensor<3xi1>
  return %0, %1, %2 : tensor<3xi32>, tensor<2x2xf32>, tensor<3xi1>
}
{-#
  dialect_resources: {
    builtin: {
      other: "0x0400000009",
      weights: "0x040000000100000002000000FFFFFFFF",
      "a splat": "0x040000000000803F",
      bits: "0x01000000010001"
    }
  },
  external_resources: { mlir_reproducer: { verify_each: true, disable_threading: false } }
#-}
