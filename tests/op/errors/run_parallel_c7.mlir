// SPDX-License-Identifier: Apache-2.0
func.func @f() {
  return
}
func.func @main() {
  "interpreter.run_parallel"() {infeed = [], programs = [[@f]]} : () -> ()
  return
}
