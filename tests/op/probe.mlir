// SPDX-License-Identifier: Apache-2.0
func.func @passes_its_value_through() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = interpreter.probe %a, probe_id = "one" : tensor<2xf32>
  check.expect_eq %b, %a : tensor<2xf32>
  check.expect_serialized_eq %a, probe_id = "one" : tensor<2xf32>
  return
}
func.func @gradient(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = interpreter.probe %x, probe_id = "of a gradient" : tensor<3xf64>
  return %r : tensor<3xf64>
}
