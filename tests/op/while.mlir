// SPDX-License-Identifier: Apache-2.0
func.func @counts() {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%iterArg = %i, %iterArg_0 = %x) : tensor<i32>, tensor<f32>
  cond {
    %p = stablehlo.compare LT, %iterArg, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %iterArg, %one : tensor<i32>
    %double = stablehlo.add %iterArg_0, %iterArg_0 : tensor<f32>
    stablehlo.return %next, %double : tensor<i32>, tensor<f32>
  }
  check.expect_eq_const %r#0, dense<5> : tensor<i32>
  check.expect_eq_const %r#1, dense<32.0> : tensor<f32>
  return
}
func.func @no_rounds() {
  %f = stablehlo.constant dense<false> : tensor<i1>
  %r = "stablehlo.while"(%f) ({
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }, {
  ^bb0(%a: tensor<i1>):
    %b = stablehlo.not %a : tensor<i1>
    stablehlo.return %b : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  check.expect_eq %r, %f : tensor<i1>
  return
}
func.func @gradient_of_counted_rounds(%x: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.constant dense<0.5> : tensor<f64>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %s = %sum) : tensor<i32>, tensor<3xf64>, tensor<f64>
  cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<f64>
    %next = stablehlo.add %i, %one : tensor<i32>
    %m = stablehlo.multiply %a, %w : tensor<3xf64>
    %t = stablehlo.sine %m : tensor<3xf64>
    %c = stablehlo.convert %i : (tensor<i32>) -> tensor<f64>
    %d = stablehlo.reduce(%t init: %none) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %e = stablehlo.multiply %c, %d : tensor<f64>
    %f = stablehlo.add %e, %s : tensor<f64>
    stablehlo.return %next, %t, %f : tensor<i32>, tensor<3xf64>, tensor<f64>
  }
  return %r#1, %r#2 : tensor<3xf64>, tensor<f64>
}
func.func @gradient_of_no_round(%x: tensor<2xf64>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i64>, tensor<2xf64>
  cond {
    %n = stablehlo.constant dense<0> : tensor<i64>
    %p = stablehlo.compare GT, %n, %i, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i64>
    %next = stablehlo.add %one, %i : tensor<i64>
    %m = stablehlo.multiply %a, %a : tensor<2xf64>
    stablehlo.return %next, %m : tensor<i64>, tensor<2xf64>
  }
  return %r#1 : tensor<2xf64>
}
func.func @gradient_of_a_loop_in_a_loop(%x: tensor<2xf64>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i64>, tensor<2xf64>
  cond {
    %p = stablehlo.compare NE, %i, %two, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%j = %two, %b = %a) : tensor<i64>, tensor<2xf64>
    cond {
      %p = stablehlo.compare LE, %j, %two, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %next = stablehlo.add %j, %one : tensor<i64>
      %m = stablehlo.multiply %b, %x : tensor<2xf64>
      %n = stablehlo.tanh %m : tensor<2xf64>
      stablehlo.return %next, %n : tensor<i64>, tensor<2xf64>
    }
    %next = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %next, %q#1 : tensor<i64>, tensor<2xf64>
  }
  return %r#1 : tensor<2xf64>
}
func.func @of_sizes_that_may_be_the_same() {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = stablehlo.constant dense<2> : tensor<1xi64>
  %r:2 = "stablehlo.while"(%p, %x) ({
  ^bb0(%q: tensor<i1>, %y: tensor<2xf32>):
    stablehlo.return %q : tensor<i1>
  }, {
  ^bb0(%q: tensor<i1>, %y: tensor<2xf32>):
    %f = stablehlo.not %q : tensor<i1>
    %z = stablehlo.add %y, %y : tensor<2xf32>
    %d = stablehlo.dynamic_reshape %z, %n : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
    stablehlo.return %f, %d : tensor<i1>, tensor<?xf32>
  }) : (tensor<i1>, tensor<2xf32>) -> (tensor<i1>, tensor<2xf32>)
  check.expect_eq_const %r#1, dense<[2.0, 4.0]> : tensor<2xf32>
  return
}
