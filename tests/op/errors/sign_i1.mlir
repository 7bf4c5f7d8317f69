// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xui8>) {
  %y = stablehlo.sign %x : tensor<2xui8>
  return
}
