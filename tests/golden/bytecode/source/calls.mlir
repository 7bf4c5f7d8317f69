module @calls {
  func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>) {
    %0:2 = call @pair(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %1 = call @"odd name"(%0#1) : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func private @pair(%a: tensor<2xf32> {jax.x = "y"}, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    return %b, %a : tensor<2xf32>, tensor<2xf32>
  }
  func.func @"odd name"(%a: tensor<2xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<2xf32> {jax.result_info = "r"}) attributes {some.note = [1 : i32, "two", 3.0 : f64, unit, @pair]} {
    return %a : tensor<2xf32>
  }
}
