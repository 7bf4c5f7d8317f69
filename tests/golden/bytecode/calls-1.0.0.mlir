module @calls {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %0:2 = call @pair(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %1 = call @"odd name"(%0#1) : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func private @pair(%arg0: tensor<2xf32> {jax.x = "y"}, %arg1: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    return %arg1, %arg0 : tensor<2xf32>, tensor<2xf32>
  }
  func.func @"odd name"(%arg0: tensor<2xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<2xf32> {jax.result_info = "r"}) attributes {some.note = [1 : i32, "two", 3.000000e+00, unit, "pair"]} {
    return %arg0 : tensor<2xf32>
  }
}
