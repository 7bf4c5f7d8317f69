// SPDX-License-Identifier: Apache-2.0
func.func @rows_outside_are_dropped() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %i = stablehlo.constant dense<[[2], [0], [2], [3], [-1]]> : tensor<5x1xi32>
  %u = stablehlo.constant dense<[[10.0, 20.0], [30.0, 40.0], [100.0, 200.0], [7.0, 7.0], [7.0, 7.0]]> : tensor<5x2xf32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x2xf32>, tensor<5x1xi32>, tensor<5x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[31.0, 42.0], [3.0, 4.0], [115.0, 226.0]]> : tensor<3x2xf32>
  return
}
func.func @replaces_with_the_last() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = stablehlo.constant dense<[[1], [1]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<2x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[1, 2], [7, 8]]> : tensor<2x2xi32>
  return
}
// The first lies inside; the others are dropped as a whole, as XLA does.
func.func @windows_partly_outside() {
  %x = stablehlo.constant dense<0> : tensor<3x3xi32>
  %i = stablehlo.constant dense<[[1, 1], [2, 1], [-1, 0], [0, 2]]> : tensor<4x2xi32>
  %u = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]], [[13, 14], [15, 16]]]> : tensor<4x2x2xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x3xi32>, tensor<4x2xi32>, tensor<4x2x2xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %r, dense<[[0, 0, 0], [0, 1, 2], [0, 3, 4]]> : tensor<3x3xi32>
  return
}
func.func @windows_partly_outside_by_any_body() {
  %x = stablehlo.constant dense<1> : tensor<3x3xi32>
  %i = stablehlo.constant dense<[[1, 1], [2, 1], [-1, 0], [0, 2]]> : tensor<4x2xi32>
  %u = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]], [[13, 14], [15, 16]]]> : tensor<4x2x2xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    %t = stablehlo.add %s, %b : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<3x3xi32>, tensor<4x2xi32>, tensor<4x2x2xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %r, dense<[[1, 1, 1], [1, 3, 5], [1, 7, 9]]> : tensor<3x3xi32>
  return
}
func.func @batching_dimensions() {
  %x = stablehlo.constant dense<0> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi32>
  %u = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[2, 0, 1], [0, 7, 0]]> : tensor<2x3xi32>
  return
}
func.func @gradient_sum(%x: tensor<3x2xf64>, %i: tensor<5x1xi32> {case.value = dense<[[2], [0], [2], [3], [-1]]> : tensor<5x1xi32>}, %u: tensor<5x2xf64>) -> tensor<3x2xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3x2xf64>, tensor<5x1xi32>, tensor<5x2xf64>) -> tensor<3x2xf64>
  return %r : tensor<3x2xf64>
}
func.func @gradient_of_windows_partly_outside(%x: tensor<3x3xf64>, %i: tensor<3x2xi32> {case.value = dense<[[1, 1], [-1, 0], [0, 2]]> : tensor<3x2xi32>}, %u: tensor<3x2x2xf64>) -> tensor<3x3xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3x3xf64>, tensor<3x2xi32>, tensor<3x2x2xf64>) -> tensor<3x3xf64>
  return %r : tensor<3x3xf64>
}
func.func @gradient_replace(%x: tensor<3x2xf64>, %i: tensor<3x1xi32> {case.value = dense<[[1], [1], [9]]> : tensor<3x1xi32>}, %u: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<3x2xf64>, tensor<3x1xi32>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %r : tensor<3x2xf64>
}
func.func @gradient_with_batching_dimensions(%x: tensor<2x3xf64>, %i: tensor<2x2xi32> {case.value = dense<[[2, 0], [1, 1]]> : tensor<2x2xi32>}, %u: tensor<2x2xf64>) -> tensor<2x3xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<2x3xf64>, tensor<2x2xi32>, tensor<2x2xf64>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

func.func @complex_sums() {
  %z = stablehlo.constant dense<[(1.0, 0.0), (0.0, 1.0)]> : tensor<2xcomplex<f32>>
  %at = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi32>
  %more = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]> : tensor<3xcomplex<f32>>
  %r = "stablehlo.scatter"(%z, %at, %more) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %c = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %c : tensor<complex<f32>>
  }) : (tensor<2xcomplex<f32>>, tensor<3x1xi32>, tensor<3xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(4.0, 4.0), (6.0, 9.0)]> : tensor<2xcomplex<f32>>
  return
}

// Two updates meet, one of them or both zero; two more lie outside.
func.func @gradient_product(%x: tensor<4x2xf64>, %i: tensor<7x1xi32> {case.value = dense<[[2], [0], [2], [4], [-1], [0], [3]]> : tensor<7x1xi32>}, %u: tensor<7x2xf64> {case.value = dense<[[2.0, 0.0], [0.5, 0.0], [0.0, 3.0], [1.0, 2.0], [1.5, 0.25], [4.0, 0.0], [0.0, -1.0]]> : tensor<7x2xf64>}) -> tensor<4x2xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4x2xf64>, tensor<7x1xi32>, tensor<7x2xf64>) -> tensor<4x2xf64>
  return %r : tensor<4x2xf64>
}
func.func @gradient_sum_in_a_wider_type(%x: tensor<3x2xf32>, %i: tensor<5x1xi32> {case.value = dense<[[2], [0], [2], [3], [-1]]> : tensor<5x1xi32>}, %u: tensor<5x2xf32>) -> tensor<3x2xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3x2xf32>, tensor<5x1xi32>, tensor<5x2xf32>) -> tensor<3x2xf64>
  return %r : tensor<3x2xf64>
}
func.func @gradient_replace_in_a_wider_type(%x: tensor<3x2xf32>, %i: tensor<3x1xi32> {case.value = dense<[[1], [1], [9]]> : tensor<3x1xi32>}, %u: tensor<3x2xf32>) -> tensor<3x2xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<3x2xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<3x2xf64>
  return %r : tensor<3x2xf64>
}
func.func @gradient_product_in_a_wider_type(%x: tensor<4x2xf32>, %i: tensor<7x1xi32> {case.value = dense<[[2], [0], [2], [4], [-1], [0], [3]]> : tensor<7x1xi32>}, %u: tensor<7x2xf32> {case.value = dense<[[2.0, 0.0], [0.5, 0.0], [0.0, 3.0], [1.0, 2.0], [1.5, 0.25], [4.0, 0.0], [0.0, -1.0]]> : tensor<7x2xf32>}) -> tensor<4x2xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4x2xf32>, tensor<7x1xi32>, tensor<7x2xf32>) -> tensor<4x2xf64>
  return %r : tensor<4x2xf64>
}
func.func @gradient_maximum(%x: tensor<3x2xf64>, %i: tensor<6x1xi32> {case.value = dense<[[2], [0], [2], [3], [-1], [0]]> : tensor<6x1xi32>}, %u: tensor<6x2xf64>) -> tensor<3x2xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3x2xf64>, tensor<6x1xi32>, tensor<6x2xf64>) -> tensor<3x2xf64>
  return %r : tensor<3x2xf64>
}
func.func @gradient_minimum(%x: tensor<3x2xf64>, %i: tensor<6x1xi32> {case.value = dense<[[2], [0], [2], [3], [-1], [0]]> : tensor<6x1xi32>}, %u: tensor<6x2xf64>) -> tensor<3x2xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3x2xf64>, tensor<6x1xi32>, tensor<6x2xf64>) -> tensor<3x2xf64>
  return %r : tensor<3x2xf64>
}
func.func @sums_in_a_wider_type() {
  %x = stablehlo.constant dense<[256.0, 1.0]> : tensor<2xbf16>
  %i = stablehlo.constant dense<[[0], [0]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xbf16>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xbf16>, tensor<2x1xi32>, tensor<2xbf16>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[259.0, 1.0]> : tensor<2xf32>
  return
}
