// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[0.0, 0.00100000005, 0.5, -0.5, 3.0, 7.98999977, 8.01000023, 20.0, -300.0, 600.0]> : tensor<10xf32>
  %y = chlo.bessel_i1e %x : tensor<10xf32> -> tensor<10xf32>
  check.expect_almost_eq_const %y, dense<[0.0, 0.000499500336, 0.156420803, -0.156420803, 0.196826713, 0.134217341, 0.134067767, 0.0875062222, -0.023004122, 0.0162765659]> : tensor<10xf32>, tolerance = 2.0e-5 : f64
  return
}
func.func @values_f64() {
  %x = stablehlo.constant dense<[0.0, 0.001, 0.5, -0.5, 3.0, 7.99, 8.01, 20.0, -300.0, 600.0]> : tensor<10xf64>
  %y = chlo.bessel_i1e %x : tensor<10xf64> -> tensor<10xf64>
  check.expect_almost_eq_const %y, dense<[0.0, 0.0004995003123542213, 0.15642080318487173, -0.15642080318487173, 0.19682671329730084, 0.1342173395782809, 0.13406776900984482, 0.08750622218328867, -0.02300412204026895, 0.016276565868339667]> : tensor<10xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @special() {
  %x = stablehlo.constant dense<[0.0, 0x7FF8000000000000]> : tensor<2xf64>
  %y = chlo.bessel_i1e %x : tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %y, dense<[0.0, 0x7FF8000000000000]> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @gradient(%x: tensor<2x3xf64> {case.low = -1.5 : f64, case.high = 1.5 : f64}) -> (tensor<2x3xf64>) {
  %y = chlo.bessel_i1e %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @gradient_1(%x: tensor<2x3xf64> {case.low = 7.0 : f64, case.high = 9.5 : f64}) -> (tensor<2x3xf64>) {
  %y = chlo.bessel_i1e %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
