module @constants {
  func.func @main() -> tensor<2x2xf32> {
    %cst = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, -0.000000e+00]]> : tensor<2x2xf32>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<2x2xf32>
    %c = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %c_1 = stablehlo.constant dense<true> : tensor<3xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %c_3 = stablehlo.constant dense<false> : tensor<5xi1>
    %c_4 = stablehlo.constant dense<[1, -2, 3, -4, 5, -6, 7, 0]> : tensor<8xi4>
    %c_5 = stablehlo.constant dense<> : tensor<0xi64>
    %cst_6 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>
    %cst_7 = stablehlo.constant dense<[(1.000000e+00,-2.000000e+00), (5.000000e-01,0.000000e+00)]> : tensor<2xcomplex<f64>>
    %cst_8 = stablehlo.constant dense<[1.000000e+00, 2.500000e+00]> : tensor<2xbf16>
    %cst_9 = stablehlo.constant dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf16>
    %c_10 = stablehlo.constant dense<-1> : tensor<i8>
    %c_11 = stablehlo.constant dense<18446744073709551615> : tensor<1xui64>
    %c_12 = stablehlo.constant dense<true> : tensor<9xi1>
    %c_13 = stablehlo.constant dense<[15, 0]> : tensor<2xui4>
    %c_14 = stablehlo.constant dense<true> : tensor<8xi1>
    return %cst : tensor<2x2xf32>
  }
}
