// SPDX-License-Identifier: Apache-2.0
func.func @compact() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %zero = stablehlo.constant dense<0.5> : tensor<f32>
  %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %a, dense<[6.5, 15.5]> : tensor<2xf32>
  %b = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %b, dense<6.0> : tensor<f32>
  %c = stablehlo.reduce(%x init: %zero) applies stablehlo.multiply across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %c, dense<[2.0, 5.0, 9.0]> : tensor<3xf32>
  return
}
func.func @over_nothing() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %a = stablehlo.reduce(%x init: %one) applies stablehlo.add across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %a, dense<1.0> : tensor<2xf32>
  return
}
func.func @first_largest_and_its_place() {
  %x = stablehlo.constant dense<[3.0, 7.0, 7.0, 1.0]> : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %n = stablehlo.select %p, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %n : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<7.0> : tensor<f32>
  check.expect_eq_const %r#1, dense<1> : tensor<i32>
  return
}
func.func @booleans() {
  %x = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.reduce(%x init: %t) applies stablehlo.and across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  check.expect_eq_const %a, dense<[false, true]> : tensor<2xi1>
  return
}
func.func @gradient_sum(%x: tensor<2x3xf64>, %init: tensor<f64>) -> tensor<2xf64> {
  %y = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func @gradient_maximum(%x: tensor<2x3xf64>) -> tensor<3xf64> {
  %init = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %y = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xf64>, tensor<f64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @gradient_minimum(%x: tensor<2x3xf64>) -> tensor<f64> {
  %init = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %y = stablehlo.reduce(%x init: %init) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func @gradient_product(%x: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> tensor<2xf64> {
  %init = stablehlo.constant dense<1.0> : tensor<f64>
  %y = stablehlo.reduce(%x init: %init) applies stablehlo.multiply across dimensions = [1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @complex_sums_and_products() {
  %z = stablehlo.constant dense<[[(1.0, 2.0), (3.0, -1.0)], [(0.0, 1.0), (0.0, 1.0)]]> : tensor<2x2xcomplex<f32>>
  %start = stablehlo.constant dense<(1.0, 1.0)> : tensor<complex<f32>>
  %sum = stablehlo.reduce(%z init: %start) applies stablehlo.add across dimensions = [1] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %sum, dense<[(5.0, 2.0), (1.0, 3.0)]> : tensor<2xcomplex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %product = stablehlo.reduce(%z init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %product, dense<[(5.0, 5.0), (-1.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}

// One zero in the first row, two in the second; an initial value that is not neutral.
func.func @gradient_product_with_zeros(%x: tensor<3x3xf64> {case.value = dense<[[2.0, 0.0, -3.0], [0.0, 0.0, 1.5], [0.5, 2.0, 4.0]]> : tensor<3x3xf64>}, %init: tensor<f64>) -> tensor<3xf64> {
  %y = stablehlo.reduce(%x init: %init) applies stablehlo.multiply across dimensions = [1] : (tensor<3x3xf64>, tensor<f64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @gradient_maximum_with_an_initial_value(%x: tensor<2x3xf64> {case.value = dense<[[1.0, 0.25, -3.0], [0.0, 0.125, -1.5]]> : tensor<2x3xf64>}, %init: tensor<f64> {case.value = dense<0.5> : tensor<f64>}) -> tensor<2xf64> {
  %y = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func @gradient_of_another_body(%x: tensor<2x3x2xf64>, %init: tensor<f64>, %scale: tensor<f64>) -> tensor<3xf64> {
  %y = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 2, 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %two = stablehlo.constant dense<2.0> : tensor<f64>
    %0 = stablehlo.power %b, %two : tensor<f64>
    %1 = stablehlo.multiply %0, %scale : tensor<f64>
    %2 = stablehlo.add %a, %1 : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) : (tensor<2x3x2xf64>, tensor<f64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @gradient_of_the_largest_and_its_place(%x: tensor<2x4xf64>) -> (tensor<2xf64>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y:2 = "stablehlo.reduce"(%x, %i, %low, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<i32>, %c: tensor<f64>, %d: tensor<i32>):
    %p = stablehlo.compare GE, %a, %c, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %0 = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f64>
    %1 = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %0, %1 : tensor<f64>, tensor<i32>
  }) : (tensor<2x4xf64>, tensor<2x4xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)
  return %y#0, %y#1 : tensor<2xf64>, tensor<2xi32>
}
func.func @gradient_sum_in_a_wider_type(%x: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<2xf64> {
  %y = stablehlo.reduce(%x init: %init) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>
   reducer(%a: tensor<f64>, %b: tensor<f64>) {
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }
  return %y : tensor<2xf64>
}
func.func @gradient_maximum_in_a_wider_type(%x: tensor<2x3xf32>) -> tensor<3xf64> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf64>
   reducer(%a: tensor<f64>, %b: tensor<f64>) {
    %s = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }
  return %y : tensor<3xf64>
}
func.func @gradient_product_in_a_wider_type(%x: tensor<2x3xf32> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> tensor<2xf64> {
  %init = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %init) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>
   reducer(%a: tensor<f64>, %b: tensor<f64>) {
    %s = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }
  return %y : tensor<2xf64>
}
func.func @gradient_maximum_with_an_initial_value_in_a_wider_type(%x: tensor<2x3xf32> {case.value = dense<[[1.0, 0.25, -3.0], [0.0, 0.125, -1.5]]> : tensor<2x3xf32>}, %init: tensor<f32> {case.value = dense<0.5> : tensor<f32>}) -> tensor<2xf64> {
  %y = stablehlo.reduce(%x init: %init) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>
   reducer(%a: tensor<f64>, %b: tensor<f64>) {
    %s = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }
  return %y : tensor<2xf64>
}
