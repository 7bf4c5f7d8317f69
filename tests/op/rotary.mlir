// SPDX-License-Identifier: Apache-2.0
// A quarter turn of one pair, and half a turn of the other.
func.func @by_hand() {
  %x = stablehlo.constant dense<[[[[1.0, 2.0, 3.0, 4.0]]]]> : tensor<1x1x1x4xf64>
  %cosine = stablehlo.constant dense<[[[0.0, -1.0]]]> : tensor<1x1x2xf64>
  %sine = stablehlo.constant dense<[[[1.0, 0.0]]]> : tensor<1x1x2xf64>
  %y = tutti.rotary %x, %cosine, %sine : (tensor<1x1x1x4xf64>, tensor<1x1x2xf64>, tensor<1x1x2xf64>) -> tensor<1x1x1x4xf64>
  check.expect_eq_const %y, dense<[[[[-3.0, -2.0, 1.0, -4.0]]]]> : tensor<1x1x1x4xf64>
  %z = tutti.rotary %x, %cosine, %sine {inverse = true} : (tensor<1x1x1x4xf64>, tensor<1x1x2xf64>, tensor<1x1x2xf64>) -> tensor<1x1x1x4xf64>
  check.expect_eq_const %z, dense<[[[[3.0, -2.0, -1.0, -4.0]]]]> : tensor<1x1x1x4xf64>
  return
}

// The values are those of the formula in numpy.
func.func @values() {
  %x = stablehlo.constant dense<[[[[-0.153, 0.686, -0.87, -1.514], [0.395, -0.671, -1.92, -0.814]], [[-0.468, -1.193, -1.492, 0.037], [0.897, -0.233, -0.744, 0.385]], [[0.717, -0.3, 0.545, 1.043], [-0.207, -0.814, 0.348, 0.248]]]]> : tensor<1x3x2x4xf64>
  %cosine = stablehlo.constant dense<[[[1.0, 1.0], [0.540302, 0.995004], [-0.416147, 0.980067]]]> : tensor<1x3x2xf64>
  %sine = stablehlo.constant dense<[[[0.0, 0.0], [0.841471, 0.099833], [0.909297, 0.198669]]]> : tensor<1x3x2xf64>
  %y = tutti.rotary %x, %cosine, %sine : (tensor<1x3x2x4xf64>, tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<1x3x2x4xf64>
  check.expect_almost_eq_const %y, dense<[[[[-0.153, 0.686, -0.87, -1.514], [0.395, -0.671, -1.92, -0.814]], [[1.0026133959999999, -1.190733593, -1.199939012, -0.082285621], [1.110705318, -0.270271637, 0.352814799, 0.359815451]], [[-0.7939442640000001, -0.501231867, 0.4251658339999999, 0.962609181], [-0.230292927, -0.84704445, -0.333043635, 0.08134005]]]]> : tensor<1x3x2x4xf64>, tolerance = 1.0e-12 : f64
  %z = tutti.rotary %x, %cosine, %sine {inverse = true} : (tensor<1x3x2x4xf64>, tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<1x3x2x4xf64>
  check.expect_almost_eq_const %z, dense<[[[[-0.153, 0.686, -0.87, -1.514], [0.395, -0.671, -1.92, -0.814]], [[-1.508336068, -1.1833459510000002, -0.41232215599999994, 0.15591591700000001], [-0.14140353000000006, -0.19340022700000004, -1.1567841749999999, 0.40633762900000003]], [[0.19718946600000004, -0.08680833300000002, -0.8787660639999999, 1.081810581], [0.40257778499999997, -0.748504626, 0.04340532300000002, 0.404773182]]]]> : tensor<1x3x2x4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @empty() {
  %none = stablehlo.constant dense<0.0> : tensor<1x2x0x4xf32>
  %turns = stablehlo.constant dense<1.0> : tensor<1x2x2xf32>
  %y = tutti.rotary %none, %turns, %turns : (tensor<1x2x0x4xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x0x4xf32>
  check.expect_eq %y, %none : tensor<1x2x0x4xf32>
  %flat = stablehlo.constant dense<0.0> : tensor<1x2x3x0xf32>
  %still = stablehlo.constant dense<1.0> : tensor<1x2x0xf32>
  %z = tutti.rotary %flat, %still, %still : (tensor<1x2x3x0xf32>, tensor<1x2x0xf32>, tensor<1x2x0xf32>) -> tensor<1x2x3x0xf32>
  check.expect_eq %z, %flat : tensor<1x2x3x0xf32>
  return
}

func.func @gradient(%x: tensor<1x3x2x4xf64>) -> tensor<1x3x2x4xf64> {
  %cosine = stablehlo.constant dense<[[[1.0, 1.0], [0.540302, 0.995004], [-0.416147, 0.980067]]]> : tensor<1x3x2xf64>
  %sine = stablehlo.constant dense<[[[0.0, 0.0], [0.841471, 0.099833], [0.909297, 0.198669]]]> : tensor<1x3x2xf64>
  %y = tutti.rotary %x, %cosine, %sine : (tensor<1x3x2x4xf64>, tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<1x3x2x4xf64>
  return %y : tensor<1x3x2x4xf64>
}

func.func @gradient_of_turns(%x: tensor<1x3x2x4xf64>, %cosine: tensor<1x3x2xf64>, %sine: tensor<1x3x2xf64>) -> tensor<1x3x2x4xf64> {
  %y = tutti.rotary %x, %cosine, %sine {inverse = true} : (tensor<1x3x2x4xf64>, tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<1x3x2x4xf64>
  return %y : tensor<1x3x2x4xf64>
}
