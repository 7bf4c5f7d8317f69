module @tuples {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2xf32>, tensor<i32>>
    %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
    return %1 : tensor<i32>
  }
}
