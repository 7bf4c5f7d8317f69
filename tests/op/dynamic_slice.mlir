// SPDX-License-Identifier: Apache-2.0
func.func @from_1() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %y, dense<[2, 3]> : tensor<2xi32>
  return
}

func.func @from_9() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %i = stablehlo.constant dense<9> : tensor<i32>
  %y = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %y, dense<[4, 5]> : tensor<2xi32>
  return
}

func.func @from_minus_4() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %i = stablehlo.constant dense<-4> : tensor<i32>
  %y = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %y, dense<[1, 2]> : tensor<2xi32>
  return
}

func.func @unsigned_starts_are_large_not_negative() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %y = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<3xi32>, tensor<ui64>) -> tensor<1xi32>
  check.expect_eq_const %y, dense<[3]> : tensor<1xi32>
  return
}
func.func @of_rank_0() {
  %x = stablehlo.constant dense<7> : tensor<i32>
  %y = stablehlo.dynamic_slice %x, sizes = [] : (tensor<i32>) -> tensor<i32>
  check.expect_eq %y, %x : tensor<i32>
  return
}
func.func @gradient(%x: tensor<3x4xf64>, %i: tensor<i32> {case.value = dense<1> : tensor<i32>}, %j: tensor<i32> {case.value = dense<9> : tensor<i32>}) -> tensor<2x2xf64> {
  %y = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 2] : (tensor<3x4xf64>, tensor<i32>, tensor<i32>) -> tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}
func.func @of_rank_0_as_jax_prints_it() {
  %x = stablehlo.constant dense<7> : tensor<i32>
  %y = stablehlo.dynamic_slice %x, , sizes = [] : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %y, dense<7> : tensor<i32>
  return
}
func.func @of_no_elements() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<9> : tensor<i32>
  %y = stablehlo.dynamic_slice %x, %i, sizes = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<0xi32>
  check.expect_eq_const %y, dense<> : tensor<0xi32>
  return
}
