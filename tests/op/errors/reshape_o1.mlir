// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<?x?xf32, #stablehlo.bounds<5, 5>>) {
  %y = stablehlo.reshape %x : (tensor<?x?xf32, #stablehlo.bounds<5, 5>>) -> tensor<?x?xf32, #stablehlo.bounds<5, 5>>
  return
}
