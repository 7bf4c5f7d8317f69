module @tiny {
  func.func public @main(%state: tensor<8x32x64xf32>, %weight: tensor<6x64x64xbf16>, %image: tensor<2x16x16x8xf32>, %kernel: tensor<3x3x8x8xf32>) -> (tensor<8x32x64xf32>, tensor<8x32x32xf32>, tensor<2x16x16x8xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %six = stablehlo.constant dense<6> : tensor<i32>
    %loop:2 = stablehlo.while(%i = %zero, %x = %state) : tensor<i32>, tensor<8x32x64xf32>
    cond {
      %less = stablehlo.compare LT, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %slice = stablehlo.dynamic_slice %weight, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<6x64x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xbf16>
      %w = stablehlo.reshape %slice : (tensor<1x64x64xbf16>) -> tensor<64x64xbf16>
      %narrow = stablehlo.convert %x : (tensor<8x32x64xf32>) -> tensor<8x32x64xbf16>
      %product = stablehlo.dot_general %narrow, %w, contracting_dims = [2] x [0] : (tensor<8x32x64xbf16>, tensor<64x64xbf16>) -> tensor<8x32x64xf32>
      %tanh = stablehlo.tanh %product : tensor<8x32x64xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %tanh : tensor<i32>, tensor<8x32x64xf32>
    }
    %scores = stablehlo.dot_general %loop#1, %loop#1, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [HIGHEST, HIGHEST] : (tensor<8x32x64xf32>, tensor<8x32x64xf32>) -> tensor<8x32x32xf32>
    %convolved = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x8xf32>, tensor<3x3x8x8xf32>) -> tensor<2x16x16x8xf32>
    return %loop#1, %scores, %convolved : tensor<8x32x64xf32>, tensor<8x32x32xf32>, tensor<2x16x16x8xf32>
  }
}
