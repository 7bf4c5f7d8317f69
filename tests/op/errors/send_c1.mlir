// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>, %t: !stablehlo.token) {
  %r = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
