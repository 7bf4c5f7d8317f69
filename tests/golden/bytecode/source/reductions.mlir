module @reductions {
  func.func @main(%a: tensor<4x5xf32>, %b: tensor<4x5xi32>) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %d = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %1:2 = stablehlo.reduce(%a init: %c), (%b init: %d) across dimensions = [0] : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
      reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>) {
      %2 = stablehlo.maximum %p, %q : tensor<f32>
      %3 = stablehlo.minimum %r, %s : tensor<i32>
      stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
    }
    %4 = "stablehlo.reduce_window"(%a, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %5 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<2x5xf32>
    %6 = "stablehlo.reduce_window"(%a, %c) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %5 = stablehlo.add %c, %q : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
    return %0 : tensor<4xf32>
  }
}
