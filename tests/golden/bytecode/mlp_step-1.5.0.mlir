module @jit_mlp_step attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8x2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<3x4xf32>, %arg5: tensor<3x2xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4x8xf32> {jax.result_info = "result[1][0][0]"}, tensor<8xf32> {jax.result_info = "result[1][0][1]"}, tensor<8x2xf32> {jax.result_info = "result[1][1][0]"}, tensor<2xf32> {jax.result_info = "result[1][1][1]"}) {
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x8xf32>) -> tensor<3x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<3x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<3x8xf32>
    %4 = stablehlo.tanh %3 : tensor<3x8xf32>
    %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<3x8xf32>
    %7 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0] : (tensor<3x8xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %8 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<3x2xf32>
    %10 = stablehlo.add %7, %9 : tensor<3x2xf32>
    %11 = stablehlo.tanh %10 : tensor<3x2xf32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %13 = stablehlo.subtract %12, %11 : tensor<3x2xf32>
    %14 = stablehlo.subtract %11, %arg5 : tensor<3x2xf32>
    %15 = stablehlo.multiply %14, %14 : tensor<3x2xf32>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %17 = stablehlo.multiply %16, %14 : tensor<3x2xf32>
    %18 = stablehlo.reduce(%15 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %19 = stablehlo.divide %18, %cst_0 : tensor<f32>
    %20 = stablehlo.divide %cst_3, %cst_0 : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %22 = stablehlo.multiply %21, %17 : tensor<3x2xf32>
    %23 = stablehlo.multiply %22, %13 : tensor<3x2xf32>
    %24 = stablehlo.multiply %23, %11 : tensor<3x2xf32>
    %25 = stablehlo.add %23, %24 : tensor<3x2xf32>
    %26 = stablehlo.reduce(%25 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %27 = stablehlo.reshape %26 : (tensor<2xf32>) -> tensor<1x2xf32>
    %28 = stablehlo.reduce(%27 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<1x2xf32>, tensor<f32>) -> tensor<2xf32>
    %29 = stablehlo.dot_general %25, %4, contracting_dims = [0] x [0] : (tensor<3x2xf32>, tensor<3x8xf32>) -> tensor<2x8xf32>
    %30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>
    %31 = stablehlo.dot_general %25, %arg2, contracting_dims = [1] x [1] : (tensor<3x2xf32>, tensor<8x2xf32>) -> tensor<3x8xf32>
    %32 = stablehlo.multiply %31, %6 : tensor<3x8xf32>
    %33 = stablehlo.multiply %32, %4 : tensor<3x8xf32>
    %34 = stablehlo.add %32, %33 : tensor<3x8xf32>
    %35 = stablehlo.reduce(%34 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<3x8xf32>, tensor<f32>) -> tensor<8xf32>
    %36 = stablehlo.reshape %35 : (tensor<8xf32>) -> tensor<1x8xf32>
    %37 = stablehlo.reduce(%36 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %38 = stablehlo.dot_general %34, %arg4, contracting_dims = [0] x [0] : (tensor<3x8xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
    %39 = stablehlo.transpose %38, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %40 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %41 = stablehlo.multiply %40, %39 : tensor<4x8xf32>
    %42 = stablehlo.subtract %arg0, %41 : tensor<4x8xf32>
    %43 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %44 = stablehlo.multiply %43, %37 : tensor<8xf32>
    %45 = stablehlo.subtract %arg1, %44 : tensor<8xf32>
    %46 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %47 = stablehlo.multiply %46, %30 : tensor<8x2xf32>
    %48 = stablehlo.subtract %arg2, %47 : tensor<8x2xf32>
    %49 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %50 = stablehlo.multiply %49, %28 : tensor<2xf32>
    %51 = stablehlo.subtract %arg3, %50 : tensor<2xf32>
    return %19, %42, %45, %48, %51 : tensor<f32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>
  }
}
