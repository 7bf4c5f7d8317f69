// SPDX-License-Identifier: Apache-2.0
func.func @left_lower() {
  %a = stablehlo.constant dense<[[2.0, 9.0, 9.0], [1.0, 4.0, 9.0], [3.0, -1.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 4.0], [5.0, -2.0], [1.0, 3.0]]> : tensor<3x2xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq_const %x, dense<[[1.0, 2.0], [1.0000000000000002, -1.0], [-0.2, -0.8]]> : tensor<3x2xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @left_lower_unit() {
  %a = stablehlo.constant dense<[[2.0, 9.0, 9.0], [1.0, 4.0, 9.0], [3.0, -1.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 4.0], [5.0, -2.0], [1.0, 3.0]]> : tensor<3x2xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq_const %x, dense<[[2.0, 4.0], [3.0, -6.0], [-2.0, -15.0]]> : tensor<3x2xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @left_lower_transposed() {
  %a = stablehlo.constant dense<[[2.0, 9.0, 9.0], [1.0, 4.0, 9.0], [3.0, -1.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 4.0], [5.0, -2.0], [1.0, 3.0]]> : tensor<3x2xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq_const %x, dense<[[0.04999999999999993, 1.275], [1.3, -0.35], [0.2, 0.6000000000000001]]> : tensor<3x2xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @left_upper() {
  %a = stablehlo.constant dense<[[2.0, 1.0, 3.0], [9.0, 4.0, -1.0], [9.0, 9.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 4.0], [5.0, -2.0], [1.0, 3.0]]> : tensor<3x2xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq_const %x, dense<[[0.04999999999999993, 1.275], [1.3, -0.35], [0.2, 0.6000000000000001]]> : tensor<3x2xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @left_upper_unit() {
  %a = stablehlo.constant dense<[[2.0, 1.0, 3.0], [9.0, 4.0, -1.0], [9.0, 9.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 4.0], [5.0, -2.0], [1.0, 3.0]]> : tensor<3x2xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq_const %x, dense<[[-7.0, -6.0], [6.0, 1.0], [1.0, 3.0]]> : tensor<3x2xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @left_upper_transposed() {
  %a = stablehlo.constant dense<[[2.0, 1.0, 3.0], [9.0, 4.0, -1.0], [9.0, 9.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 4.0], [5.0, -2.0], [1.0, 3.0]]> : tensor<3x2xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq_const %x, dense<[[1.0, 2.0], [1.0000000000000002, -1.0], [-0.2, -0.8]]> : tensor<3x2xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @right_lower() {
  %a = stablehlo.constant dense<[[2.0, 9.0, 9.0], [1.0, 4.0, 9.0], [3.0, -1.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 5.0, 1.0], [4.0, -2.0, 3.0]]> : tensor<2x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %x, dense<[[0.04999999999999993, 1.3, 0.2], [1.275, -0.35, 0.6000000000000001]]> : tensor<2x3xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @right_lower_transposed() {
  %a = stablehlo.constant dense<[[2.0, 9.0, 9.0], [1.0, 4.0, 9.0], [3.0, -1.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 5.0, 1.0], [4.0, -2.0, 3.0]]> : tensor<2x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %x, dense<[[1.0, 1.0000000000000002, -0.2], [2.0, -1.0, -0.8]]> : tensor<2x3xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @right_upper() {
  %a = stablehlo.constant dense<[[2.0, 1.0, 3.0], [9.0, 4.0, -1.0], [9.0, 9.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 5.0, 1.0], [4.0, -2.0, 3.0]]> : tensor<2x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %x, dense<[[1.0, 1.0000000000000002, -0.2], [2.0, -1.0, -0.8]]> : tensor<2x3xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @right_upper_transposed() {
  %a = stablehlo.constant dense<[[2.0, 1.0, 3.0], [9.0, 4.0, -1.0], [9.0, 9.0, 5.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 5.0, 1.0], [4.0, -2.0, 3.0]]> : tensor<2x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %x, dense<[[0.04999999999999993, 1.3, 0.2], [1.275, -0.35, 0.6000000000000001]]> : tensor<2x3xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @complex_adjoint() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (0.0, 0.0)], [(2.0, 0.0), (0.0, 2.0)]]> : tensor<2x2xcomplex<f64>>
  %b = stablehlo.constant dense<[[(6.0, 2.0)], [(4.0, 0.0)]]> : tensor<2x1xcomplex<f64>>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_almost_eq_const %x, dense<[[(4.0, 2.0)], [(0.0, 2.0)]]> : tensor<2x1xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}
func.func @gradient_left_lower(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %x : tensor<2x3x2xf64>
}
func.func @gradient_left_lower_unit(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %x : tensor<2x3x2xf64>
}
func.func @gradient_left_lower_transposed(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %x : tensor<2x3x2xf64>
}
func.func @gradient_left_upper(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %x : tensor<2x3x2xf64>
}
func.func @gradient_left_upper_unit(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %x : tensor<2x3x2xf64>
}
func.func @gradient_left_upper_transposed(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %x : tensor<2x3x2xf64>
}
func.func @gradient_right_lower(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  return %x : tensor<2x2x3xf64>
}
func.func @gradient_right_lower_transposed(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  return %x : tensor<2x2x3xf64>
}
func.func @gradient_right_upper(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  return %x : tensor<2x2x3xf64>
}
func.func @gradient_right_upper_transposed(%a: tensor<2x3x3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}, %b: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  return %x : tensor<2x2x3xf64>
}
func.func @of_no_unknowns_and_no_right_sides() {
  %a = stablehlo.constant dense<> : tensor<0x0xf64>
  %b = stablehlo.constant dense<> : tensor<0x2xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<0x0xf64>, tensor<0x2xf64>) -> tensor<0x2xf64>
  check.expect_eq_const %x, dense<> : tensor<0x2xf64>
  %c = stablehlo.constant dense<[[2.0]]> : tensor<1x1xf64>
  %d = stablehlo.constant dense<> : tensor<1x0xf64>
  %y = "stablehlo.triangular_solve"(%c, %d) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<1x1xf64>, tensor<1x0xf64>) -> tensor<1x0xf64>
  check.expect_eq_const %y, dense<> : tensor<1x0xf64>
  return
}
