module @custom_call_dictionary {
  func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>) {
    %0 = stablehlo.custom_call @f(%a) {api_version = 4 : i32, backend_config = {alpha = 0.5 : f32, flag = true, mode = 65 : ui8, n = 3 : i64, name = "x"}} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
