module @custom_call {
  func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
    %0 = stablehlo.custom_call @Sharding(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.custom_call @f(%0) {api_version = 2 : i32, backend_config = "x", has_side_effect = true, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.custom_call @"a b"(%1) {called_computations = [@helper], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], mhlo.frontend_attributes = {a = "1", b = "2"}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %2 : tensor<2x3xf32>
  }
  func.func private @helper(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
    return %a : tensor<2x3xf32>
  }
}
