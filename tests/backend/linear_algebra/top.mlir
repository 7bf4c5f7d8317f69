// SPDX-License-Identifier: Apache-2.0
// As JAX 0.10.2 prints it, with what JAX computed: tools/write_linear_algebra_cases.py.
func.func @top_k() {
  %in0 = stablehlo.constant dense<[[5.7657415e-01, -4.7700605e-01, 6.5219164e-01, -1.3453971e+00, 1.8504312e+00, -6.1335266e-01, 1.967004e+00, -1.0597684e+00, 3.4277707e-01, -3.732396e-01, -1.4550627e+00, 1.7654514e-01, 7.270539e-02, 1.0674205e+00, 1.7354006e+00, -1.6411865e+00, -1.216915e+00, 1.9767747e+00, -1.059278e+00, -1.0440545e+00, 5.163993e-01, 9.3981034e-01, 7.5337756e-01, -1.875477e+00, 1.6100553e+00, -8.542587e-01, 2.2245026e-01, -4.9431902e-01, -1.8935026e+00, -2.3403514e-02, 1.3388604e+00, -5.3205067e-01, 6.1528448e-02, -1.104835e-01, -4.5539165e-01, 9.76548e-01, -6.590317e-01, 3.8175315e-01, -7.354665e-01, -6.149983e-01], [-1.0206728e+00, 7.918007e-01, -1.1516767e+00, -9.308273e-01, -5.044237e-01, 2.9235402e-01, 1.6694323e+00, 1.2759037e+00, -1.3472764e+00, -1.9033809e+00, 1.1386145e+00, -9.405705e-01, -6.4253175e-01, 1.2574784e+00, 1.2298188e+00, -2.5753453e-02, 1.3812498e+00, -5.3924006e-01, -1.8086764e+00, -9.4341683e-01, -1.4453135e-01, 7.734202e-01, -7.46253e-01, -1.4985284e-01, 1.2787507e+00, 7.379641e-01, -7.038647e-01, 3.07248e-01, 5.3059995e-01, 3.8584667e-01, -1.4486924e+00, 4.720041e-01, -2.6145227e-02, -1.4255515e+00, -1.8767124e+00, 1.7566229e+00, -9.7264916e-01, -1.7714616e+00, -4.491671e-01, -5.71613e-01], [1.9455366e+00, 1.7583625e+00, 3.3110088e-01, 1.9724126e+00, 1.959658e+00, 1.4602255e+00, -1.3531271e+00, -5.2603906e-01, -7.7309334e-01, -6.36547e-01, -8.38089e-01, 5.514563e-01, -1.797384e+00, 1.7407372e+00, -1.8966206e+00, 1.265562e-01, -1.7135848e+00, 7.6597774e-01, -1.53165e+00, -1.22595e+00, 1.649526e+00, -7.5715035e-01, -7.3743e-01, 1.2281204e+00, -3.601577e-01, 4.7773436e-02, -1.3935748e+00, -1.4625989e+00, -1.9381758e+00, -4.8394704e-01, -1.613402e+00, -2.3125361e-01, -1.1333268e+00, 1.3076094e+00, 7.191429e-01, -9.2228043e-01, 1.8276511e+00, 1.9335691e+00, -8.1288946e-01, 4.779458e-01]]> : tensor<3x40xf32>
  %out:2 = func.call @top_k__main(%in0) : (tensor<3x40xf32>) -> (tensor<3x3xf32>, tensor<3x3xi32>)
  %jax0 = stablehlo.constant dense<[[1.9767747e+00, 1.967004e+00, 1.8504312e+00], [1.7566229e+00, 1.6694323e+00, 1.3812498e+00], [1.9724126e+00, 1.959658e+00, 1.9455366e+00]]> : tensor<3x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-06 : f64 : tensor<3x3xf32>
  %jax1 = stablehlo.constant dense<[[17, 6, 4], [35, 6, 16], [3, 4, 0]]> : tensor<3x3xi32>
  check.expect_eq %out#1, %jax1 : tensor<3x3xi32>
  return
}
func.func private @top_k__top_k_gt_f32_comparator(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func private @top_k__main(%arg0: tensor<3x40xf32>) -> (tensor<3x3xf32> {jax.result_info = "result[0]"}, tensor<3x3xi32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.iota dim = 1 : tensor<3x40xi32>
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1:2 = stablehlo.custom_call @ApproxTopK(%arg0, %0, %cst, %c) {backend_config = "", called_computations = [@top_k__top_k_gt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<3x40xf32>, tensor<3x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x3xf32>, tensor<3x3xi32>)
  return %1#0, %1#1 : tensor<3x3xf32>, tensor<3x3xi32>
}
func.func @top_k_least() {
  %in0 = stablehlo.constant dense<[[5.7657415e-01, -1.0206728e+00, 1.9455366e+00], [-4.7700605e-01, 7.918007e-01, 1.7583625e+00], [6.5219164e-01, -1.1516767e+00, 3.3110088e-01], [-1.3453971e+00, -9.308273e-01, 1.9724126e+00], [1.8504312e+00, -5.044237e-01, 1.959658e+00], [-6.1335266e-01, 2.9235402e-01, 1.4602255e+00], [1.967004e+00, 1.6694323e+00, -1.3531271e+00], [-1.0597684e+00, 1.2759037e+00, -5.2603906e-01], [3.4277707e-01, -1.3472764e+00, -7.7309334e-01], [-3.732396e-01, -1.9033809e+00, -6.36547e-01], [-1.4550627e+00, 1.1386145e+00, -8.38089e-01], [1.7654514e-01, -9.405705e-01, 5.514563e-01], [7.270539e-02, -6.4253175e-01, -1.797384e+00], [1.0674205e+00, 1.2574784e+00, 1.7407372e+00], [1.7354006e+00, 1.2298188e+00, -1.8966206e+00], [-1.6411865e+00, -2.5753453e-02, 1.265562e-01], [-1.216915e+00, 1.3812498e+00, -1.7135848e+00], [1.9767747e+00, -5.3924006e-01, 7.6597774e-01], [-1.059278e+00, -1.8086764e+00, -1.53165e+00], [-1.0440545e+00, -9.4341683e-01, -1.22595e+00], [5.163993e-01, -1.4453135e-01, 1.649526e+00], [9.3981034e-01, 7.734202e-01, -7.5715035e-01], [7.5337756e-01, -7.46253e-01, -7.3743e-01], [-1.875477e+00, -1.4985284e-01, 1.2281204e+00], [1.6100553e+00, 1.2787507e+00, -3.601577e-01], [-8.542587e-01, 7.379641e-01, 4.7773436e-02], [2.2245026e-01, -7.038647e-01, -1.3935748e+00], [-4.9431902e-01, 3.07248e-01, -1.4625989e+00], [-1.8935026e+00, 5.3059995e-01, -1.9381758e+00], [-2.3403514e-02, 3.8584667e-01, -4.8394704e-01], [1.3388604e+00, -1.4486924e+00, -1.613402e+00], [-5.3205067e-01, 4.720041e-01, -2.3125361e-01], [6.1528448e-02, -2.6145227e-02, -1.1333268e+00], [-1.104835e-01, -1.4255515e+00, 1.3076094e+00], [-4.5539165e-01, -1.8767124e+00, 7.191429e-01], [9.76548e-01, 1.7566229e+00, -9.2228043e-01], [-6.590317e-01, -9.7264916e-01, 1.8276511e+00], [3.8175315e-01, -1.7714616e+00, 1.9335691e+00], [-7.354665e-01, -4.491671e-01, -8.1288946e-01], [-6.149983e-01, -5.71613e-01, 4.779458e-01]]> : tensor<40x3xf32>
  %out:2 = func.call @top_k_least__main(%in0) : (tensor<40x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  %jax0 = stablehlo.constant dense<[[-1.8935026e+00, -1.9033809e+00, -1.9381758e+00], [-1.875477e+00, -1.8767124e+00, -1.8966206e+00], [-1.6411865e+00, -1.8086764e+00, -1.797384e+00], [-1.4550627e+00, -1.7714616e+00, -1.7135848e+00]]> : tensor<4x3xf32>
  check.expect_almost_eq %out#0, %jax0, tolerance = 1e-06 : f64 : tensor<4x3xf32>
  %jax1 = stablehlo.constant dense<[[28, 9, 28], [23, 34, 14], [15, 18, 12], [10, 37, 16]]> : tensor<4x3xi32>
  check.expect_eq %out#1, %jax1 : tensor<4x3xi32>
  return
}
func.func private @top_k_least__top_k_lt_f32_comparator(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func private @top_k_least__main(%arg0: tensor<40x3xf32>) -> (tensor<4x3xf32> {jax.result_info = "result[0]"}, tensor<4x3xi32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.iota dim = 0 : tensor<40x3xi32>
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %1:2 = stablehlo.custom_call @ApproxTopK(%arg0, %0, %cst, %c) {backend_config = "", called_computations = [@top_k_least__top_k_lt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 4 : i64}} : (tensor<40x3xf32>, tensor<40x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return %1#0, %1#1 : tensor<4x3xf32>, tensor<4x3xi32>
}
