module @quantized {
  func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>) {
    %0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %1 = stablehlo.add %0, %0 : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %2 = stablehlo.uniform_dequantize %1 : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2xf32>
    %3 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<u8<1:250>:f32, 1.0e-01:128>>
    return %2 : tensor<2xf32>
  }
}
