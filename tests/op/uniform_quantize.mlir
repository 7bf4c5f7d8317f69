// SPDX-License-Identifier: Apache-2.0
func.func @by_one_scale() {
  %x = stablehlo.constant dense<[1.0, 0.25, -0.75, 1000.0, -1000.0]> : tensor<5xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<5xf32>) -> tensor<5x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %i = stablehlo.bitcast_convert %q : (tensor<5x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<5xi8>
  check.expect_eq_const %i, dense<[5, 4, 2, 127, -128]> : tensor<5xi8>
  return
}
func.func @nan_is_stored_as_0() {
  %x = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<3xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %i = stablehlo.bitcast_convert %q : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3xi8>
  check.expect_eq_const %i, dense<[0, 127, -128]> : tensor<3xi8>
  return
}
func.func @by_a_scale_for_each_column() {
  %x = stablehlo.constant dense<[[1.0, 1.0], [-100.0, 0.3]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01:1, 2.500000e-01:-3}>>
  %i = stablehlo.bitcast_convert %q : (tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01:1, 2.500000e-01:-3}>>) -> tensor<2x2xi8>
  check.expect_eq_const %i, dense<[[3, 1], [-127, -2]]> : tensor<2x2xi8>
  return
}
func.func @from_another_scale() {
  %x = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %r = stablehlo.uniform_quantize %q : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<u8:f32, 2.500000e-01:128>>
  %i = stablehlo.bitcast_convert %r : (tensor<2x!quant.uniform<u8:f32, 2.500000e-01:128>>) -> tensor<2xui8>
  check.expect_eq_const %i, dense<[132, 126]> : tensor<2xui8>
  return
}
func.func @operations_between() {
  %x = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %s = stablehlo.add %q, %q : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %m = stablehlo.multiply %s, %q : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01>>
  %y = stablehlo.uniform_dequantize %m : (tensor<2x!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[2.0, 0.5]> : tensor<2xf32>
  return
}
func.func @pad() {
  %x = "stablehlo.constant"() <{value = dense<[2, 4]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %v = "stablehlo.constant"() <{value = dense<1> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = stablehlo.pad %x, %v, low = [1], high = [1], interior = [0] : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %i = stablehlo.bitcast_convert %r : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<4xi8>
  check.expect_eq_const %i, dense<[1, 2, 4, 1]> : tensor<4xi8>
  return
}
func.func @reduce() {
  %x = "stablehlo.constant"() <{value = dense<[[3, 5, 7], [1, 1, 2]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %v = "stablehlo.constant"() <{value = dense<1> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %i = stablehlo.bitcast_convert %r : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2xi8>
  check.expect_eq_const %i, dense<[13, 2]> : tensor<2xi8>
  return
}
func.func @reduce_window() {
  %x = "stablehlo.constant"() <{value = dense<[3, 5, 7, 1]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %v = "stablehlo.constant"() <{value = dense<1> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.reduce_window"(%x, %v) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %i = stablehlo.bitcast_convert %r : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2xi8>
  check.expect_eq_const %i, dense<[7, 7]> : tensor<2xi8>
  return
}
func.func @scatter() {
  %x = "stablehlo.constant"() <{value = dense<[3, 5, 7]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %at = stablehlo.constant dense<2> : tensor<1x1xi32>
  %u = "stablehlo.constant"() <{value = dense<[3]> : tensor<1xi8>}> : () -> tensor<1x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  }) : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<1x1xi32>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %i = stablehlo.bitcast_convert %r : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<3xi8>
  check.expect_eq_const %i, dense<[3, 5, 9]> : tensor<3xi8>
  return
}
func.func @select_and_scatter() {
  %x = "stablehlo.constant"() <{value = dense<[3, 5, 7, 1]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %y = "stablehlo.constant"() <{value = dense<[3, 5]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %v = "stablehlo.constant"() <{value = dense<1> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.select_and_scatter"(%x, %y, %v) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>):
    %s = stablehlo.compare GE, %a, %b : (tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %i = stablehlo.bitcast_convert %r : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<4xi8>
  check.expect_eq_const %i, dense<[1, 3, 5, 1]> : tensor<4xi8>
  return
}
func.func @sort() {
  %x = "stablehlo.constant"() <{value = dense<[7, 3, 5]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>):
    %s = stablehlo.compare LT, %a, %b : (tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %i = stablehlo.bitcast_convert %r : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<3xi8>
  check.expect_eq_const %i, dense<[3, 5, 7]> : tensor<3xi8>
  return
}
func.func @map() {
  %x = "stablehlo.constant"() <{value = dense<[3, 5]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  }) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %i = stablehlo.bitcast_convert %r : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2xi8>
  check.expect_eq_const %i, dense<[5, 9]> : tensor<2xi8>
  return
}
func.func @of_one_type() {
  %x = "stablehlo.constant"() <{value = dense<[3, 5]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.0e-01:3>>
  %q = stablehlo.uniform_quantize %x : tensor<2x!quant.uniform<i8:f32, 5.0e-01:3>>
  %i = stablehlo.bitcast_convert %q : (tensor<2x!quant.uniform<i8:f32, 5.0e-01:3>>) -> tensor<2xi8>
  check.expect_eq_const %i, dense<[3, 5]> : tensor<2xi8>
  return
}
// The bodies combine elements of more bits and another scale than the operands have.
func.func @elements_for_all_reduce_of_more_bits() {
  %x_floats = stablehlo.constant dense<[60.0, -0.5]> : tensor<2xf32>
  %x = stablehlo.uniform_quantize %x_floats : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 2.500000e-01>>, %b: tensor<!quant.uniform<i32:f32, 2.500000e-01>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
  }) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2x!quant.uniform<i32:f32, 2.500000e-01>>
  %y = stablehlo.uniform_dequantize %r : (tensor<2x!quant.uniform<i32:f32, 2.500000e-01>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[60.0, -0.5]> : tensor<2xf32>
  return
}
func.func @elements_for_reduce_of_more_bits() {
  %x = stablehlo.constant dense<[[60.0, 60.0, -0.5], [-60.0, -60.0, -60.0]]> : tensor<2x3xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %start = stablehlo.uniform_quantize %zero : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  %sum = stablehlo.reduce(%q init: %start) across dimensions = [1] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2x!quant.uniform<i32:f32, 2.500000e-01>>
    reducer(%a: tensor<!quant.uniform<i32:f32, 2.500000e-01>>, %b: tensor<!quant.uniform<i32:f32, 2.500000e-01>>) {
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
  }
  %y = stablehlo.uniform_dequantize %sum : (tensor<2x!quant.uniform<i32:f32, 2.500000e-01>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[119.5, -180.0]> : tensor<2xf32>
  return
}
func.func @elements_for_reduce_scatter_of_more_bits() {
  %x_floats = stablehlo.constant dense<[60.0, -0.5]> : tensor<2xf32>
  %x = stablehlo.uniform_quantize %x_floats : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 2.500000e-01>>, %b: tensor<!quant.uniform<i32:f32, 2.500000e-01>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
  }) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2x!quant.uniform<i32:f32, 2.500000e-01>>
  %y = stablehlo.uniform_dequantize %r : (tensor<2x!quant.uniform<i32:f32, 2.500000e-01>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[60.0, -0.5]> : tensor<2xf32>
  return
}
func.func @elements_for_reduce_window_of_more_bits() {
  %x_floats = stablehlo.constant dense<[60.0, 60.0, -0.5, 1.0]> : tensor<4xf32>
  %x = stablehlo.uniform_quantize %x_floats : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %start_floats = stablehlo.constant dense<0.0> : tensor<f32>
  %start = stablehlo.uniform_quantize %start_floats : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.reduce_window"(%x, %start) <{window_dimensions = array<i64: 3>}> ({
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 2.500000e-01>>, %b: tensor<!quant.uniform<i32:f32, 2.500000e-01>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
  }) : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2x!quant.uniform<i32:f32, 2.500000e-01>>
  %y = stablehlo.uniform_dequantize %r : (tensor<2x!quant.uniform<i32:f32, 2.500000e-01>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[119.5, 60.5]> : tensor<2xf32>
  return
}
func.func @elements_for_scatter_of_more_bits() {
  %x_floats = stablehlo.constant dense<[60.0, 1.5, 0.0]> : tensor<3xf32>
  %x = stablehlo.uniform_quantize %x_floats : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %i = stablehlo.constant dense<[[0], [2], [0]]> : tensor<3x1xi32>
  %u_floats = stablehlo.constant dense<[60.0, 3.0, 60.0]> : tensor<3xf32>
  %u = stablehlo.uniform_quantize %u_floats : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 2.500000e-01>>, %b: tensor<!quant.uniform<i32:f32, 2.500000e-01>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
  }) : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<3x1xi32>, tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<3x!quant.uniform<i32:f32, 2.500000e-01>>
  %y = stablehlo.uniform_dequantize %r : (tensor<3x!quant.uniform<i32:f32, 2.500000e-01>>) -> tensor<3xf32>
  check.expect_eq_const %y, dense<[180.0, 1.5, 3.0]> : tensor<3xf32>
  return
}
func.func @elements_for_select_and_scatter_of_more_bits() {
  %x_floats = stablehlo.constant dense<[1.0, 5.0, 3.0]> : tensor<3xf32>
  %x = stablehlo.uniform_quantize %x_floats : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %u_floats = stablehlo.constant dense<[60.0, 60.0]> : tensor<2xf32>
  %u = stablehlo.uniform_quantize %u_floats : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %start_floats = stablehlo.constant dense<60.0> : tensor<f32>
  %start = stablehlo.uniform_quantize %start_floats : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r = "stablehlo.select_and_scatter"(%x, %u, %start) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, %b: tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>):
    %p = stablehlo.compare GE, %a, %b : (tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 2.500000e-01>>, %b: tensor<!quant.uniform<i32:f32, 2.500000e-01>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 2.500000e-01>>
  }) : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<3x!quant.uniform<i32:f32, 2.500000e-01>>
  %y = stablehlo.uniform_dequantize %r : (tensor<3x!quant.uniform<i32:f32, 2.500000e-01>>) -> tensor<3xf32>
  check.expect_eq_const %y, dense<[60.0, 180.0, 60.0]> : tensor<3xf32>
  return
}
