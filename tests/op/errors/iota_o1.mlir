// SPDX-License-Identifier: Apache-2.0
func.func @main() {
  %r = stablehlo.iota dim = 0 : tensor<2xi1>
  return
}
