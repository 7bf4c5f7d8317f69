// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10 prints shard_map. Without a grid each device of the mesh is a process of one.
sdy.mesh @line = <["x"=4]>
sdy.mesh @square = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
sdy.mesh @turned = <["x"=2], device_ids=[1, 0]>

func.func @every_device_has_its_part() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
  %y:2 = sdy.manual_computation(%x) in_shardings=[<@line, [{"x"}]>] out_shardings=[<@line, [{}]>, <@line, [{"x"}]>] manual_axes={"x"} (%p: tensor<2xi32>) {
    %sum = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<2xi32>) -> tensor<2xi32>
    %id = stablehlo.partition_id : tensor<ui32>
    %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %numbers = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %q = stablehlo.multiply %p, %numbers : tensor<2xi32>
    sdy.return %sum, %q : tensor<2xi32>, tensor<2xi32>
  } : (tensor<8xi32>) -> (tensor<2xi32>, tensor<8xi32>)
  check.expect_eq_const %y#0, dense<[16, 20]> : tensor<2xi32>
  check.expect_eq_const %y#1, dense<[0, 0, 3, 4, 10, 12, 21, 24]> : tensor<8xi32>
  return
}

// The second axis of the mesh is the outer one here: devices 0, 2, 1, 3 hold the rows.
func.func @two_axes_share_one() {
  %x = stablehlo.constant dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi32>
  %y = "sdy.manual_computation"(%x) <{in_shardings = #sdy.sharding_per_value<[<@square, [{"y", "x"}, {}]>]>, manual_axes = #sdy<manual_axes{"x", "y"}>, out_shardings = #sdy.sharding_per_value<[<@square, [{"x"}, {"y"}]>]>}> ({
  ^bb0(%p: tensor<1x2xi32>):
    "sdy.return"(%p) : (tensor<1x2xi32>) -> ()
  }) : (tensor<4x2xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %y, dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi32>
  return
}

// Along "y" all devices have all of a value until a computation inside shares it.
func.func @nested() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = sdy.manual_computation(%x) in_shardings=[<@square, [{"x", ?}, {?}]>] out_shardings=[<@square, [{"x", ?}, {?}]>] manual_axes={"x"} (%row: tensor<1x2xi32>) {
    %turned = sdy.manual_computation(%row) in_shardings=[<@square, [{?}, {"y", ?}]>] out_shardings=[<@square, [{?}, {"y", ?}]>] manual_axes={"y"} (%one: tensor<1x1xi32>) {
      %other = "stablehlo.collective_permute"(%one) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0], [2, 3], [3, 2]]> : tensor<4x2xi64>}> : (tensor<1x1xi32>) -> tensor<1x1xi32>
      sdy.return %other : tensor<1x1xi32>
    } : (tensor<1x2xi32>) -> tensor<1x2xi32>
    %shifted = stablehlo.shift_left %turned, %row : tensor<1x2xi32>
    sdy.return %shifted : tensor<1x2xi32>
  } : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[4, 4], [32, 48]]> : tensor<2x2xi32>
  return
}

func.func @devices_in_another_order() {
  %x = stablehlo.constant dense<[10, 20]> : tensor<2xui32>
  %y = sdy.manual_computation(%x) in_shardings=[<@turned, [{"x"}]>] out_shardings=[<@turned, [{"x"}]>] manual_axes={"x"} (%p: tensor<1xui32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %ids = stablehlo.reshape %id : (tensor<ui32>) -> tensor<1xui32>
    %sum = stablehlo.add %p, %ids : tensor<1xui32>
    sdy.return %sum : tensor<1xui32>
  } : (tensor<2xui32>) -> tensor<2xui32>
  check.expect_eq_const %y, dense<[11, 20]> : tensor<2xui32>
  return
}

func.func @mesh_in_the_sharding_and_parts_of_free_axes() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %y = sdy.manual_computation(%x) in_shardings=[<mesh<["x"=2, "y"=4]>, [{"x", "y":(1)2}p1], replicated={"y":(2)2}>] out_shardings=[<mesh<["x"=2, "y"=4]>, [{}]>] manual_axes={"x"} (%p: tensor<2xi32>) {
    %all = "stablehlo.all_gather"(%p) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[4, 0], [5, 1], [6, 2], [7, 3]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<2xi32>) -> tensor<4xi32>
    sdy.return %all : tensor<4xi32>
  } : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %y, dense<[3, 4, 1, 2]> : tensor<4xi32>
  return
}
