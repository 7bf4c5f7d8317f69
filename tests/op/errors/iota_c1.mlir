// SPDX-License-Identifier: Apache-2.0
func.func @main() {
  %x = stablehlo.iota dim = 2 : tensor<2x3xi32>
  return
}
