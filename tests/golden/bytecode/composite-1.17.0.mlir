module @composite {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.composite "my.op" %arg0 {composite_attributes = {n = 1 : i32, t = dense<[1, 2]> : tensor<2xi64>}, decomposition = @helper, version = 3 : i32} : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.composite "my.other" %0 {decomposition = @helper} : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func private @helper(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
}
