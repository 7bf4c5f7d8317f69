module @tuples {
  func.func @main(%a: tensor<2xf32>, %b: tensor<i32>) -> (tensor<i32>) {
    %0 = stablehlo.tuple %a, %b : tuple<tensor<2xf32>, tensor<i32>>
    %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
    return %1 : tensor<i32>
  }
}
