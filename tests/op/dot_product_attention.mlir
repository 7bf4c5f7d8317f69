// SPDX-License-Identifier: Apache-2.0
// One key is all there is: the result is its value.
func.func @one_key() {
  %q = stablehlo.constant dense<[[[[3.0]], [[-8.0]]]]> : tensor<1x2x1x1xf64>
  %k = stablehlo.constant dense<[[[[5.0]]]]> : tensor<1x1x1x1xf64>
  %v = stablehlo.constant dense<[[[[7.0, -2.0]]]]> : tensor<1x1x1x2xf64>
  %o = tutti.dot_product_attention %q, %k, %v {scale = 1.0 : f64} : (tensor<1x2x1x1xf64>, tensor<1x1x1x1xf64>, tensor<1x1x1x2xf64>) -> tensor<1x2x1x2xf64>
  check.expect_almost_eq_const %o, dense<[[[[7.0, -2.0]], [[7.0, -2.0]]]]> : tensor<1x2x1x2xf64>, tolerance = 1.0e-12 : f64
  return
}

// The values are numpy's: an einsum, a softmax, an einsum.
func.func @plain_values() {
  %q = stablehlo.constant dense<[[[[0.5, 1.589, 1.103], [-1.099, -0.799, 1.494]], [[-1.979, 1.285, 1.188], [-0.128, -0.788, -0.886]]]]> : tensor<1x2x2x3xf64>
  %k = stablehlo.constant dense<[[[[-0.981, -0.22, 0.018], [0.214, 1.982, 1.171]], [[0.489, 1.956, -1.139], [-1.359, 0.45, -1.824]], [[-1.857, 0.06, -0.135], [1.669, 0.517, 0.056]]]]> : tensor<1x3x2x3xf64>
  %v = stablehlo.constant dense<[[[[-0.006, -0.505], [-0.976, -0.615]], [[0.384, -0.599], [-0.261, -0.993]], [[0.66, -0.691], [-0.465, 0.761]]]]> : tensor<1x3x2x2xf64>
  %o = tutti.dot_product_attention %q, %k, %v {scale = 0.5 : f64} : (tensor<1x2x2x3xf64>, tensor<1x3x2x3xf64>, tensor<1x3x2x2xf64>) -> tensor<1x2x2x2xf64>
  check.expect_almost_eq_const %o, dense<[[[[0.36222521441639643, -0.5975288834844542], [-0.6936218091799776, -0.44655857673545407]], [[0.4644246059315348, -0.6346401005157545], [-0.3724648196322642, -0.5460456709239655]]]]> : tensor<1x2x2x2xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient_plain(%q: tensor<1x2x2x3xf64>, %k: tensor<1x3x2x3xf64>, %v: tensor<1x3x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %o = tutti.dot_product_attention %q, %k, %v {scale = 0.5 : f64} : (tensor<1x2x2x3xf64>, tensor<1x3x2x3xf64>, tensor<1x3x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %o : tensor<1x2x2x2xf64>
}

func.func @bias_values() {
  %q = stablehlo.constant dense<[[[[0.5, 1.589, 1.103], [-1.099, -0.799, 1.494]], [[-1.979, 1.285, 1.188], [-0.128, -0.788, -0.886]]]]> : tensor<1x2x2x3xf64>
  %k = stablehlo.constant dense<[[[[-0.981, -0.22, 0.018], [0.214, 1.982, 1.171]], [[0.489, 1.956, -1.139], [-1.359, 0.45, -1.824]], [[-1.857, 0.06, -0.135], [1.669, 0.517, 0.056]]]]> : tensor<1x3x2x3xf64>
  %v = stablehlo.constant dense<[[[[-0.006, -0.505], [-0.976, -0.615]], [[0.384, -0.599], [-0.261, -0.993]], [[0.66, -0.691], [-0.465, 0.761]]]]> : tensor<1x3x2x2xf64>
  %b = stablehlo.constant dense<[[[[0.02, 0.694, 0.279], [0.484, -0.817, 0.082]], [[0.016, 0.743, -0.277], [0.196, -0.881, -0.225]]]]> : tensor<1x2x2x3xf64>
  %o = tutti.dot_product_attention %q, %k, %v, %b {scale = 0.5 : f64} : (tensor<1x2x2x3xf64>, tensor<1x3x2x3xf64>, tensor<1x3x2x2xf64>, tensor<1x2x2x3xf64>) -> tensor<1x2x2x2xf64>
  check.expect_almost_eq_const %o, dense<[[[[0.37833594072735693, -0.6004990317204448], [-0.6058089799015614, -0.6173201428142886]], [[0.4154392800595621, -0.6220263735135667], [-0.4615117377254955, -0.3490910828915699]]]]> : tensor<1x2x2x2xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient_bias(%q: tensor<1x2x2x3xf64>, %k: tensor<1x3x2x3xf64>, %v: tensor<1x3x2x2xf64>, %b: tensor<1x2x2x3xf64>) -> tensor<1x2x2x2xf64> {
  %o = tutti.dot_product_attention %q, %k, %v, %b {scale = 0.5 : f64} : (tensor<1x2x2x3xf64>, tensor<1x3x2x3xf64>, tensor<1x3x2x2xf64>, tensor<1x2x2x3xf64>) -> tensor<1x2x2x2xf64>
  return %o : tensor<1x2x2x2xf64>
}

// The first head's first query has no key: the mean of all values.
func.func @mask_values() {
  %q = stablehlo.constant dense<[[[[0.5, 1.589, 1.103], [-1.099, -0.799, 1.494]], [[-1.979, 1.285, 1.188], [-0.128, -0.788, -0.886]]]]> : tensor<1x2x2x3xf64>
  %k = stablehlo.constant dense<[[[[-0.981, -0.22, 0.018], [0.214, 1.982, 1.171]], [[0.489, 1.956, -1.139], [-1.359, 0.45, -1.824]], [[-1.857, 0.06, -0.135], [1.669, 0.517, 0.056]]]]> : tensor<1x3x2x3xf64>
  %v = stablehlo.constant dense<[[[[-0.006, -0.505], [-0.976, -0.615]], [[0.384, -0.599], [-0.261, -0.993]], [[0.66, -0.691], [-0.465, 0.761]]]]> : tensor<1x3x2x2xf64>
  %b = stablehlo.constant dense<[[[[false, false, false], [false, true, true]], [[true, true, true], [true, false, true]]]]> : tensor<1x2x2x3xi1>
  %o = tutti.dot_product_attention %q, %k, %v, %b {scale = 0.5 : f64, masked_score = -30.0 : f64} : (tensor<1x2x2x3xf64>, tensor<1x3x2x3xf64>, tensor<1x3x2x2xf64>, tensor<1x2x2x3xi1>) -> tensor<1x2x2x2xf64>
  check.expect_almost_eq_const %o, dense<[[[[0.346, -0.5983333333333333], [-0.6936218091799776, -0.44655857673545407]], [[0.6173518318378498, -0.6767839439459503], [-0.6046470287028332, 0.38496416537140865]]]]> : tensor<1x2x2x2xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient_mask(%q: tensor<1x2x2x3xf64>, %k: tensor<1x3x2x3xf64>, %v: tensor<1x3x2x2xf64>, %b: tensor<1x2x2x3xi1> {case.value = dense<[[[[false, false, false], [false, true, true]], [[true, true, true], [true, false, true]]]]> : tensor<1x2x2x3xi1>}) -> tensor<1x2x2x2xf64> {
  %o = tutti.dot_product_attention %q, %k, %v, %b {scale = 0.5 : f64, masked_score = -30.0 : f64} : (tensor<1x2x2x3xf64>, tensor<1x3x2x3xf64>, tensor<1x3x2x2xf64>, tensor<1x2x2x3xi1>) -> tensor<1x2x2x2xf64>
  return %o : tensor<1x2x2x2xf64>
}
