// SPDX-License-Identifier: Apache-2.0
func.func @floats() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000, -0.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[1.0, 1.0, 0x7FC00000, 0.0]> : tensor<4xf32>
  %eq = stablehlo.compare  EQ, %x, %y,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %eq, dense<[true, false, false, true]> : tensor<4xi1>
  %ne = stablehlo.compare  NE, %x, %y,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %ne, dense<[false, true, true, false]> : tensor<4xi1>
  %lt = stablehlo.compare  LT, %x, %y,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %lt, dense<[false, false, false, false]> : tensor<4xi1>
  %le = stablehlo.compare  LE, %x, %y,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %le, dense<[true, false, false, true]> : tensor<4xi1>
  %gt = stablehlo.compare  GT, %x, %y,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %gt, dense<[false, true, false, false]> : tensor<4xi1>
  %ge = stablehlo.compare  GE, %x, %y,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %ge, dense<[true, true, false, true]> : tensor<4xi1>
  return
}

func.func @integers() {
  %x = stablehlo.constant dense<[-1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %s = stablehlo.compare LT, %x, %y, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  check.expect_eq_const %s, dense<[true, false]> : tensor<2xi1>
  %n = stablehlo.compare GE, %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  check.expect_eq_const %n, dense<[false, true]> : tensor<2xi1>
  %a = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %b = stablehlo.constant dense<1> : tensor<ui64>
  %u = stablehlo.compare GT, %a, %b, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
  check.expect_eq_const %u, dense<true> : tensor<i1>
  return
}
func.func @total_order() {
  %x = stablehlo.constant dense<[-0.0, 0x7FC00000, 0xFFC00000, 0xFF800000]> : tensor<4xf32>
  %y = stablehlo.constant dense<[0.0, 0x7F800000, 0xFF800000, -1.0]> : tensor<4xf32>
  %z = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %z, dense<[true, false, true, true]> : tensor<4xi1>
  return
}
func.func @complex_values() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (3.0, -1.0), (-1.0, 0.0)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.constant dense<[(1.0, 3.0), (0.0, 9.0), (3.0, -1.0), (-1.0, -1.0)]> : tensor<4xcomplex<f64>>
  %EQ = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xi1>
  check.expect_eq_const %EQ, dense<[false, false, true, false]> : tensor<4xi1>
  %NE = stablehlo.compare NE, %x, %y, FLOAT : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xi1>
  check.expect_eq_const %NE, dense<[true, true, false, true]> : tensor<4xi1>
  %LT = stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xi1>
  check.expect_eq_const %LT, dense<[true, false, false, false]> : tensor<4xi1>
  %GE = stablehlo.compare GE, %x, %y, FLOAT : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> tensor<4xi1>
  check.expect_eq_const %GE, dense<[false, true, true, true]> : tensor<4xi1>
  return
}
func.func @total_order_of_quantized_values() {
  %x = "stablehlo.constant"() <{value = dense<[3, 5]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.0e-01:3>>
  %y = "stablehlo.constant"() <{value = dense<[4, 4]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.0e-01:3>>
  %r = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<2x!quant.uniform<i8:f32, 5.0e-01:3>>, tensor<2x!quant.uniform<i8:f32, 5.0e-01:3>>) -> tensor<2xi1>
  check.expect_eq_const %r, dense<[true, false]> : tensor<2xi1>
  return
}
