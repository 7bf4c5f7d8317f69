// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-9.0e-1, -3.0e-1, 0.0, 5.0e-1, 9.9e-1]> : tensor<5xf32>
  %y = chlo.atanh %x : tensor<5xf32> -> tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[-1.4722193, -3.0951962e-1, 0.0, 5.4930615e-1, 2.646653]> : tensor<5xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-0.9, -0.3, 0.0, 0.5, 0.99]> : tensor<5xf64>
  %y = chlo.atanh %x : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %y, dense<[-1.4722194895832204, -0.30951960420311175, 0.0, 0.5493061443340548, 2.6466524123622457]> : tensor<5xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[1.0, -1.0, 1.5, 0x7FC00000]> : tensor<4xf32>
  %y = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -0.8 : f64, case.high = 0.8 : f64}) -> tensor<2x3xf64> {
  %y = chlo.atanh %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Values of numpy.
func.func @complex_f32() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f32>>
  %w = chlo.atanh %z : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0.26149214821345357, 0.40882253059927837), (-0.708303336014054, 1.1265564408348223), (0.3790868723420221, -1.4445191889058668), (-0.000999996380838462, 0.001999999428320541), (0.0, -1.2490457723982544), (0.8047189562170501, 1.5707963267948966)]> : tensor<6xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}

func.func @complex_f64() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f64>>
  %w = chlo.atanh %z : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(0.26149214821345357, 0.40882253059927837), (-0.708303336014054, 1.1265564408348223), (0.3790868723420221, -1.4445191889058668), (-0.000999996380838462, 0.001999999428320541), (0.0, -1.2490457723982544), (0.8047189562170501, 1.5707963267948966)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient_complex(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f64>>
  %w = chlo.atanh %z : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %u = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %v = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %u, %v : tensor<5xf64>, tensor<5xf64>
}

// As C99 has them: no infinity times 0, no square that overflows.
func.func @complex_extremes() {
  %z = stablehlo.constant dense<[(0x7F800000, 0.0), (2.0, 0.0), (1.0e10, -1.0)]> : tensor<3xcomplex<f32>>
  %w = chlo.atanh %z : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0.0, 1.5707963267948966), (0.5493061443340549, 1.5707963267948966), (1.0e-10, -1.5707963267948966)]> : tensor<3xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
