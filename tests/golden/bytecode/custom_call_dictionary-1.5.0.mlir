module @custom_call_dictionary {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.custom_call @f(%arg0) {api_version = 4 : i32, backend_config = {alpha = 5.000000e-01 : f32, flag = true, mode = 65 : ui8, n = 3 : i64, name = "x"}} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
