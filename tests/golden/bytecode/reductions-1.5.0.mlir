module @reductions {
  func.func @main(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xi32>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%arg1 init: %c) across dimensions = [0] : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
     reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<i32>, %arg5: tensor<i32>)  {
      %4 = stablehlo.maximum %arg2, %arg4 : tensor<f32>
      %5 = stablehlo.minimum %arg3, %arg5 : tensor<i32>
      stablehlo.return %4, %5 : tensor<f32>, tensor<i32>
    }
    %2 = "stablehlo.reduce_window"(%arg0, %cst) <{padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %4 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<2x5xf32>
    %3 = "stablehlo.reduce_window"(%arg0, %cst) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %4 = stablehlo.add %cst, %arg3 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
    return %0 : tensor<4xf32>
  }
}
