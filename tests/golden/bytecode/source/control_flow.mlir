module @control_flow {
  func.func @main(%a: tensor<f32>, %n: tensor<i32>, %p: tensor<i1>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<f32>
    cond {
      %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %2 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %i, %2 : tensor<i32>
      %4 = "stablehlo.if"(%p) ({
        %5 = stablehlo.multiply %x, %x : tensor<f32>
        stablehlo.return %5 : tensor<f32>
      }, {
        %6 = stablehlo.add %x, %a : tensor<f32>
        %7 = stablehlo.add %6, %a : tensor<f32>
        stablehlo.return %7 : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      stablehlo.return %3, %4 : tensor<i32>, tensor<f32>
    }
    %8 = "stablehlo.case"(%n) ({
      stablehlo.return %0#1 : tensor<f32>
    }, {
      %9 = stablehlo.negate %0#1 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    %10:2 = stablehlo.optimization_barrier %8, %n : tensor<f32>, tensor<i32>
    return %10#0 : tensor<f32>
  }
}
