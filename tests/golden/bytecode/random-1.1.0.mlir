module @random {
  func.func @main(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<2xf32> {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
    %output_state_0, %output_1 = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
    %c = stablehlo.constant dense<2> : tensor<1xi64>
    %0 = stablehlo.rng %arg1, %arg2, %c, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
    %1 = stablehlo.rng %arg1, %arg2, %c, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
