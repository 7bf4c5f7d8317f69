// SPDX-License-Identifier: Apache-2.0
func.func @checks() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%x, %x) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.eq(%x, %x) {api_version = 1 : i32, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
func.func @sharding_passes_through() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.custom_call @Sharding(%x) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %y, %x : tensor<2xf32>
  return
}
func.func @a_result_s_sharding_passes_through() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.custom_call @xla.sdy.FuncResultSharding(%x) {has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %y, %x : tensor<2xf32>
  return
}
func.func private @is_read_without_a_meaning(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.custom_call @"an odd.name"(%x) {api_version = 4 : i32, backend_config = {a = 1 : i32}, operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @gradient_of_a_sharding(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.multiply %x, %x : tensor<3xf64>
  %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<3xf64>) -> tensor<3xf64>
  return %1 : tensor<3xf64>
}
