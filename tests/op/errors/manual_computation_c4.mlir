// SPDX-License-Identifier: Apache-2.0
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%p: tensor<2xf32>) {
    %z = sdy.manual_computation(%p) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%q: tensor<1xf32>) {
      sdy.return %q : tensor<1xf32>
    } : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %z : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
