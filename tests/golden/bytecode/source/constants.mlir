module @constants {
  func.func @main() -> (tensor<2x2xf32>) {
    %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, -0.0]]> : tensor<2x2xf32>
    %1 = stablehlo.constant dense<0x7FC00000> : tensor<2x2xf32>
    %2 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %3 = stablehlo.constant dense<true> : tensor<3xi1>
    %4 = stablehlo.constant dense<true> : tensor<i1>
    %5 = stablehlo.constant dense<false> : tensor<5xi1>
    %6 = stablehlo.constant dense<[1, -2, 3, -4, 5, -6, 7, 0]> : tensor<8xi4>
    %7 = stablehlo.constant dense<> : tensor<0xi64>
    %8 = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f32>>
    %9 = stablehlo.constant dense<[(1.0, -2.0), (0.5, 0.0)]> : tensor<2xcomplex<f64>>
    %10 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xbf16>
    %11 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf16>
    %12 = stablehlo.constant dense<-1> : tensor<i8>
    %13 = stablehlo.constant dense<[18446744073709551615]> : tensor<1xui64>
    %14 = stablehlo.constant dense<[true, true, true, true, true, true, true, true, true]> : tensor<9xi1>
    %15 = stablehlo.constant dense<[15, 0]> : tensor<2xui4>
    %16 = stablehlo.constant dense<[true, true, true, true, true, true, true, true]> : tensor<8xi1>
    return %0 : tensor<2x2xf32>
  }
}
