module @complex {
  func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<3xcomplex<f32>>) {
    %0 = stablehlo.complex %a, %b : tensor<4xcomplex<f32>>
    %1 = stablehlo.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %2 = stablehlo.imag %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %3 = stablehlo.abs %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %4 = stablehlo.fft %0, type = IFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %5 = stablehlo.fft %3, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
    %6 = stablehlo.is_finite %3 : (tensor<4xf32>) -> tensor<4xi1>
    return %5 : tensor<3xcomplex<f32>>
  }
}
