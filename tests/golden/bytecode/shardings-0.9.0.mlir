module @shardings {
  sdy.mesh @mesh = <["x"=8, "y"=4]>
  sdy.mesh @devices = <["a"=2], device_ids=[1, 0]>
  sdy.mesh @one = <[], device_ids=[5]>
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)4}, {?}], replicated={"y"}>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}p1, {"x", ?}p2]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x", ?}, {"y"}]> : tensor<8x8xf32>
    %1 = stablehlo.custom_call @f(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([l, jk]) {i=8, j=2, k=4, l=8} reduction={i} need_replication={l}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {?}]>]>} : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
