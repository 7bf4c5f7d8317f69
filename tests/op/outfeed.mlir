// SPDX-License-Identifier: Apache-2.0
func.func @goes_out() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %t0 = stablehlo.after_all : !stablehlo.token
  %t1 = "stablehlo.outfeed"(%x, %t0) <{outfeed_config = ""}> : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  %t2 = "stablehlo.outfeed"(%t1) <{outfeed_config = ""}> : (!stablehlo.token) -> !stablehlo.token
  return
}
