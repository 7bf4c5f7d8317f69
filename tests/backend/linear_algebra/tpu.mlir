// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @tpu_qr_f32() {
  %in0 = stablehlo.constant dense<[[[-8.557847e-01, 1.8324223e+00, 1.0812517e+00], [1.94748e+00, -1.1673381e+00, -1.4523318e+00], [1.6334952e+00, -1.725446e+00, -1.6986691e+00], [1.7413875e-01, -1.6424011e+00, -4.7042692e-01]], [[6.742418e-01, -2.833239e-01, -1.8241748e+00], [-1.222856e+00, -2.1336207e-01, -1.7497069e+00], [-8.097309e-01, 1.7745236e+00, -8.687557e-01], [-9.292258e-01, -3.7112397e-01, 1.3039616e+00]]]> : tensor<2x4x3xf32>
  %out:2 = func.call @tpu_qr_f32__main(%in0) : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3x3xf32>)
  %jax0 = stablehlo.constant dense<[[[-3.1840897e-01, -5.236965e-01, 8.5986316e-02], [7.2459245e-01, -3.658726e-01, 5.8386946e-01], [6.0776925e-01, 8.026821e-02, -6.948592e-01], [6.479124e-02, 7.6513815e-01, 4.109423e-01]], [[-3.6199868e-01, -4.7998164e-02, -6.633049e-01], [6.565483e-01, -3.2522947e-01, -6.1719245e-01], [4.3474248e-01, 8.7077177e-01, -9.380667e-02], [4.98899e-01, -3.6562088e-01, 4.1267455e-01]]]> : tensor<2x4x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0002 : f64 : tensor<2x4x3xf32>
  %jax1 = stablehlo.constant dense<[[[2.6876898e+00, -2.5843902e+00, -2.4595075e+00], [0.0e+00, -1.9276981e+00, -5.311701e-01], [0.0e+00, 0.0e+00, 2.3201819e-01]], [[-1.862553e+00, 5.4878783e-01, -2.1555817e-01], [0.0e+00, 1.7638862e+00, -5.7663035e-01], [0.0e+00, 0.0e+00, 2.9094968e+00]]]> : tensor<2x3x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0002 : f64 : tensor<2x3x3xf32>
  return
}
func.func private @tpu_qr_f32__main(%arg0: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32> {jax.result_info = "result.Q"}, tensor<2x3x3xf32> {jax.result_info = "result.R"}) {
  %0:2 = call @tpu_qr_f32__qr(%arg0) : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3x3xf32>)
  return %0#0, %0#1 : tensor<2x4x3xf32>, tensor<2x3x3xf32>
}
func.func private @tpu_qr_f32__qr(%arg0: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3x3xf32>) {
  %0:2 = stablehlo.custom_call @Qr(%arg0) {backend_config = ""} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xf32>)
  %1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) {backend_config = ""} : (tensor<2x4x3xf32>, tensor<2x3xf32>) -> tensor<2x4x3xf32>
  %2 = stablehlo.slice %0#0 [0:2, 0:3, 0:3] : (tensor<2x4x3xf32>) -> tensor<2x3x3xf32>
  %3 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %5 = stablehlo.add %3, %4 : tensor<3x3xi64>
  %6 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
  %10 = stablehlo.select %8, %9, %2 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
  return %1, %10 : tensor<2x4x3xf32>, tensor<2x3x3xf32>
}
func.func @tpu_lu_f32() {
  %in0 = stablehlo.constant dense<[[[1.4355571e+00, -5.091554e-01, 2.2051512e-01], [1.8226262e+00, 9.466784e-01, 1.2648206e+00], [-1.5956538e+00, 1.7139523e+00, 4.3643668e-01], [3.8621375e-01, -1.6328634e+00, -6.19255e-01]], [[6.510101e-01, -2.3314604e-01, 2.0595114e-01], [8.1485e-01, 3.5760492e-01, -1.800269e+00], [2.4716736e-01, 1.0654339e+00, 1.6436334e+00], [-1.6283603e+00, 1.6100856e+00, -1.5615837e-01]]]> : tensor<2x4x3xf32>
  %out:3 = func.call @tpu_lu_f32__main(%in0) : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2x4xi32>)
  %jax0 = stablehlo.constant dense<[[[1.8226262e+00, 9.466784e-01, 1.2648206e+00], [-8.7546957e-01, 2.5427403e+00, 1.5437486e+00], [2.118996e-01, -7.210583e-01, 2.258628e-01], [7.876311e-01, -4.934789e-01, -6.149539e-02]], [[-1.6283603e+00, 1.6100856e+00, -1.5615837e-01], [-1.5178911e-01, 1.3098273e+00, 1.6199303e+00], [-5.0041133e-01, 8.8813996e-01, -3.3171372e+00], [-3.9979488e-01, 3.1344432e-01, 1.0980495e-01]]]> : tensor<2x4x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0002 : f64 : tensor<2x4x3xf32>
  %jax1 = stablehlo.constant dense<[[1, 2, 3], [3, 2, 2]]> : tensor<2x3xi32>
  check.expect_eq %out#1, %jax1 : tensor<2x3xi32>
  %jax2 = stablehlo.constant dense<[[1, 2, 3, 0], [3, 2, 1, 0]]> : tensor<2x4xi32>
  check.expect_eq %out#2, %jax2 : tensor<2x4xi32>
  return
}
func.func private @tpu_lu_f32__main(%arg0: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32> {jax.result_info = "result[0]"}, tensor<2x3xi32> {jax.result_info = "result[1]"}, tensor<2x4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = stablehlo.custom_call @LuDecomposition(%arg0) {api_version = 2 : i32, backend_config = ""} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2x4xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2x4xi32>
}
func.func @tpu_eigh_f32() {
  %in0 = stablehlo.constant dense<[[-2.011919e+00, -1.1588995e+00, -2.277591e+00], [-1.1588995e+00, 2.9631655e+00, 5.531678e-01], [-2.277591e+00, 5.531678e-01, 1.4436065e+00]]> : tensor<3x3xf32>
  %out:2 = func.call @tpu_eigh_f32__main(%in0) : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
  %jax0 = stablehlo.constant dense<[-3.2468598e+00, 1.7892232e+00, 3.852489e+00]> : tensor<3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0002 : f64 : tensor<3xf32>
  %jax1 = stablehlo.constant dense<[[-2.0119193e+00, -1.1588991e+00, -2.2775905e+00], [-1.1588991e+00, 2.963163e+00, 5.531665e-01], [-2.2775905e+00, 5.5316645e-01, 1.4436059e+00]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0002 : f64 : tensor<3x3xf32>
  return
}
func.func private @tpu_eigh_f32__main(%arg0: tensor<3x3xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3x3xf32> {jax.result_info = "result[1]"}) {
  %0:2 = call @tpu_eigh_f32__eigh(%arg0) : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
  %1 = stablehlo.broadcast_in_dim %0#0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<3x3xf32>
  %3 = stablehlo.multiply %0#1, %2 : tensor<3x3xf32>
  %4 = stablehlo.transpose %0#1, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %5 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0#0, %5 : tensor<3xf32>, tensor<3x3xf32>
}
func.func private @tpu_eigh_f32__eigh(%arg0: tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<3x3xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %3 = stablehlo.divide %1, %2 : tensor<3x3xf32>
  %4:2 = stablehlo.custom_call @Eigh(%3) {backend_config = "1,1,100,1e-6"} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>)
  return %4#1, %4#0 : tensor<3xf32>, tensor<3x3xf32>
}
func.func @tpu_qr_c64() {
  %in0 = stablehlo.constant dense<[[[(-8.557847e-01, 2.6802653e-02), (1.8324223e+00, -9.2209846e-01), (1.0812517e+00, -6.392468e-01)], [(1.94748e+00, 1.8978873e+00), (-1.1673381e+00, -1.2627817e+00), (-1.4523318e+00, -1.0309113e+00)], [(1.6334952e+00, 7.6183724e-01), (-1.725446e+00, -4.642589e-01), (-1.6986691e+00, -1.5423019e-01)], [(1.7413875e-01, 7.0089996e-01), (-1.6424011e+00, -1.6570776e+00), (-4.7042692e-01, -1.0639334e+00)]], [[(6.742418e-01, 8.983551e-02), (-2.833239e-01, -1.7235333e+00), (-1.8241748e+00, -1.6390532e+00)], [(-1.222856e+00, -1.6641285e+00), (-2.1336207e-01, -7.087978e-01), (-1.7497069e+00, 1.6436136e+00)], [(-8.097309e-01, 1.32796e+00), (1.7745236e+00, 1.000321e+00), (-8.687557e-01, -1.22984745e-01)], [(-9.292258e-01, 1.4692975e+00), (-3.7112397e-01, -8.828484e-01), (1.3039616e+00, -1.6734556e+00)]]]> : tensor<2x4x3xcomplex<f32>>
  %out:2 = func.call @tpu_qr_c64__main(%in0) : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[[[(-2.4810016e-01, 7.770345e-03), (-4.4781756e-01, 3.2284078e-01), (-8.029403e-02, -4.9792263e-01)], [(5.6459296e-01, 5.502156e-01), (-3.906252e-01, -6.784068e-02), (3.3428442e-01, -1.0011387e-01)], [(4.7356585e-01, 2.2086386e-01), (4.6207786e-02, 1.2897596e-02), (-4.5211083e-01, 2.9060954e-01)], [(5.0484486e-02, 2.0319758e-01), (5.822157e-01, 4.435836e-01), (5.619627e-01, -1.3855322e-01)]], [[(-2.1143675e-01, -2.8171694e-02), (1.0795501e-01, 5.4963034e-01), (-4.0043876e-01, -3.3281922e-01)], [(3.8347784e-01, 5.218573e-01), (-6.599645e-02, 3.4988835e-01), (-4.313266e-01, 9.0372875e-02)], [(2.5392509e-01, -4.164376e-01), (-5.135639e-01, -2.8228945e-01), (-6.114006e-01, 5.4375224e-02)], [(2.9139772e-01, -4.6075985e-01), (2.5267577e-01, 3.901213e-01), (7.716635e-02, -3.898052e-01)]]]> : tensor<2x4x3xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0002 : f64 : tensor<2x4x3xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[[(3.4493518e+00, 0.0e+00), (-3.154942e+00, 5.5517095e-01), (-2.7388597e+00, 7.1125996e-01)], [(0.0e+00, 0.0e+00), (-2.3536227e+00, 0.0e+00), (-8.7963784e-01, -1.5461652e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (4.5540896e-01, 0.0e+00)]], [[(-3.1888573e+00, 0.0e+00), (-1.0589778e-02, 7.606987e-01), (1.6002799e+00, 1.5587136e+00)], [(0.0e+00, 0.0e+00), (-2.8437145e+00, 0.0e+00), (-2.4973893e-01, 2.157824e-01)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (3.4566264e+00, 0.0e+00)]]]> : tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0002 : f64 : tensor<2x3x3xcomplex<f32>>
  return
}
func.func private @tpu_qr_c64__main(%arg0: tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>> {jax.result_info = "result.Q"}, tensor<2x3x3xcomplex<f32>> {jax.result_info = "result.R"}) {
  %0:2 = call @tpu_qr_c64__qr(%arg0) : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>)
  return %0#0, %0#1 : tensor<2x4x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>
}
func.func private @tpu_qr_c64__qr(%arg0: tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>) {
  %0:2 = stablehlo.custom_call @Qr(%arg0) {backend_config = ""} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>)
  %1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) {backend_config = ""} : (tensor<2x4x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x4x3xcomplex<f32>>
  %2 = stablehlo.slice %0#0 [0:2, 0:3, 0:3] : (tensor<2x4x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %3 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %c = stablehlo.constant dense<-1> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %5 = stablehlo.add %3, %4 : tensor<3x3xi64>
  %6 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %10 = stablehlo.select %8, %9, %2 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f32>>
  return %1, %10 : tensor<2x4x3xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>
}
func.func @tpu_lu_c64() {
  %in0 = stablehlo.constant dense<[[[(1.4355571e+00, -1.9192612e-01), (-5.091554e-01, 1.997702e+00), (2.2051512e-01, -1.3503051e+00)], [(1.8226262e+00, 8.3748233e-01), (9.466784e-01, -1.3575037e+00), (1.2648206e+00, 1.2431071e+00)], [(-1.5956538e+00, -1.8594114e+00), (1.7139523e+00, 1.3954692e-01), (4.3643668e-01, -1.3339995e+00)], [(3.8621375e-01, -7.663585e-01), (-1.6328634e+00, -1.8197503e+00), (-6.19255e-01, -1.0456955e+00)]], [[(6.510101e-01, 6.9933814e-01), (-2.3314604e-01, 1.129531e+00), (2.0595114e-01, 7.8080654e-01)], [(8.1485e-01, -6.841822e-01), (3.5760492e-01, -2.3872536e-02), (-1.800269e+00, 9.648545e-02)], [(2.4716736e-01, -8.05835e-01), (1.0654339e+00, -1.4756744e-01), (1.6436334e+00, 1.9391372e+00)], [(-1.6283603e+00, 4.539684e-03), (1.6100856e+00, -4.0771022e-01), (-1.5615837e-01, 9.116213e-01)]]]> : tensor<2x4x3xcomplex<f32>>
  %out:3 = func.call @tpu_lu_c64__main(%in0) : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2x4xi32>)
  %jax0 = stablehlo.constant dense<[[[(-1.5956538e+00, -1.8594114e+00), (1.7139523e+00, 1.3954692e-01), (4.3643668e-01, -1.3339995e+00)], [(1.3470632e-01, 3.2330573e-01), (-1.8186274e+00, -2.3926787e+00), (-1.1093354e+00, -1.0070999e+00)], [(-3.2210803e-01, 4.9563223e-01), (-3.3863902e-01, -2.1054721e-01), (-4.6370047e-01, -2.57092e+00)], [(-7.438142e-01, 3.4191263e-01), (3.0441076e-02, 9.71553e-01), (-4.686655e-01, -1.1149675e-02)]], [[(-1.6283603e+00, 4.539684e-03), (1.6100856e+00, -4.0771022e-01), (-1.5615837e-01, 9.116213e-01)], [(-3.9859447e-01, -4.305851e-01), (5.8417916e-01, 1.6602988e+00), (-2.4882324e-01, 1.0769343e+00)], [(-1.5316758e-01, 4.9444813e-01), (-3.2982594e-01, -7.848784e-01), (1.1431335e+00, 2.315885e+00)], [(-5.015788e-01, 4.1876802e-01), (-2.9623246e-01, -7.0319057e-01), (-1.339693e-01, 9.390327e-01)]]]> : tensor<2x4x3xcomplex<f32>>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0002 : f64 : tensor<2x4x3xcomplex<f32>>
  %jax1 = stablehlo.constant dense<[[2, 3, 2], [3, 3, 2]]> : tensor<2x3xi32>
  check.expect_eq %out#1, %jax1 : tensor<2x3xi32>
  %jax2 = stablehlo.constant dense<[[2, 3, 0, 1], [3, 0, 2, 1]]> : tensor<2x4xi32>
  check.expect_eq %out#2, %jax2 : tensor<2x4xi32>
  return
}
func.func private @tpu_lu_c64__main(%arg0: tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<2x3xi32> {jax.result_info = "result[1]"}, tensor<2x4xi32> {jax.result_info = "result[2]"}) {
  %0:3 = stablehlo.custom_call @LuDecomposition(%arg0) {api_version = 2 : i32, backend_config = ""} : (tensor<2x4x3xcomplex<f32>>) -> (tensor<2x4x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2x4xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x3xcomplex<f32>>, tensor<2x3xi32>, tensor<2x4xi32>
}
func.func @tpu_eigh_c64() {
  %in0 = stablehlo.constant dense<[[(-2.011919e+00, 0.0e+00), (-1.1588995e+00, 3.541877e+00), (-2.277591e+00, -2.3590722e+00)], [(-1.1588995e+00, -3.541877e+00), (2.9631655e+00, 0.0e+00), (5.531678e-01, -2.8679721e+00)], [(-2.277591e+00, 2.3590722e+00), (5.531678e-01, 2.8679721e+00), (1.4436065e+00, 0.0e+00)]]> : tensor<3x3xcomplex<f32>>
  %out:2 = func.call @tpu_eigh_c64__main(%in0) : (tensor<3x3xcomplex<f32>>) -> (tensor<3xf32>, tensor<3x3xcomplex<f32>>)
  %jax0 = stablehlo.constant dense<[-6.339357e+00, 3.1577232e+00, 5.576484e+00]> : tensor<3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 0.0002 : f64 : tensor<3xf32>
  %jax1 = stablehlo.constant dense<[[(-2.0119188e+00, 0.0e+00), (-1.1588988e+00, 3.5418768e+00), (-2.2775912e+00, -2.3590722e+00)], [(-1.1588988e+00, -3.541877e+00), (2.9631639e+00, 0.0e+00), (5.531675e-01, -2.8679705e+00)], [(-2.2775912e+00, 2.3590724e+00), (5.531675e-01, 2.8679707e+00), (1.4436053e+00, 2.9802322e-08)]]> : tensor<3x3xcomplex<f32>>
  check.expect_almost_eq %out#1, %jax1, tolerance = 0.0002 : f64 : tensor<3x3xcomplex<f32>>
  return
}
func.func private @tpu_eigh_c64__main(%arg0: tensor<3x3xcomplex<f32>>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3x3xcomplex<f32>> {jax.result_info = "result[1]"}) {
  %0:2 = call @tpu_eigh_c64__eigh(%arg0) : (tensor<3x3xcomplex<f32>>) -> (tensor<3xf32>, tensor<3x3xcomplex<f32>>)
  %1 = stablehlo.broadcast_in_dim %0#0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %2 = stablehlo.convert %1 : (tensor<1x3xf32>) -> tensor<1x3xcomplex<f32>>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  %4 = stablehlo.multiply %0#1, %3 : tensor<3x3xcomplex<f32>>
  %5 = stablehlo.real %0#1 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
  %6 = stablehlo.imag %0#1 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
  %7 = stablehlo.negate %6 : tensor<3x3xf32>
  %8 = stablehlo.complex %5, %7 : tensor<3x3xcomplex<f32>>
  %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  %10 = stablehlo.dot_general %4, %9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  return %0#0, %10 : tensor<3xf32>, tensor<3x3xcomplex<f32>>
}
func.func private @tpu_eigh_c64__eigh(%arg0: tensor<3x3xcomplex<f32>>) -> (tensor<3xf32>, tensor<3x3xcomplex<f32>>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
  %2 = stablehlo.imag %0 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
  %3 = stablehlo.negate %2 : tensor<3x3xf32>
  %4 = stablehlo.complex %1, %3 : tensor<3x3xcomplex<f32>>
  %5 = stablehlo.add %arg0, %4 : tensor<3x3xcomplex<f32>>
  %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<3x3xcomplex<f32>>
  %7 = stablehlo.divide %5, %6 : tensor<3x3xcomplex<f32>>
  %8:2 = stablehlo.custom_call @Eigh(%7) {backend_config = "1,1,100,1e-6"} : (tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3xf32>)
  return %8#1, %8#0 : tensor<3xf32>, tensor<3x3xcomplex<f32>>
}
func.func @tpu_top_k() {
  %in0 = stablehlo.constant dense<[[-1.8457533e+00, 1.1204019e+00, -1.629185e+00, 5.3157073e-01, -1.9444366e+00, 1.7446342e+00, -2.9370248e-01, -9.876542e-01, -1.2401388e+00, -3.4070146e-01, -1.9463176e+00, 5.9389114e-01, 1.4774749e+00, 4.361428e-01, 1.2319713e+00, 1.3060453e+00, -9.1326666e-01, 1.3459058e+00, -8.6983454e-01, -1.4467655e+00, 8.588811e-01, -1.0985357e-01, 2.2635393e-01, -4.5769772e-01, 1.7645867e+00, -1.6752373e+00, 1.6690699e+00, -1.3722622e+00, -2.2341006e-01, -1.1515758e+00, -1.3012273e+00, 5.9192207e-02, 1.5715902e+00, 1.6947243e+00, 1.3439142e+00, -1.370829e-03, 1.2838557e+00, 1.7375526e+00, 1.1792475e+00, -1.536596e-01], [-5.892408e-01, -1.5656303e+00, 1.9391061e+00, -1.3957669e+00, -8.8635147e-01, 7.965182e-01, 5.9081095e-01, -1.1058538e+00, 1.2073941e+00, 4.844924e-02, -1.6853505e+00, -1.863361e+00, 2.6460522e-01, -1.4013058e+00, -1.0350679e+00, -1.866057e+00, 6.2369776e-01, 1.4177121e+00, -1.2009848e+00, 1.22821e+00, -1.698214e+00, 5.4413754e-01, 1.3233727e+00, -8.3391386e-01, -9.721939e-02, -1.3039025e+00, 1.8118726e+00, -1.8356162e+00, 1.4056139e+00, 1.3576087e+00, 1.8449603e+00, -1.6359067e+00, 1.8532398e+00, -1.5515318e+00, -1.8221732e+00, 9.791282e-01, 1.4615347e+00, 1.7432026e+00, 5.1970774e-01, -6.744639e-01], [-1.1712001e-01, 1.2085172e+00, 1.7712162e+00, -1.3446963e+00, 4.74728e-01, -1.9066931e+00, -1.6850635e+00, 1.4404435e+00, 1.885565e+00, 1.5683479e+00, 4.441641e-01, -1.1045485e+00, -4.547189e-03, 1.8854195e+00, -1.2495753e+00, 1.1309614e+00, 4.5441076e-01, 3.4465846e-01, -1.6007096e-01, -8.902737e-01, 1.2859281e+00, 1.7177931e+00, -4.21153e-01, 1.6123234e+00, 5.6224006e-01, -1.7222701e+00, -1.2646096e-03, 1.0603392e+00, 1.2270672e+00, -7.5049154e-02, 1.5358965e+00, 1.9821107e+00, 1.7428749e+00, -3.448647e-01, 1.7994092e+00, -6.835288e-01, 6.0886806e-01, -2.046768e-01, 6.839039e-01, 2.6821157e-01]]> : tensor<3x40xf32>
  %out:2 = func.call @tpu_top_k__main(%in0) : (tensor<3x40xf32>) -> (tensor<3x3xf32>, tensor<3x3xi32>)
  %jax0 = stablehlo.constant dense<[[1.7645867e+00, 1.7446342e+00, 1.7375526e+00], [1.9391061e+00, 1.8532398e+00, 1.8449603e+00], [1.9821107e+00, 1.885565e+00, 1.8854195e+00]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-06 : f64 : tensor<3x3xf32>
  %jax1 = stablehlo.constant dense<[[24, 5, 37], [2, 32, 30], [31, 8, 13]]> : tensor<3x3xi32>
  check.expect_eq %out#1, %jax1 : tensor<3x3xi32>
  return
}
func.func private @tpu_top_k__top_k_gt_f32_comparator(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func private @tpu_top_k__main(%arg0: tensor<3x40xf32>) -> (tensor<3x3xf32> {jax.result_info = "result[0]"}, tensor<3x3xi32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.iota dim = 1 : tensor<3x40xi32>
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1:2 = stablehlo.custom_call @ApproxTopK(%arg0, %0, %cst, %c) {backend_config = "", called_computations = [@tpu_top_k__top_k_gt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<3x40xf32>, tensor<3x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x3xf32>, tensor<3x3xi32>)
  return %1#0, %1#1 : tensor<3x3xf32>, tensor<3x3xi32>
}
