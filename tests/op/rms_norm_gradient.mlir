// SPDX-License-Identifier: Apache-2.0
// The values are those of the formula in numpy.
func.func @values() {
  %dy = stablehlo.constant dense<[[1.099, -1.285, -0.662, -0.838], [-1.734, 0.126, 0.528, -0.739], [1.386, 0.822, 0.627, 0.402]]> : tensor<3x4xf64>
  %x = stablehlo.constant dense<[[0.956, -1.332, 0.614, 0.603], [-1.768, 0.347, -0.25, 0.782], [-0.439, -0.018, 0.343, -0.876]]> : tensor<3x4xf64>
  %gamma = stablehlo.constant dense<[0.599, -0.105, 0.492, -0.522]> : tensor<4xf64>
  %rstd = stablehlo.constant dense<[1.0800866599093562, 1.0101142794681872, 1.9261870489809945]> : tensor<3xf64>
  %r:2 = tutti.rms_norm_gradient %dy, %x, %gamma, %rstd : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<4xf64>, tensor<3xf64>) -> (tensor<3x4xf64>, tensor<4xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.5564127785303415, 0.3611487406006447, -0.45108785589923567, 0.3749484556179664], [-0.10687587835878457, -0.19830528901252464, 0.3956465861806786, -0.027124874940610024], [1.5416739548187115, -0.16860574861110755, 0.6391031486095399, -0.5188839565661859]]> : tensor<3x4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[3.0595098219500985, 1.8643622817842374, -0.15810803642893523, -1.807836554014298]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  %s = tutti.rms_norm_gradient %dy, %x, %gamma, %rstd : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<4xf64>, tensor<3xf64>) -> tensor<3x4xf64>
  check.expect_almost_eq_const %s, dense<[[0.5564127785303415, 0.3611487406006447, -0.45108785589923567, 0.3749484556179664], [-0.10687587835878457, -0.19830528901252464, 0.3956465861806786, -0.027124874940610024], [1.5416739548187115, -0.16860574861110755, 0.6391031486095399, -0.5188839565661859]]> : tensor<3x4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @empty() {
  %none = stablehlo.constant dense<0.0> : tensor<0x4xf32>
  %gamma = stablehlo.constant dense<1.0> : tensor<4xf32>
  %rstd = stablehlo.constant dense<1.0> : tensor<0xf32>
  %r:2 = tutti.rms_norm_gradient %none, %none, %gamma, %rstd : (tensor<0x4xf32>, tensor<0x4xf32>, tensor<4xf32>, tensor<0xf32>) -> (tensor<0x4xf32>, tensor<4xf32>)
  check.expect_eq_const %r#1, dense<0.0> : tensor<4xf32>
  return
}
