module @async {
  func.func @main(%a: tensor<4x2xf32>) -> (tensor<4x2xf32>) {
    %0 = "stablehlo.async_start"(%a) ({
    ^bb0(%p: tensor<4x2xf32>):
      %1 = "stablehlo.all_reduce"(%p) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%q: tensor<f32>, %r: tensor<f32>):
        %2 = stablehlo.add %q, %r : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
      stablehlo.return %1 : tensor<4x2xf32>
    }) : (tensor<4x2xf32>) -> !stablehlo.future<tensor<4x2xf32>>
    %3 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4x2xf32>>) -> tensor<4x2xf32>
    return %3 : tensor<4x2xf32>
  }
}
