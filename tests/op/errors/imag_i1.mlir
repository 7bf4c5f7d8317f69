// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi32>) {
  %y = stablehlo.imag %x : tensor<2xi32>
  return
}
