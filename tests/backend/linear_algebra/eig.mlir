// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @eig_f32() {
  %in0 = stablehlo.constant dense<[[[-1.6098655e+00, 1.0449989e+00, -1.0122482e+00, -1.4474733e+00], [-6.7421377e-01, -1.6680018e+00, 6.8790835e-01, 1.2263752e+00], [1.9309677e+00, 5.4264295e-01, -1.136307e+00, 1.9610973e-01], [1.8223983e-01, -1.0636957e+00, -1.5450966e+00, -1.3629318e-03]], [[-1.3915663e+00, 1.3074432e-01, -4.5197293e-01, 7.5330955e-01], [-5.0829136e-01, 1.7846402e+00, 1.1094316e+00, 4.3213722e-01], [4.6092814e-01, 5.719504e-01, -9.26066e-01, 1.0006245e+00], [-8.5267806e-01, 8.375042e-01, -1.740853e+00, 7.594339e-01]]]> : tensor<2x4x4xf32>
  %out:3 = func.call @eig_f32__main(%in0) : (tensor<2x4x4xf32>) -> (tensor<2x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[(-1.840426e+00, 1.9507195e+00), (-1.840426e+00, -1.9507195e+00), (-3.673431e-01, 7.358134e-01), (-3.673431e-01, -7.358134e-01)], [(-1.3111606e+00, 0.0e+00), (-3.096937e-01, 1.290935e+00), (-3.096937e-01, -1.290935e+00), (2.1569893e+00, 0.0e+00)]]> : tensor<2x4xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x4xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[[(-5.9604645e-07, -4.7683716e-07), (-5.9604645e-07, 4.7683716e-07), (-3.054738e-07, 7.4505806e-08), (-3.054738e-07, -7.4505806e-08)], [(3.017485e-07, 3.5762787e-07), (3.017485e-07, -3.5762787e-07), (5.029142e-07, 1.1920929e-07), (5.029142e-07, -1.1920929e-07)], [(3.5762787e-07, 2.3841858e-07), (3.5762787e-07, -2.3841858e-07), (-1.3411045e-07, -7.450581e-09), (-1.3411045e-07, 7.450581e-09)], [(3.5762787e-07, 5.9604645e-08), (3.5762787e-07, -5.9604645e-08), (0.0e+00, -5.9604645e-08), (0.0e+00, 5.9604645e-08)]], [[(-1.1920929e-07, 0.0e+00), (-2.8312206e-07, 2.3841858e-07), (-2.8312206e-07, -2.3841858e-07), (1.4156103e-07, 0.0e+00)], [(1.1920929e-07, 0.0e+00), (-2.0582229e-07, -8.940697e-08), (-2.0582229e-07, 8.940697e-08), (-4.7683716e-07, 0.0e+00)], [(1.1920929e-07, 0.0e+00), (-4.172325e-07, 2.682209e-07), (-4.172325e-07, -2.682209e-07), (4.172325e-07, 0.0e+00)], [(2.3841858e-07, 0.0e+00), (2.682209e-07, 8.940697e-07), (2.682209e-07, -8.940697e-07), (-2.0861626e-07, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x4x4xcomplex<f32>>
  %jax2 = stablehlo.constant dense<[[[(-2.3841858e-07, -3.5762787e-07), (4.172325e-07, -5.364418e-07), (-3.5762787e-07, 9.536743e-07), (0.0e+00, 5.5134296e-07)], [(-2.3841858e-07, 3.5762787e-07), (4.172325e-07, 5.364418e-07), (-3.5762787e-07, -9.536743e-07), (0.0e+00, -5.5134296e-07)], [(-4.172325e-07, -8.940697e-08), (1.7881393e-07, 1.1920929e-07), (-1.1920929e-07, 5.9604645e-08), (-1.7881393e-07, 6.146729e-08)], [(-4.172325e-07, 8.940697e-08), (1.7881393e-07, -1.1920929e-07), (-1.1920929e-07, -5.9604645e-08), (-1.7881393e-07, -6.146729e-08)]], [[(-1.1920929e-07, 0.0e+00), (-2.9057264e-07, 0.0e+00), (1.7881393e-07, 0.0e+00), (-3.874302e-07, 0.0e+00)], [(-1.7881393e-07, -2.9802322e-07), (2.9802322e-08, 1.937151e-07), (1.4901161e-08, -4.7683716e-07), (4.172325e-07, 1.1920929e-07)], [(-1.7881393e-07, 2.9802322e-07), (2.9802322e-08, -1.937151e-07), (1.4901161e-08, 4.7683716e-07), (4.172325e-07, -1.1920929e-07)], [(-3.2782555e-07, 0.0e+00), (-1.1920929e-07, 0.0e+00), (2.0861626e-07, 0.0e+00), (-2.3841858e-07, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f32>>
  check.expect_almost_eq %out#2, %jax2, tolerance = 0.0001 : f64 : tensor<2x4x4xcomplex<f32>>
  return
}
func.func private @eig_f32__main(%arg0: tensor<2x4x4xf32>) -> (tensor<2x4xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<2x4x4xcomplex<f32>> {jax.result_info = "result[1]"}, tensor<2x4x4xcomplex<f32>> {jax.result_info = "result[2]"}) {
  %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%arg0) {backend_config = "", mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l], [i, m], [i, n, o], [i, p, q], [i]) {i=2, j=4, k=4, l=4, m=4, n=4, o=4, p=4, q=4}, custom>} : (tensor<2x4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2xi32>)
  %1 = stablehlo.complex %0#0, %0#1 : tensor<2x4xcomplex<f32>>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %3 = stablehlo.compare EQ, %0#4, %2, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x4xcomplex<f32>>
  %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %7 = stablehlo.select %6, %1, %5 : tensor<2x4xi1>, tensor<2x4xcomplex<f32>>
  %8 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %10 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %11 = stablehlo.select %10, %0#2, %9 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f32>>
  %12 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %15 = stablehlo.select %14, %0#3, %13 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f32>>
  %16 = stablehlo.convert %arg0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xcomplex<f32>>
  %17 = stablehlo.dot_general %16, %15, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %18 = stablehlo.broadcast_in_dim %7, dims = [0, 2] : (tensor<2x4xcomplex<f32>>) -> tensor<2x1x4xcomplex<f32>>
  %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<2x1x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %20 = stablehlo.multiply %15, %19 : tensor<2x4x4xcomplex<f32>>
  %21 = stablehlo.subtract %17, %20 : tensor<2x4x4xcomplex<f32>>
  %22 = stablehlo.real %11 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %23 = stablehlo.imag %11 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %24 = stablehlo.negate %23 : tensor<2x4x4xf32>
  %25 = stablehlo.complex %22, %24 : tensor<2x4x4xcomplex<f32>>
  %26 = stablehlo.transpose %25, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %27 = stablehlo.dot_general %26, %16, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %28 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4x1xcomplex<f32>>
  %29 = stablehlo.real %11 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %30 = stablehlo.imag %11 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %31 = stablehlo.negate %30 : tensor<2x4x4xf32>
  %32 = stablehlo.complex %29, %31 : tensor<2x4x4xcomplex<f32>>
  %33 = stablehlo.transpose %32, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %34 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<2x4x1xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %35 = stablehlo.multiply %34, %33 : tensor<2x4x4xcomplex<f32>>
  %36 = stablehlo.subtract %27, %35 : tensor<2x4x4xcomplex<f32>>
  return %7, %21, %36 : tensor<2x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>
}
func.func @eig_of_nan_f32() {
  %in0 = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]]> : tensor<2x2xf32>
  %out:1 = func.call @eig_of_nan_f32__main(%in0) : (tensor<2x2xf32>) -> (tensor<2xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2xcomplex<f32>>
  return
}
func.func private @eig_of_nan_f32__main(%arg0: tensor<2x2xf32>) -> (tensor<2xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = call @eig_of_nan_f32__eigvals(%arg0) : (tensor<2x2xf32>) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}
func.func private @eig_of_nan_f32__eigvals(%arg0: tensor<2x2xf32>) -> tensor<2xcomplex<f32>> {
  %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%arg0) {backend_config = "", mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k], [l], [m, n], [o, p], []) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2}, custom>} : (tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<i32>)
  %1 = stablehlo.complex %0#0, %0#1 : tensor<2xcomplex<f32>>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %3 = stablehlo.compare EQ, %0#4, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  %6 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
  %7 = stablehlo.select %6, %1, %5 : tensor<2xi1>, tensor<2xcomplex<f32>>
  return %7 : tensor<2xcomplex<f32>>
}
func.func @eig_f64() {
  %in0 = stablehlo.constant dense<[[[-1.6098655930021937e+00, 1.0449988666994252e+00, -1.0122481073346918e+00, -1.4474732500947218e+00], [-6.742137469162741e-01, -1.6680017399724285e+00, 6.879083251218665e-01, 1.2263751926466302e+00], [1.930967658176856e+00, 5.426429391874104e-01, -1.1363069758112787e+00, 1.9610972833711848e-01], [1.822398320369043e-01, -1.0636957074119935e+00, -1.5450966279716822e+00, -1.3629318041812333e-03]], [[-1.391566310312848e+00, 1.307443222290785e-01, -4.519729262138039e-01, 7.533095336886575e-01], [-5.082913743664284e-01, 1.7846401798535703e+00, 1.1094316724268278e+00, 4.321372122698177e-01], [4.609281463442758e-01, 5.719504050772937e-01, -9.260659714786614e-01, 1.0006245944129062e+00], [-8.526780423193867e-01, 8.375042313049361e-01, -1.7408528981129376e+00, 7.594339169569428e-01]]]> : tensor<2x4x4xf64>
  %out:3 = func.call @eig_f64__main(%in0) : (tensor<2x4x4xf64>) -> (tensor<2x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(-1.8404253490664253e+00, 1.9507195559656465e+00), (-1.8404253490664253e+00, -1.9507195559656465e+00), (-3.673432712286176e-01, 7.358136280741531e-01), (-3.673432712286176e-01, -7.358136280741531e-01)], [(-1.311160699296714e+00, 0.0e+00), (-3.096935470900517e-01, 1.290934930724611e+00), (-3.096935470900517e-01, -1.290934930724611e+00), (2.1569896084958224e+00, 0.0e+00)]]> : tensor<2x4xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x4xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[[(-1.7763568394002505e-15, 4.440892098500626e-16), (-1.7763568394002505e-15, -4.440892098500626e-16), (-2.7755575615628914e-16, -2.220446049250313e-16), (-2.7755575615628914e-16, 2.220446049250313e-16)], [(2.0816681711721685e-17, -2.220446049250313e-16), (2.0816681711721685e-17, 2.220446049250313e-16), (7.494005416219807e-16, 5.551115123125783e-17), (7.494005416219807e-16, -5.551115123125783e-17)], [(6.661338147750939e-16, 1.1102230246251565e-15), (6.661338147750939e-16, -1.1102230246251565e-15), (-1.6653345369377348e-16, 1.8041124150158794e-16), (-1.6653345369377348e-16, -1.8041124150158794e-16)], [(3.3306690738754696e-16, 3.885780586188048e-16), (3.3306690738754696e-16, -3.885780586188048e-16), (7.216449660063518e-16, -2.220446049250313e-16), (7.216449660063518e-16, 2.220446049250313e-16)]], [[(1.2212453270876722e-15, 0.0e+00), (2.636779683484747e-16, 6.106226635438361e-16), (2.636779683484747e-16, -6.106226635438361e-16), (4.85722573273506e-16, 0.0e+00)], [(1.6653345369377348e-16, 0.0e+00), (-1.0408340855860843e-17, 4.996003610813204e-16), (-1.0408340855860843e-17, -4.996003610813204e-16), (4.440892098500626e-16, 0.0e+00)], [(-7.771561172376096e-16, 0.0e+00), (3.3306690738754696e-16, 3.885780586188048e-16), (3.3306690738754696e-16, -3.885780586188048e-16), (1.1102230246251565e-16, 0.0e+00)], [(-4.996003610813204e-16, 0.0e+00), (5.551115123125783e-16, -2.220446049250313e-16), (5.551115123125783e-16, 2.220446049250313e-16), (6.106226635438361e-16, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x4x4xcomplex<f64>>
  %jax2 = stablehlo.constant dense<[[[(1.9984014443252818e-15, -1.9984014443252818e-15), (-3.885780586188048e-16, 9.43689570931383e-16), (-1.5543122344752192e-15, 8.881784197001252e-16), (-8.881784197001252e-16, 1.942890293094024e-16)], [(1.9984014443252818e-15, 1.9984014443252818e-15), (-3.885780586188048e-16, -9.43689570931383e-16), (-1.5543122344752192e-15, -8.881784197001252e-16), (-8.881784197001252e-16, -1.942890293094024e-16)], [(-2.7755575615628914e-16, -1.1102230246251565e-16), (3.3306690738754696e-16, -4.440892098500626e-16), (-6.661338147750939e-16, -3.3306690738754696e-16), (-2.220446049250313e-16, -9.71445146547012e-17)], [(-2.7755575615628914e-16, 1.1102230246251565e-16), (3.3306690738754696e-16, 4.440892098500626e-16), (-6.661338147750939e-16, 3.3306690738754696e-16), (-2.220446049250313e-16, 9.71445146547012e-17)]], [[(8.881784197001252e-16, 0.0e+00), (8.326672684688674e-17, 0.0e+00), (-8.326672684688674e-16, 0.0e+00), (-8.881784197001252e-16, 0.0e+00)], [(-1.942890293094024e-16, 3.3306690738754696e-16), (-4.3021142204224816e-16, -3.885780586188048e-16), (5.828670879282072e-16, 1.4432899320127035e-15), (-8.881784197001252e-16, 5.551115123125783e-17)], [(-1.942890293094024e-16, -3.3306690738754696e-16), (-4.3021142204224816e-16, 3.885780586188048e-16), (5.828670879282072e-16, -1.4432899320127035e-15), (-8.881784197001252e-16, -5.551115123125783e-17)], [(1.6653345369377348e-16, 0.0e+00), (1.1102230246251565e-15, 0.0e+00), (-1.0547118733938987e-15, 0.0e+00), (3.3306690738754696e-16, 0.0e+00)]]]> : tensor<2x4x4xcomplex<f64>>
  check.expect_almost_eq %out#2, %jax2, tolerance = 1e-09 : f64 : tensor<2x4x4xcomplex<f64>>
  return
}
func.func private @eig_f64__main(%arg0: tensor<2x4x4xf64>) -> (tensor<2x4xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<2x4x4xcomplex<f64>> {jax.result_info = "result[1]"}, tensor<2x4x4xcomplex<f64>> {jax.result_info = "result[2]"}) {
  %0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%arg0) {backend_config = "", mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l], [i, m], [i, n, o], [i, p, q], [i]) {i=2, j=4, k=4, l=4, m=4, n=4, o=4, p=4, q=4}, custom>} : (tensor<2x4x4xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2xi32>)
  %1 = stablehlo.complex %0#0, %0#1 : tensor<2x4xcomplex<f64>>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %3 = stablehlo.compare EQ, %0#4, %2, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x4xcomplex<f64>>
  %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %7 = stablehlo.select %6, %1, %5 : tensor<2x4xi1>, tensor<2x4xcomplex<f64>>
  %8 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %10 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %11 = stablehlo.select %10, %0#2, %9 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f64>>
  %12 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %15 = stablehlo.select %14, %0#3, %13 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f64>>
  %16 = stablehlo.convert %arg0 : (tensor<2x4x4xf64>) -> tensor<2x4x4xcomplex<f64>>
  %17 = stablehlo.dot_general %16, %15, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %18 = stablehlo.broadcast_in_dim %7, dims = [0, 2] : (tensor<2x4xcomplex<f64>>) -> tensor<2x1x4xcomplex<f64>>
  %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<2x1x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %20 = stablehlo.multiply %15, %19 : tensor<2x4x4xcomplex<f64>>
  %21 = stablehlo.subtract %17, %20 : tensor<2x4x4xcomplex<f64>>
  %22 = stablehlo.real %11 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %23 = stablehlo.imag %11 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %24 = stablehlo.negate %23 : tensor<2x4x4xf64>
  %25 = stablehlo.complex %22, %24 : tensor<2x4x4xcomplex<f64>>
  %26 = stablehlo.transpose %25, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %27 = stablehlo.dot_general %26, %16, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %28 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x4xcomplex<f64>>) -> tensor<2x4x1xcomplex<f64>>
  %29 = stablehlo.real %11 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %30 = stablehlo.imag %11 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %31 = stablehlo.negate %30 : tensor<2x4x4xf64>
  %32 = stablehlo.complex %29, %31 : tensor<2x4x4xcomplex<f64>>
  %33 = stablehlo.transpose %32, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %34 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<2x4x1xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %35 = stablehlo.multiply %34, %33 : tensor<2x4x4xcomplex<f64>>
  %36 = stablehlo.subtract %27, %35 : tensor<2x4x4xcomplex<f64>>
  return %7, %21, %36 : tensor<2x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>
}
func.func @eig_c64() {
  %in0 = stablehlo.constant dense<[[[(-1.6098655e+00, 2.0867133e-01), (1.0449989e+00, 2.1530592e-01), (-1.0122482e+00, -6.1388546e-01), (-1.4474733e+00, -1.3095481e+00)], [(-6.7421377e-01, 1.6773055e-01), (-1.6680018e+00, -1.7929238e+00), (6.8790835e-01, 1.3022305e+00), (1.2263752e+00, 8.442679e-01)], [(1.9309677e+00, -1.8233311e+00), (5.4264295e-01, -1.6938537e+00), (-1.136307e+00, -1.9586244e+00), (1.9610973e-01, 1.9772193e+00)], [(1.8223983e-01, 3.977756e-01), (-1.0636957e+00, -1.2810448e+00), (-1.5450966e+00, -5.4248637e-01), (-1.3629318e-03, 1.455347e+00)]], [[(-1.3915663e+00, -1.9897799e-01), (1.3074432e-01, 1.8854791e+00), (-4.5197293e-01, -1.4573609e+00), (7.5330955e-01, 8.6269796e-01)], [(-5.0829136e-01, 1.683793e+00), (1.7846402e+00, 1.7414577e+00), (1.1094316e+00, 1.7452116e+00), (4.3213722e-01, 6.910962e-01)], [(4.6092814e-01, 1.7559706e+00), (5.719504e-01, 9.691092e-02), (-9.26066e-01, -2.0431297e-01), (1.0006245e+00, -1.8748896e+00)], [(-8.5267806e-01, 1.4364179e+00), (8.375042e-01, -1.2698848e+00), (-1.740853e+00, 9.132378e-01), (7.594339e-01, 1.8694731e+00)]]]> : tensor<2x4x4xcomplex<f32>>
  %out:3 = func.call @eig_c64__main(%in0) : (tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[(-2.7495685e+00, 2.4893546e+00), (-2.4012563e+00, -2.666453e+00), (2.6972356e-01, 1.8101241e-02), (4.6556586e-01, -1.9285334e+00)], [(-3.0363266e+00, -1.2443609e+00), (9.791752e-01, -6.671915e-01), (6.158234e-01, 3.0539858e+00), (1.66777e+00, 2.0652094e+00)]]> : tensor<2x4xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0001 : f64 : tensor<2x4xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[[(-1.3113022e-06, 8.34465e-07), (8.34465e-07, 5.364418e-07), (5.848706e-07, 1.4901161e-08), (-1.7881393e-07, -2.9802322e-07)], [(3.5762787e-07, 1.7881393e-07), (-8.34465e-07, -8.34465e-07), (-6.2584877e-07, -2.7939677e-08), (2.0861626e-07, 3.5762787e-07)], [(-3.5762787e-07, 2.2351742e-07), (8.34465e-07, -5.364418e-07), (1.6391277e-07, -4.246831e-07), (8.940697e-08, 5.9604645e-07)], [(2.3841858e-07, 2.3841858e-07), (-5.9604645e-07, -5.9604645e-08), (-1.0430813e-07, -2.2631139e-07), (-2.3841858e-07, -5.9604645e-08)]], [[(1.4901161e-06, -1.4305115e-06), (1.1324883e-06, -7.748604e-07), (-7.4505806e-07, 1.7881393e-07), (-9.536743e-07, 5.364418e-07)], [(-5.8859587e-07, 1.7881393e-07), (-3.5762787e-07, 2.682209e-07), (-2.3841858e-07, 4.172325e-07), (2.9802322e-07, 0.0e+00)], [(-2.3841858e-07, -3.5762787e-07), (-6.854534e-07, -4.7683716e-07), (-1.1920929e-07, -4.172325e-07), (9.536743e-07, 1.4901161e-07)], [(1.1920929e-07, -8.34465e-07), (-7.4505806e-07, -4.4703484e-07), (-2.0861626e-07, -2.3841858e-07), (7.1525574e-07, -1.1920929e-07)]]]> : tensor<2x4x4xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0001 : f64 : tensor<2x4x4xcomplex<f32>>
  %jax2 = stablehlo.constant dense<[[[(9.536743e-07, 8.34465e-07), (1.7881393e-07, 2.3841858e-07), (-3.5762787e-07, -6.556511e-07), (-3.5762787e-07, -4.7683716e-07)], [(-1.5497208e-06, 0.0e+00), (3.5762787e-07, 3.5762787e-07), (0.0e+00, 3.7252903e-07), (1.1771917e-06, -8.6426735e-07)], [(-3.6507845e-07, -5.364418e-07), (-1.4156103e-07, -1.6391277e-07), (-4.172325e-07, 1.15484e-07), (1.4901161e-07, 2.0954758e-07)], [(0.0e+00, 2.682209e-07), (-2.3841858e-07, 3.5762787e-07), (-1.7881393e-07, 5.9604645e-07), (-1.21071935e-08, -1.7881393e-07)]], [[(-1.0430813e-06, 4.7683716e-07), (9.536743e-07, 2.5331974e-07), (-7.1525574e-07, -5.364418e-07), (9.0897083e-07, 7.1525574e-07)], [(-3.5762787e-07, 2.3841858e-07), (-5.364418e-07, 8.866191e-07), (-4.4703484e-07, -5.9604645e-08), (5.2154064e-07, 1.7881393e-07)], [(4.7683716e-07, -9.313226e-07), (3.5762787e-07, 2.30968e-07), (0.0e+00, -1.1920929e-06), (2.682209e-07, -5.9604645e-07)], [(0.0e+00, -4.172325e-07), (0.0e+00, -7.1525574e-07), (1.7881393e-07, 2.9802322e-08), (-2.0861626e-07, 1.1920929e-07)]]]> : tensor<2x4x4xcomplex<f32>>
  check.expect_almost_eq %out#2, %jax2, tolerance = 0.0001 : f64 : tensor<2x4x4xcomplex<f32>>
  return
}
func.func private @eig_c64__main(%arg0: tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<2x4x4xcomplex<f32>> {jax.result_info = "result[1]"}, tensor<2x4x4xcomplex<f32>> {jax.result_info = "result[2]"}) {
  %0:4 = stablehlo.custom_call @lapack_cgeev_ffi(%arg0) {backend_config = "", mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l], [i, m, n], [i, o, p], [i]) {i=2, j=4, k=4, l=4, m=4, n=4, o=4, p=4}, custom>} : (tensor<2x4x4xcomplex<f32>>) -> (tensor<2x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#3, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x4xcomplex<f32>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<2x4xi1>, tensor<2x4xcomplex<f32>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f32>>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %14 = stablehlo.select %13, %0#2, %12 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f32>>
  %15 = stablehlo.dot_general %arg0, %14, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %16 = stablehlo.broadcast_in_dim %6, dims = [0, 2] : (tensor<2x4xcomplex<f32>>) -> tensor<2x1x4xcomplex<f32>>
  %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<2x1x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %18 = stablehlo.multiply %14, %17 : tensor<2x4x4xcomplex<f32>>
  %19 = stablehlo.subtract %15, %18 : tensor<2x4x4xcomplex<f32>>
  %20 = stablehlo.real %10 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %21 = stablehlo.imag %10 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %22 = stablehlo.negate %21 : tensor<2x4x4xf32>
  %23 = stablehlo.complex %20, %22 : tensor<2x4x4xcomplex<f32>>
  %24 = stablehlo.transpose %23, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %25 = stablehlo.dot_general %24, %arg0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %26 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4x1xcomplex<f32>>
  %27 = stablehlo.real %10 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %28 = stablehlo.imag %10 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xf32>
  %29 = stablehlo.negate %28 : tensor<2x4x4xf32>
  %30 = stablehlo.complex %27, %29 : tensor<2x4x4xcomplex<f32>>
  %31 = stablehlo.transpose %30, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %32 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<2x4x1xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %33 = stablehlo.multiply %32, %31 : tensor<2x4x4xcomplex<f32>>
  %34 = stablehlo.subtract %25, %33 : tensor<2x4x4xcomplex<f32>>
  return %6, %19, %34 : tensor<2x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>
}
func.func @eig_c128() {
  %in0 = stablehlo.constant dense<[[[(-1.6098655930021937e+00, 2.0867133387870984e-01), (1.0449988666994252e+00, 2.153059212422428e-01), (-1.0122481073346918e+00, -6.138854808376388e-01), (-1.4474732500947218e+00, -1.3095481596632093e+00)], [(-6.742137469162741e-01, 1.6773055025273997e-01), (-1.6680017399724285e+00, -1.7929238279369022e+00), (6.879083251218665e-01, 1.3022304536168408e+00), (1.2263751926466302e+00, 8.442678809256385e-01)], [(1.930967658176856e+00, -1.823331109348127e+00), (5.426429391874104e-01, -1.6938537538574856e+00), (-1.1363069758112787e+00, -1.9586244195590172e+00), (1.9610972833711848e-01, 1.9772192890317695e+00)], [(1.822398320369043e-01, 3.9777558838770855e-01), (-1.0636957074119935e+00, -1.2810447889411871e+00), (-1.5450966279716822e+00, -5.424863921356677e-01), (-1.3629318041812333e-03, 1.4553469081726074e+00)]], [[(-1.391566310312848e+00, -1.9897799614998624e-01), (1.307443222290785e-01, 1.8854790739398863e+00), (-4.519729262138039e-01, -1.4573608931391706e+00), (7.533095336886575e-01, 8.626979308111222e-01)], [(-5.082913743664284e-01, 1.6837930023490526e+00), (1.7846401798535703e+00, 1.7414576901914431e+00), (1.1094316724268278e+00, 1.745211635471699e+00), (4.321372122698177e-01, 6.910961795384485e-01)], [(4.609281463442758e-01, 1.755970541770917e+00), (5.719504050772937e-01, 9.691092086158681e-02), (-9.260659714786614e-01, -2.0431297199262577e-01), (1.0006245944129062e+00, -1.8748896533379154e+00)], [(-8.526780423193867e-01, 1.4364179612320491e+00), (8.375042313049361e-01, -1.2698848239077933e+00), (-1.7408528981129376e+00, 9.132377853145108e-01), (7.594339169569428e-01, 1.86947311465077e+00)]]]> : tensor<2x4x4xcomplex<f64>>
  %out:3 = func.call @eig_c128__main(%in0) : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[[(-2.749569399397783e+00, 2.489354954809384e+00), (-2.401257130107569e+00, -2.666453743854155e+00), (2.6972335521866225e-01, 1.8101545091717155e-02), (4.655659336966059e-01, -1.9285327614915493e+00)], [(-3.036327035943235e+00, -1.2443620799641009e+00), (9.791758211573266e-01, -6.671918408801939e-01), (6.158232108233298e-01, 3.0539848787604775e+00), (1.667769818981588e+00, 2.0652088787834213e+00)]]> : tensor<2x4xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2x4xcomplex<f64>>
  %jax1 = stablehlo.constant dense<[[[(8.881784197001252e-16, -4.440892098500626e-16), (1.1102230246251565e-15, -1.4432899320127035e-15), (-1.3877787807814457e-17, -6.38378239159465e-16), (-8.881784197001252e-16, -5.551115123125783e-16)], [(9.992007221626409e-16, 2.1094237467877974e-15), (2.220446049250313e-16, 1.9984014443252818e-15), (-5.551115123125783e-16, 6.591949208711867e-16), (8.326672684688674e-16, 1.9984014443252818e-15)], [(-1.7763568394002505e-15, 2.7755575615628914e-17), (-4.440892098500626e-16, 4.440892098500626e-16), (-6.245004513516506e-16, -4.996003610813204e-16), (-1.1102230246251565e-16, 1.4432899320127035e-15)], [(-2.220446049250313e-16, 0.0e+00), (-2.220446049250313e-16, -2.220446049250313e-16), (-8.604228440844963e-16, 7.28583859910259e-17), (1.1102230246251565e-16, 6.661338147750939e-16)]], [[(-1.1102230246251565e-16, -1.7763568394002505e-15), (6.661338147750939e-16, -8.326672684688674e-16), (-2.942091015256665e-15, 2.4424906541753444e-15), (-7.771561172376096e-16, 2.55351295663786e-15)], [(-5.134781488891349e-16, 4.440892098500626e-16), (-7.216449660063518e-16, 0.0e+00), (4.440892098500626e-16, 1.4432899320127035e-15), (1.5543122344752192e-15, -4.440892098500626e-16)], [(-1.7763568394002505e-15, 1.4432899320127035e-15), (-8.881784197001252e-16, -1.3877787807814457e-15), (2.220446049250313e-16, 0.0e+00), (2.7478019859472624e-15, 4.996003610813204e-16)], [(-1.7763568394002505e-15, 5.551115123125783e-16), (-1.3877787807814457e-15, 1.1102230246251565e-16), (2.220446049250313e-16, -1.3322676295501878e-15), (0.0e+00, -1.1102230246251565e-15)]]]> : tensor<2x4x4xcomplex<f64>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 1e-09 : f64 : tensor<2x4x4xcomplex<f64>>
  %jax2 = stablehlo.constant dense<[[[(-1.1102230246251565e-15, -1.5543122344752192e-15), (-1.1102230246251565e-16, 1.6653345369377348e-15), (2.220446049250313e-16, 2.220446049250313e-16), (-2.220446049250313e-16, -2.220446049250313e-16)], [(0.0e+00, 6.661338147750939e-16), (4.440892098500626e-16, 6.661338147750939e-16), (0.0e+00, 3.885780586188048e-16), (-6.38378239159465e-16, -3.885780586188048e-16)], [(-2.0816681711721685e-16, -4.996003610813204e-16), (-4.163336342344337e-16, -3.608224830031759e-16), (-3.0531133177191805e-16, -7.147060721024445e-16), (-8.326672684688674e-17, 8.500145032286355e-17)], [(4.440892098500626e-16, 3.3306690738754696e-16), (2.220446049250313e-16, 1.9984014443252818e-15), (-1.1102230246251565e-16, 4.440892098500626e-16), (-2.0122792321330962e-16, -4.440892098500626e-16)]], [[(5.551115123125783e-16, 8.881784197001252e-16), (-6.661338147750939e-16, -1.0755285551056204e-15), (-1.7763568394002505e-15, 2.220446049250313e-16), (-5.828670879282072e-16, -1.9984014443252818e-15)], [(-1.3322676295501878e-15, 4.440892098500626e-16), (-5.551115123125783e-16, 3.608224830031759e-16), (-8.326672684688674e-16, 1.3322676295501878e-15), (-1.5126788710517758e-15, 6.106226635438361e-16)], [(1.1102230246251565e-15, -1.1934897514720433e-15), (1.1102230246251565e-15, 9.471590178833367e-16), (8.881784197001252e-16, -2.3314683517128287e-15), (-1.1657341758564144e-15, -1.7763568394002505e-15)], [(-3.3306690738754696e-16, -1.6653345369377348e-15), (2.220446049250313e-16, -8.881784197001252e-16), (-1.5543122344752192e-15, -8.326672684688674e-16), (-1.6653345369377348e-16, -1.1102230246251565e-15)]]]> : tensor<2x4x4xcomplex<f64>>
  check.expect_almost_eq %out#2, %jax2, tolerance = 1e-09 : f64 : tensor<2x4x4xcomplex<f64>>
  return
}
func.func private @eig_c128__main(%arg0: tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4xcomplex<f64>> {jax.result_info = "result[0]"}, tensor<2x4x4xcomplex<f64>> {jax.result_info = "result[1]"}, tensor<2x4x4xcomplex<f64>> {jax.result_info = "result[2]"}) {
  %0:4 = stablehlo.custom_call @lapack_zgeev_ffi(%arg0) {backend_config = "", mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l], [i, m, n], [i, o, p], [i]) {i=2, j=4, k=4, l=4, m=4, n=4, o=4, p=4}, custom>} : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2xi32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.compare EQ, %0#3, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x4xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<2x4xi1>, tensor<2x4xcomplex<f64>>
  %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %10 = stablehlo.select %9, %0#1, %8 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f64>>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
  %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
  %14 = stablehlo.select %13, %0#2, %12 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f64>>
  %15 = stablehlo.dot_general %arg0, %14, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %16 = stablehlo.broadcast_in_dim %6, dims = [0, 2] : (tensor<2x4xcomplex<f64>>) -> tensor<2x1x4xcomplex<f64>>
  %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<2x1x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %18 = stablehlo.multiply %14, %17 : tensor<2x4x4xcomplex<f64>>
  %19 = stablehlo.subtract %15, %18 : tensor<2x4x4xcomplex<f64>>
  %20 = stablehlo.real %10 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %21 = stablehlo.imag %10 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %22 = stablehlo.negate %21 : tensor<2x4x4xf64>
  %23 = stablehlo.complex %20, %22 : tensor<2x4x4xcomplex<f64>>
  %24 = stablehlo.transpose %23, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %25 = stablehlo.dot_general %24, %arg0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %26 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<2x4xcomplex<f64>>) -> tensor<2x4x1xcomplex<f64>>
  %27 = stablehlo.real %10 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %28 = stablehlo.imag %10 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
  %29 = stablehlo.negate %28 : tensor<2x4x4xf64>
  %30 = stablehlo.complex %27, %29 : tensor<2x4x4xcomplex<f64>>
  %31 = stablehlo.transpose %30, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %32 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<2x4x1xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %33 = stablehlo.multiply %32, %31 : tensor<2x4x4xcomplex<f64>>
  %34 = stablehlo.subtract %25, %33 : tensor<2x4x4xcomplex<f64>>
  return %6, %19, %34 : tensor<2x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>
}
func.func @eig_of_nan_c128() {
  %in0 = stablehlo.constant dense<[[(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)], [(0x7FF8000000000000, 0.0e+00), (0x7FF8000000000000, 0.0e+00)]]> : tensor<2x2xcomplex<f64>>
  %out:1 = func.call @eig_of_nan_c128__main(%in0) : (tensor<2x2xcomplex<f64>>) -> (tensor<2xcomplex<f64>>)
  %jax0 = stablehlo.constant dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<2xcomplex<f64>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-09 : f64 : tensor<2xcomplex<f64>>
  return
}
func.func private @eig_of_nan_c128__main(%arg0: tensor<2x2xcomplex<f64>>) -> (tensor<2xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = call @eig_of_nan_c128__eigvals(%arg0) : (tensor<2x2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
}
func.func private @eig_of_nan_c128__eigvals(%arg0: tensor<2x2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %0:4 = stablehlo.custom_call @lapack_zgeev_ffi(%arg0) {backend_config = "", mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k], [l, m], [n, o], []) {i=2, j=2, k=2, l=2, m=2, n=2, o=2}, custom>} : (tensor<2x2xcomplex<f64>>) -> (tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0#3, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
  %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2xcomplex<f64>>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
  %6 = stablehlo.select %5, %0#0, %4 : tensor<2xi1>, tensor<2xcomplex<f64>>
  return %6 : tensor<2xcomplex<f64>>
}
