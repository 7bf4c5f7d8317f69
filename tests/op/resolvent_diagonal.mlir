// SPDX-License-Identifier: Apache-2.0
// a - z = [2 - i, 2 - i], b c = 1: G = (2 - i) / ((2 - i)^2 - 1) = (2 - i) / (2 - 4 i), both elements.
func.func @by_hand() {
  %a = stablehlo.constant dense<2.0> : tensor<2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<1xf64>
  %r:2 = tutti.resolvent_diagonal %a, %one, %one {causal = false, z_imaginary = 1.0 : f64, z_real = 0.0 : f64} : (tensor<2xf64>, tensor<1xf64>, tensor<1xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %r#0, dense<0.4> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<0.3> : tensor<2xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @one_element() {
  %a = stablehlo.constant dense<[[1.0], [0.0]]> : tensor<2x1xf64>
  %none = stablehlo.constant dense<> : tensor<0xf64>
  %r:2 = tutti.resolvent_diagonal %a, %none, %none {causal = true, z_imaginary = 1.0 : f64, z_real = 0.0 : f64} : (tensor<2x1xf64>, tensor<0xf64>, tensor<0xf64>) -> (tensor<2x1xf64>, tensor<2x1xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.5], [0.0]]> : tensor<2x1xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[0.5], [1.0]]> : tensor<2x1xf64>, tolerance = 1.0e-12 : f64
  return
}

// The values are those of dense inverses.
func.func @values() {
  %a = stablehlo.constant dense<[[-1.357, -1.999, -1.134, -0.528, -1.992], [-1.228, 1.963, 1.148, -1.515, -1.097]]> : tensor<2x5xf64>
  %b = stablehlo.constant dense<[-1.067, -1.667, -0.585, -1.143]> : tensor<4xf64>
  %c = stablehlo.constant dense<[-1.413, -0.167, -0.387, -1.16]> : tensor<4xf64>
  %r:2 = tutti.resolvent_diagonal %a, %b, %c {causal = false, z_imaginary = 0.5 : f64, z_real = 0.25 : f64} : (tensor<2x5xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>)
  check.expect_almost_eq_const %r#0, dense<[[-0.6906194820667095, -0.5421855148851155, -0.5387607568099474, -0.13169699832148013, -0.30295796143360276], [-0.37892805544093716, 0.3589383114545093, 0.7164593957780946, -0.520424250798691, -0.7165992855255989]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[0.506286656555907, 0.3787711630163123, 0.4370069108714181, 1.4226894043614602, 0.4324336860113065], [0.13789503154902763, 0.13709892030116924, 0.5000616753440058, 0.4514326649878021, 0.6800042568516347]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @causal() {
  %a = stablehlo.constant dense<[[1.049, 0.337, -0.459, 1.441, -0.819], [-1.258, 0.205, -1.505, -1.668, 1.75]]> : tensor<2x5xf64>
  %b = stablehlo.constant dense<[-0.102, -1.107, -0.804, 1.573]> : tensor<4xf64>
  %c = stablehlo.constant dense<[-1.662, -0.357, -0.679, 1.59]> : tensor<4xf64>
  %r:2 = tutti.resolvent_diagonal %a, %b, %c {causal = true, z_imaginary = 0.5 : f64, z_real = 0.25 : f64} : (tensor<2x5xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.8993686409628084, -0.18245511067821613, -0.365706820449382, 0.5193873254400257, -0.32386062108976815], [-0.597449193047403, 0.1955070702803562, -0.37575216105187353, -0.5126898127999024, 0.31992109972396676]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[0.5628089117414321, 1.6594553143485484, 0.6636732478398127, 0.32206115729264473, 0.17854515848991506], [0.19809323376903282, 1.8535057329516147, 0.2527560687530092, 0.19095875027075335, 0.11240997526546344]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @couplings_of_rows() {
  %a = stablehlo.constant dense<[[-1.904, 0.876, -0.013, -1.405, 0.473], [-0.209, -0.944, -0.798, 1.115, -0.861]]> : tensor<2x5xf64>
  %b = stablehlo.constant dense<[[-1.715, 1.73, -0.879, 0.216], [0.25, 1.634, 1.465, 1.153]]> : tensor<2x4xf64>
  %c = stablehlo.constant dense<[[-0.042, 0.331, -0.133, 1.552], [0.696, 0.272, 1.117, 0.605]]> : tensor<2x4xf64>
  %r:2 = tutti.resolvent_diagonal %a, %b, %c {causal = false, z_imaginary = 1.0 : f64, z_real = -0.5 : f64} : (tensor<2x5xf64>, tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>)
  check.expect_almost_eq_const %r#0, dense<[[-0.4604345246827044, 0.3366680610659847, 0.1662218868466544, -0.39023667605912954, 0.423581023995245], [0.233908288428295, -0.1731264572916583, -0.18611516320290136, 0.16578844083464653, -0.30479788123816104]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[0.33211126148047715, 0.4116566100373337, 0.7655844281667166, 0.4535344856296263, 0.4443703819838626], [0.8161111633799828, 0.6716282883961486, 0.4962940956553766, 0.2366862886864812, 0.7069641313386461]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  return
}

// A product below 0 reaches the elements that depend on it, and no other.
func.func @negative_products() {
  %a = stablehlo.constant dense<[2.0, 2.0, 2.0]> : tensor<3xf64>
  %b = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf64>
  %c = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %r:2 = tutti.resolvent_diagonal %a, %b, %c {causal = true, z_imaginary = 1.0 : f64, z_real = 0.0 : f64} : (tensor<3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  check.expect_almost_eq_const %r#0, dense<[0.4, 0.4, 0x7FF8000000000000]> : tensor<3xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @gradient(%a: tensor<2x4xf64>, %b: tensor<3xf64> {case.low = 0.2 : f64}, %c: tensor<3xf64> {case.low = 0.2 : f64}) -> (tensor<2x4xf64>, tensor<2x4xf64>) {
  %y:2 = tutti.resolvent_diagonal %a, %b, %c {causal = false, z_imaginary = 0.5 : f64, z_real = 0.25 : f64} : (tensor<2x4xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>)
  return %y#0, %y#1 : tensor<2x4xf64>, tensor<2x4xf64>
}

func.func @gradient_causal(%a: tensor<2x4xf64>, %b: tensor<3xf64> {case.low = 0.2 : f64}, %c: tensor<3xf64> {case.low = 0.2 : f64}) -> (tensor<2x4xf64>, tensor<2x4xf64>) {
  %y:2 = tutti.resolvent_diagonal %a, %b, %c {causal = true, z_imaginary = 0.5 : f64, z_real = 0.25 : f64} : (tensor<2x4xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>)
  return %y#0, %y#1 : tensor<2x4xf64>, tensor<2x4xf64>
}

func.func @gradient_of_rows(%a: tensor<2x4xf64>, %b: tensor<2x3xf64> {case.low = 0.2 : f64}, %c: tensor<2x3xf64> {case.low = 0.2 : f64}) -> (tensor<2x4xf64>, tensor<2x4xf64>) {
  %y:2 = tutti.resolvent_diagonal %a, %b, %c {causal = false, z_imaginary = 0.5 : f64, z_real = 0.25 : f64} : (tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>)
  return %y#0, %y#1 : tensor<2x4xf64>, tensor<2x4xf64>
}
