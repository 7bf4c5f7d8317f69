// SPDX-License-Identifier: Apache-2.0
func.func @f(%x: tensor<1x35xui8>) {
  %r = tutti.dequantize %x {type = "q8_0"} : (tensor<1x35xui8>) -> tensor<1x32xf32>
  return
}
