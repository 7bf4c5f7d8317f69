// SPDX-License-Identifier: Apache-2.0
// A program that runs on a grid of devices, for the tests of every backend that has grids.
#pragma once

namespace tutti::test {

/// What JAX before 0.7 printed of a shard_map over four devices in a mesh of 2 by 2: values outside
/// of it are whole on every device. Each adds its number to its half of the rows; the parts are put
/// together as rows, and as columns.
inline constexpr const char* kShardMap = R"(
func.func @main(%x: tensor<4x2xi32>) -> (tensor<4x2xi32>, tensor<2x4xi32>) {
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "",
      mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"}
      : (tensor<4x2xi32>) -> tensor<4x2xi32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "",
      mhlo.sharding = "{manual}"} : (tensor<4x2xi32>) -> tensor<2x2xi32>
  %id = stablehlo.partition_id : tensor<ui32>
  %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %numbers = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
  %2 = stablehlo.add %1, %numbers : tensor<2x2xi32>
  %3 = stablehlo.custom_call @Sharding(%2) {backend_config = "", mhlo.sharding = "{manual}"}
      : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {backend_config = "",
      mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"}
      : (tensor<2x2xi32>) -> tensor<4x2xi32>
  %5 = stablehlo.custom_call @SPMDShardToFullShape(%3) {backend_config = "",
      mhlo.sharding = "{devices=[1,2,2]0,2,1,3 last_tile_dim_replicate}"} : (tensor<2x2xi32>)
      -> tensor<2x4xi32>
  return %4, %5 : tensor<4x2xi32>, tensor<2x4xi32>
}
)";

}  // namespace tutti::test
