// SPDX-License-Identifier: Apache-2.0
// The values come from dense inverses X: dG_ii = -X_ij dH_jk X_ki.
func.func @values() {
  %a = stablehlo.constant dense<[[1.035, -1.697, -1.047, 1.081, -1.672], [1.742, -0.772, -0.027, 0.416, -0.844]]> : tensor<2x5xf64>
  %b = stablehlo.constant dense<[0.032, 0.135, -1.273, 1.527]> : tensor<4xf64>
  %c = stablehlo.constant dense<[0.93, 0.214, -1.559, 0.993]> : tensor<4xf64>
  %wr = stablehlo.constant dense<[[1.537, -1.778, 0.902, -1.163, 0.7], [-0.048, -1.971, -0.766, 0.572, 0.451]]> : tensor<2x5xf64>
  %wi = stablehlo.constant dense<[[1.798, 0.462, -0.827, -1.967, -1.492], [-0.448, -0.192, -0.473, -0.48, 1.293]]> : tensor<2x5xf64>
  %r:3 = tutti.resolvent_diagonal_gradient %wr, %wi, %a, %b, %c {causal = false, couplings = true, z_imaginary = 0.5 : f64, z_real = 0.25 : f64} : (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<2x5xf64>, tensor<4xf64>, tensor<4xf64>)
  check.expect_almost_eq_const %r#0, dense<[[-2.5497775265108316, 0.40902055753574257, -0.11034085472033042, 0.12358944129399536, -0.19119669846064738], [0.13771749218279367, 0.7655778704428239, -0.09675335511169583, 0.1172792178290655, 0.4192971040567841]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[-2.2839501864845198, -0.05632608120215628, -0.27091406649223243, 0.20995625340623858]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<[-0.07858753329839205, -0.03553280823500509, -0.22121462902155986, 0.3228632416428262]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @causal() {
  %a = stablehlo.constant dense<[[1.844, -0.24, -0.19, 0.715, 1.868], [-0.434, 0.728, -0.368, 0.088, -0.372]]> : tensor<2x5xf64>
  %b = stablehlo.constant dense<[0.755, 1.216, 0.127, -1.061]> : tensor<4xf64>
  %c = stablehlo.constant dense<[1.708, 1.914, 1.117, -0.537]> : tensor<4xf64>
  %wr = stablehlo.constant dense<[[0.884, -1.656, 0.272, -0.335, -0.209], [1.64, -1.509, 1.592, -0.245, 1.876]]> : tensor<2x5xf64>
  %wi = stablehlo.constant dense<[[0.314, -0.527, -1.007, 0.239, 1.408], [1.254, 0.245, 0.397, 0.995, 1.514]]> : tensor<2x5xf64>
  %r:3 = tutti.resolvent_diagonal_gradient %wr, %wi, %a, %b, %c {causal = true, couplings = true, z_imaginary = 0.5 : f64, z_real = 0.25 : f64} : (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<2x5xf64>, tensor<4xf64>, tensor<4xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.14494809192957375, 0.37367967556404963, 0.4003117391724375, -0.5572536371113787, -0.534799305389175], [1.3458399747285468, -0.2369019121292572, -0.14225403364175937, -1.3225126109879657, 0.977297403535744]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[-0.7796136787512413, 0.8302911603215959, -1.8793451432985737, -0.3497989573893218]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<[-0.34461845869858754, 0.527499504154159, -0.21367666356214765, -0.6911297835941722]> : tensor<4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @couplings_of_rows() {
  %a = stablehlo.constant dense<[[1.148, 1.527, -1.573, -0.825, 0.011], [1.06, -0.161, 1.45, 0.729, 0.594]]> : tensor<2x5xf64>
  %b = stablehlo.constant dense<[[-0.415, -0.533, 1.692, 0.355], [-0.805, 0.072, 1.787, 1.91]]> : tensor<2x4xf64>
  %c = stablehlo.constant dense<[[-1.831, -1.598, 0.463, 1.08], [-0.417, 1.539, 1.668, 0.994]]> : tensor<2x4xf64>
  %wr = stablehlo.constant dense<[[0.75, 1.277, 0.976, -1.286, -1.504], [-0.285, -1.158, 0.276, 1.606, -1.821]]> : tensor<2x5xf64>
  %wi = stablehlo.constant dense<[[1.952, -1.194, 1.908, 1.712, 0.864], [-0.241, 0.936, -1.37, -0.291, 0.172]]> : tensor<2x5xf64>
  %r:3 = tutti.resolvent_diagonal_gradient %wr, %wi, %a, %b, %c {causal = false, couplings = true, z_imaginary = 1.0 : f64, z_real = -0.5 : f64} : (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<2x5xf64>, tensor<2x4xf64>, tensor<2x4xf64>)
  check.expect_almost_eq_const %r#0, dense<[[-0.5776766064604109, 0.13845140779670706, 0.19196889889886723, -0.2534782427926623, -0.5637797434644352], [0.06627094410657652, -1.113610709257368, 0.23546029549070618, 0.16578038442756404, -0.38061148396744005]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#1, dense<[[-0.11050034353369129, 0.32092420217811135, -0.09953548011768144, -0.3934917853281417], [-0.16839278348925527, 0.3169676890051323, -0.18754744759034708, 0.21720132339548764]]> : tensor<2x4xf64>, tolerance = 1.0e-12 : f64
  check.expect_almost_eq_const %r#2, dense<[[-0.0250451352083462, 0.10704167694676685, -0.3637452102788704, -0.12934220721434286], [-0.3250747978629508, 0.014828897731234181, -0.20092763120140897, 0.4173586797639652]]> : tensor<2x4xf64>, tolerance = 1.0e-12 : f64
  return
}

func.func @without_couplings() {
  %a = stablehlo.constant dense<[[-1.956, 1.866, -0.798, -0.372, 1.397], [0.74, -0.143, -0.17, 0.99, 1.977]]> : tensor<2x5xf64>
  %b = stablehlo.constant dense<[0.967, 0.309, -0.067, 1.798]> : tensor<4xf64>
  %c = stablehlo.constant dense<[1.051, 0.984, -1.935, 1.426]> : tensor<4xf64>
  %wr = stablehlo.constant dense<[[0.207, 1.391, -0.425, 0.907, -0.263], [-0.826, 1.95, -1.842, -0.817, 1.421]]> : tensor<2x5xf64>
  %wi = stablehlo.constant dense<[[0.809, 0.238, 1.635, 1.174, 0.338], [0.835, 0.633, -1.191, -0.953, 1.841]]> : tensor<2x5xf64>
  %r:1 = tutti.resolvent_diagonal_gradient %wr, %wi, %a, %b, %c {causal = false, couplings = false, z_imaginary = 1.0 : f64, z_real = 0.0 : f64} : (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<2x5xf64>)
  check.expect_almost_eq_const %r#0, dense<[[0.048619912430739105, -0.08723023709495689, 0.756012175935769, 0.2694986975357746, -0.03910932756104693], [-0.5366094911174364, 0.7998943493112389, -1.4470104416863874, 0.21619760020136658, -0.22646193619980526]]> : tensor<2x5xf64>, tolerance = 1.0e-12 : f64
  return
}
