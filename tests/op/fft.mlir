// SPDX-License-Identifier: Apache-2.0
func.func @forward() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(4.0, -0.875), (1.375, 9.0), (-2.0, -1.125), (0.625, 1.0)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
func.func @batched() {
  %x = stablehlo.constant dense<[[(1.5, 2.0), (-2.25, -0.5), (0.75, 3.0)], [(3.0, 0.75), (-0.5, -2.25), (2.0, 1.5)]]> : tensor<2x3xcomplex<f64>>
  %y = stablehlo.fft %x, type = FFT, length = [3] : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[[(0.0, 4.5), (-0.7810889132455352, 3.348076211353316), (5.281088913245535, -1.848076211353316)], [(4.5, 0.0), (-0.9975952641916446, 3.2900635094610964), (5.497595264191645, -1.0400635094610964)]]> : tensor<2x3xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
func.func @inverse_of_two_axes() {
  %x = stablehlo.constant dense<[[(1.5, 2.0), (-2.25, -0.5), (0.75, 3.0)], [(3.0, 0.75), (-0.5, -2.25), (2.0, 1.5)]]> : tensor<2x3xcomplex<f64>>
  %y = stablehlo.fft %x, type = IFFT, length = [2, 3] : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[[(0.75, 0.75), (1.7964473629061966, -0.4813566201357353), (-0.2964473629061966, 1.1063566201357353)], [(-0.75, 0.75), (-0.036084391824351636, -0.13466878364870324), (0.03608439182435158, 0.009668783648703272)]]> : tensor<2x3xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
func.func @of_real_values() {
  %x = stablehlo.constant dense<[1.5, -2.25, 0.75, 3.0, -0.5, 2.0]> : tensor<6xf64>
  %y = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<6xf64>) -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(4.5, 0.0), (-1.75, 2.598076211353316), (4.5, 4.763139720814412), (-1.0, 0.0)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
func.func @of_an_odd_length() {
  %x = stablehlo.constant dense<[1.5, -2.25, 0.75, 3.0, -0.5]> : tensor<5xf64>
  %y = stablehlo.fft %x, type = RFFT, length = [5] : (tensor<5xf64>) -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(2.5, 0.0), (-2.383610463437159, 2.986865721174583), (4.883610463437159, -1.1112529701522673)]> : tensor<3xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
func.func @of_three_real_axes() {
  %x = stablehlo.constant dense<[[[[-1.0, -0.75], [-0.5, -0.25], [0.0, 0.25]], [[0.5, 0.75], [1.0, 1.25], [1.5, 1.75]]]]> : tensor<1x2x3x2xf64>
  %y = stablehlo.fft %x, type = RFFT, length = [2, 3, 2] : (tensor<1x2x3x2xf64>) -> tensor<1x2x3x2xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[[[[(4.5, 0.0), (-1.5, 0.0)], [(-3.0, 1.7320508075688772), (0.0, 0.0)], [(-3.0, -1.7320508075688772), (0.0, 0.0)]], [[(-9.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)]]]]> : tensor<1x2x3x2xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
func.func @to_real_values() {
  %x = stablehlo.constant dense<[(1.0, 0.0), (2.0, -1.0), (0.5, 3.0), (-1.0, 0.0)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.fft %x, type = IRFFT, length = [6] : (tensor<4xcomplex<f64>>) -> tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[0.8333333333333333, 0.005983064143707602, 0.7380338717125847, -0.16666666666666666, -1.571367205045918, 1.160683602522959]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @to_an_odd_length() {
  %x = stablehlo.constant dense<[(1.0, 0.0), (2.0, -1.0), (0.5, 3.0)]> : tensor<3xcomplex<f64>>
  %y = stablehlo.fft %x, type = IRFFT, length = [5] : (tensor<3xcomplex<f64>>) -> tensor<5xf64>
  check.expect_almost_eq_const %y, dense<[1.2000000000000002, -0.039509499607937884, 0.9909717238462049, -1.7617921170961417, 0.6103298928578749]> : tensor<5xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @to_two_real_axes() {
  %x = stablehlo.constant dense<[[(1.0, 0.0), (2.0, -1.0)], [(0.5, 3.0), (-1.0, 2.0)]]> : tensor<2x2xcomplex<f64>>
  %y = stablehlo.fft %x, type = IRFFT, length = [2, 3] : (tensor<2x2xcomplex<f64>>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %y, dense<[[0.5833333333333333, -0.20534180126147952, 0.3720084679281462], [1.0833333333333333, 0.44935873711777197, -1.2826920704511053]]> : tensor<2x3xf64>, tolerance = 1.0e-13 : f64
  return
}
func.func @of_single_precision() {
  %x = stablehlo.constant dense<1.0> : tensor<3xf32>
  %y = stablehlo.fft %x, type = RFFT, length = [3] : (tensor<3xf32>) -> tensor<2xcomplex<f32>>
  check.expect_almost_eq_const %y, dense<[(3.0, 0.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
func.func @gradient_of_real_transforms(%x: tensor<2x5xf64>, %y: tensor<2x6xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x4xf64>) {
  %a = stablehlo.fft %x, type = RFFT, length = [2, 5] : (tensor<2x5xf64>) -> tensor<2x3xcomplex<f64>>
  %r = stablehlo.real %a : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %i = stablehlo.imag %a : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %b = stablehlo.fft %y, type = RFFT, length = [6] : (tensor<2x6xf64>) -> tensor<2x4xcomplex<f64>>
  %s = stablehlo.abs %b : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xf64>
  return %r, %i, %s : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x4xf64>
}
func.func @gradient_of_inverse_transforms(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> (tensor<2x5xf64>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xf64>) {
  %z = stablehlo.complex %x, %y : tensor<2x3xcomplex<f64>>
  %a = stablehlo.fft %z, type = IRFFT, length = [2, 5] : (tensor<2x3xcomplex<f64>>) -> tensor<2x5xf64>
  %b = stablehlo.fft %z, type = IRFFT, length = [4] : (tensor<2x3xcomplex<f64>>) -> tensor<2x4xf64>
  %c = stablehlo.fft %z, type = FFT, length = [2, 3] : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %d = stablehlo.fft %z, type = IFFT, length = [3] : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %r = stablehlo.real %c : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %i = stablehlo.imag %d : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %a, %b, %r, %i : tensor<2x5xf64>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}
func.func @of_no_lines() {
  %x = stablehlo.constant dense<> : tensor<0x4xcomplex<f32>>
  %y = stablehlo.fft %x, type = FFT, length = [4] : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  %z = stablehlo.real %y : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xf32>
  check.expect_eq_const %z, dense<> : tensor<0x4xf32>
  return
}
func.func @of_other_lengths_than_its_axes() {
  %x = stablehlo.constant dense<[(1.0, 0.0), (1.0, 0.0), (1.0, 0.0)]> : tensor<3xcomplex<f32>>
  %y = stablehlo.fft %x, type = FFT, length = [2] : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %y, dense<[(3.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<3xcomplex<f32>>, tolerance = 1.0e-6 : f64
  %z = stablehlo.fft %x, type = IFFT, length = [0] : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %z, dense<[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<3xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
