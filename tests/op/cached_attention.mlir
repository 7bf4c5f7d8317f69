// SPDX-License-Identifier: Apache-2.0
// The first token attends to itself alone; the second one's scores of both are equal. The third
// place belongs to nobody yet.
func.func @by_hand() {
  %q = stablehlo.constant dense<[[[[3.0]], [[0.0]]]]> : tensor<1x2x1x1xf64>
  %keys = stablehlo.constant dense<[[[[5.0], [-7.0], [100.0]]]]> : tensor<1x1x3x1xf64>
  %values = stablehlo.constant dense<[[[[2.0], [4.0], [1000.0]]]]> : tensor<1x1x3x1xf64>
  %first = stablehlo.constant dense<0> : tensor<1xi32>
  %o = tutti.cached_attention %q, %keys, %values, %first {scale = 1.0 : f64} : (tensor<1x2x1x1xf64>, tensor<1x1x3x1xf64>, tensor<1x1x3x1xf64>, tensor<1xi32>) -> tensor<1x2x1x1xf64>
  check.expect_almost_eq_const %o, dense<[[[[2.0]], [[3.0]]]]> : tensor<1x2x1x1xf64>, tolerance = 1.0e-12 : f64
  return
}

// The values are numpy's. Two heads of queries share one of keys, and the second row's first place
// is clamped to 2.
func.func @values() {
  %q = stablehlo.constant dense<[[[[-0.802, -1.324, -0.248], [0.42, 1.136, 0.11], [-0.553, -0.785, 0.749], [1.635, 0.273, -1.233]], [[-0.958, 1.6, 0.203], [-1.732, -0.084, -1.163], [-0.629, -0.488, -0.713], [0.553, -0.063, -0.589]]], [[[0.41, 0.83, -1.643], [-0.257, -0.981, -0.173], [-1.289, 0.021, -0.038], [-0.304, -1.048, -0.396]], [[-1.091, -1.355, 0.225], [-1.109, 1.17, 0.717], [-1.998, 0.272, -1.102], [0.033, 0.044, -1.988]]]]> : tensor<2x2x4x3xf64>
  %keys = stablehlo.constant dense<[[[[-0.233, -0.256, 0.962], [-1.181, 0.738, -1.099], [-0.331, -0.84, 1.449], [0.568, 2.432, 0.642]], [[0.845, 0.841, -0.607], [-0.07, 1.35, -0.397], [0.189, -0.021, 0.609], [-0.365, -0.152, 0.242]]], [[[0.103, -0.865, 0.896], [-1.298, -1.201, -1.282], [0.967, -0.361, -0.971], [-1.136, 0.421, -1.055]], [[-1.272, 0.614, -1.197], [-0.322, -0.007, -0.445], [-0.054, 1.339, -0.517], [-1.259, -1.837, -0.205]]]]> : tensor<2x2x4x3xf64>
  %values = stablehlo.constant dense<[[[[-0.352, 0.265, -0.464], [-0.479, -0.721, -0.52], [0.16, -0.38, 0.1], [1.901, 0.479, -1.576]], [[1.734, 0.348, -0.941], [0.907, 0.018, -0.615], [-0.634, -0.993, 0.048], [1.069, -0.325, 0.421]]], [[[1.876, -1.215, 0.258], [-0.306, -1.059, -1.026], [-0.015, 0.434, -0.532], [0.054, 0.722, 0.297]], [[0.869, 0.461, 0.488], [1.827, 0.623, 0.129], [0.71, -0.919, -0.338], [0.793, 0.631, 1.548]]]]> : tensor<2x2x4x3xf64>
  %first = stablehlo.constant dense<[1, 9]> : tensor<2xi32>
  %o = tutti.cached_attention %q, %keys, %values, %first {scale = 0.5 : f64} : (tensor<2x2x4x3xf64>, tensor<2x2x4x3xf64>, tensor<2x2x4x3xf64>, tensor<2xi32>) -> tensor<2x2x4x3xf64>
  check.expect_almost_eq_const %o, dense<[[[[-0.4147914964028829, -0.22249933427750032, -0.4916875889650507], [-0.42346383226928297, -0.2898294379331738, -0.49551161107936886], [1.2932773770219859, 0.17213728466415396, -0.7672689539409521], [1.4790217909641952, 0.24625537003408027, -0.8404886382760914]], [[-0.35332382072436164, -0.4507707344448054, -0.41293429491050365], [-0.405756830786982, -0.58063729675814, -0.45634915497897216], [0.6832606849404822, -0.1978925237393592, -0.5090478002078909], [0.8654885037640887, -0.10096181145164179, -0.584277068367738]]], [[[0.049317648723880336, -0.2039144689762073, -0.6291825793544227], [0.38065326656793713, -0.7554251690699274, -0.5467456388486824], [1.0889438271958394, 0.18886308941752986, 0.20312860958784915], [1.2288817359696012, 0.25611783103822044, 0.17921774202608737]], [[0.3051780095988381, -0.6820197253452134, -0.46058530000264913], [0.39917223594576645, -0.08839585943909939, -0.042794582615948526], [0.9537122240391405, 0.3527031211243515, 0.5757410116100409], [1.0149874534772971, 0.21018009986475278, 0.3898455290583359]]]]> : tensor<2x2x4x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @empty() {
  %none = stablehlo.constant dense<0.0> : tensor<1x0x2x4xf32>
  %kept = stablehlo.constant dense<1.0> : tensor<1x2x3x4xf32>
  %first = stablehlo.constant dense<0> : tensor<1xi32>
  %o = tutti.cached_attention %none, %kept, %kept, %first {scale = 1.0 : f64} : (tensor<1x0x2x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1xi32>) -> tensor<1x0x2x4xf32>
  check.expect_eq %o, %none : tensor<1x0x2x4xf32>
  return
}

// Through its decomposition.
func.func @gradient(%q: tensor<1x2x2x3xf64>, %keys: tensor<1x1x4x3xf64>, %values: tensor<1x1x4x3xf64>) -> tensor<1x2x2x3xf64> {
  %first = stablehlo.constant dense<1> : tensor<1xi32>
  %o = tutti.cached_attention %q, %keys, %values, %first {scale = 0.5 : f64} : (tensor<1x2x2x3xf64>, tensor<1x1x4x3xf64>, tensor<1x1x4x3xf64>, tensor<1xi32>) -> tensor<1x2x2x3xf64>
  return %o : tensor<1x2x2x3xf64>
}

// A token sees itself and the one before it. The values are numpy's.
func.func @window() {
  %q = stablehlo.constant dense<[[[[-1.746, 0.757, -0.845], [0.779, 0.131, -1.537]], [[1.249, 1.442, -0.066], [-0.274, -0.16, -0.975]]]]> : tensor<1x2x2x3xf64>
  %keys = stablehlo.constant dense<[[[[1.099, -0.543, -0.051], [-0.793, -0.626, -1.278], [1.257, -0.154, 0.966], [0.013, -0.694, -0.327], [-0.56, 0.008, -0.375]]]]> : tensor<1x1x5x3xf64>
  %values = stablehlo.constant dense<[[[[-0.3, -1.379, -0.807], [1.654, -0.671, -1.054], [0.337, 1.407, -1.454], [-0.209, -0.632, -1.761], [0.735, -0.023, 0.071]]]]> : tensor<1x1x5x3xf64>
  %first = stablehlo.constant dense<2> : tensor<1xi32>
  %o = tutti.cached_attention %q, %keys, %values, %first {scale = 0.5 : f64, window = 2 : i64} : (tensor<1x2x2x3xf64>, tensor<1x1x5x3xf64>, tensor<1x1x5x3xf64>, tensor<1xi32>) -> tensor<1x2x2x3xf64>
  check.expect_almost_eq_const %o, dense<[[[[1.5594152819734592, -0.5217615458928232, -1.0827273251409388], [1.2719992079114126, -0.06826830223228203, -1.1700215010139976]], [[0.2030369485708366, 0.906724062520029, -1.5293235472321487], [-0.04481765709094482, -0.018872166315817784, -1.6686850196463736]]]]> : tensor<1x2x2x3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient_window(%q: tensor<1x2x2x3xf64>, %keys: tensor<1x1x5x3xf64>, %values: tensor<1x1x5x3xf64>) -> tensor<1x2x2x3xf64> {
  %first = stablehlo.constant dense<2> : tensor<1xi32>
  %o = tutti.cached_attention %q, %keys, %values, %first {scale = 0.5 : f64, window = 2 : i64} : (tensor<1x2x2x3xf64>, tensor<1x1x5x3xf64>, tensor<1x1x5x3xf64>, tensor<1xi32>) -> tensor<1x2x2x3xf64>
  return %o : tensor<1x2x2x3xf64>
}
