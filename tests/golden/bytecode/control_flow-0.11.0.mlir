module @control_flow {
  func.func @main(%arg0: tensor<f32>, %arg1: tensor<i32>, %arg2: tensor<i1>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<f32>
    cond {
      %3 = stablehlo.compare LT, %iterArg, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %4 = "stablehlo.if"(%arg2) ({
        %5 = stablehlo.multiply %iterArg_0, %iterArg_0 : tensor<f32>
        stablehlo.return %5 : tensor<f32>
      }, {
        %5 = stablehlo.add %iterArg_0, %arg0 : tensor<f32>
        %6 = stablehlo.add %5, %arg0 : tensor<f32>
        stablehlo.return %6 : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      stablehlo.return %3, %4 : tensor<i32>, tensor<f32>
    }
    %1 = "stablehlo.case"(%arg1) ({
      stablehlo.return %0#1 : tensor<f32>
    }, {
      %3 = stablehlo.negate %0#1 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    %2:2 = stablehlo.optimization_barrier %1, %arg1 : tensor<f32>, tensor<i32>
    return %2#0 : tensor<f32>
  }
}
