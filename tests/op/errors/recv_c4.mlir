// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>, %t: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  return
}
