module @random {
  func.func @main(%s: tensor<2xui64>, %lo: tensor<f32>, %hi: tensor<f32>) -> (tensor<2xf32>) {
    %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
    %2, %3 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
    %c = stablehlo.constant dense<2> : tensor<1xi64>
    %4 = stablehlo.rng %lo, %hi, %c, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
    %5 = stablehlo.rng %lo, %hi, %c, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
    return %5 : tensor<2xf32>
  }
}
