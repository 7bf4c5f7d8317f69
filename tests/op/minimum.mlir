// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.0, -1.0, 0x7FC00000, 2.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %y = stablehlo.constant dense<[2.0, -3.0, 1.0, 0x7FC00000, 0.0, 0.0]> : tensor<6xf32>
  %z = stablehlo.minimum %x, %y : tensor<6xf32>
  check.expect_almost_eq_const %z, dense<[1.0, -3.0, 0x7FC00000, 0x7FC00000, 0.0, 0xFF800000]> : tensor<6xf32>
  return
}

func.func @zeros_are_ordered() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf32>
  %z = stablehlo.minimum %x, %y : tensor<2xf32>
  %b = stablehlo.bitcast_convert %z : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x80000000, 0x80000000]> : tensor<2xui32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>, %x1: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.minimum %x0, %x1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @values_i32() {
  %x = stablehlo.constant dense<[1, -5]> : tensor<2xi32>
  %y = stablehlo.constant dense<[-2, -4]> : tensor<2xi32>
  %z = stablehlo.minimum %x, %y : tensor<2xi32>
  check.expect_eq_const %z, dense<[-2, -5]> : tensor<2xi32>
  return
}

func.func @values_ui64() {
  %x = stablehlo.constant dense<[18446744073709551615]> : tensor<1xui64>
  %y = stablehlo.constant dense<[1]> : tensor<1xui64>
  %z = stablehlo.minimum %x, %y : tensor<1xui64>
  check.expect_eq_const %z, dense<[1]> : tensor<1xui64>
  return
}

func.func @booleans() {
  %x = stablehlo.constant dense<[true, true]> : tensor<2xi1>
  %y = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %z = stablehlo.minimum %x, %y : tensor<2xi1>
  check.expect_eq_const %z, dense<[false, true]> : tensor<2xi1>
  return
}
func.func @complex_by_real_then_imaginary() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (3.0, -1.0), (-1.0, 0.0)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.constant dense<[(1.0, 3.0), (0.0, 9.0), (3.0, -1.0), (-1.0, -1.0)]> : tensor<4xcomplex<f64>>
  %z = stablehlo.minimum %x, %y : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %z, dense<[(1.0, 2.0), (0.0, 9.0), (3.0, -1.0), (-1.0, -1.0)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
