// SPDX-License-Identifier: Apache-2.0
func.func @f() {
  %r = tutti.squared_norm  : () -> tensor<f32>
  return
}
