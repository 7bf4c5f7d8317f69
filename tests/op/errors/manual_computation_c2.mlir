// SPDX-License-Identifier: Apache-2.0
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<3x5xf32>) {
    sdy.return %p : tensor<3x5xf32>
  } : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return %y : tensor<4x5xf32>
}
