module @dynamic {
  func.func @main(%a: tensor<?x4xf32>, %s: tensor<2xi32>) -> (tensor<?x?xf32>) {
    %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %1 = stablehlo.dynamic_reshape %a, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %2 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
    %3 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %4 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>}> : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %5 = stablehlo.dynamic_pad %a, %c, %s, %s, %s : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %6 = stablehlo.real_dynamic_slice %a, %s, %s, %s : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %7 = "stablehlo.set_dimension_size"(%a, %0) <{dimension = 0 : i64}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>
    return %1 : tensor<?x?xf32>
  }
}
