// SPDX-License-Identifier: Apache-2.0
func.func @index_0() {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %outer = stablehlo.constant dense<30> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %a = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    %b = stablehlo.constant dense<20> : tensor<i32>
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }, {
    stablehlo.return %outer : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<10> : tensor<i32>
  return
}

func.func @index_1() {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %outer = stablehlo.constant dense<30> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %a = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    %b = stablehlo.constant dense<20> : tensor<i32>
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }, {
    stablehlo.return %outer : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<20> : tensor<i32>
  return
}

func.func @index_2() {
  %i = stablehlo.constant dense<2> : tensor<i32>
  %outer = stablehlo.constant dense<30> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %a = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    %b = stablehlo.constant dense<20> : tensor<i32>
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }, {
    stablehlo.return %outer : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<30> : tensor<i32>
  return
}

func.func @index_7() {
  %i = stablehlo.constant dense<7> : tensor<i32>
  %outer = stablehlo.constant dense<30> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %a = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    %b = stablehlo.constant dense<20> : tensor<i32>
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }, {
    stablehlo.return %outer : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<30> : tensor<i32>
  return
}

func.func @index_minus_1() {
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %outer = stablehlo.constant dense<30> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %a = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    %b = stablehlo.constant dense<20> : tensor<i32>
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }, {
    stablehlo.return %outer : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<30> : tensor<i32>
  return
}
func.func @gradient_of_the_branch_taken(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %which = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.case"(%which) ({
    stablehlo.return %x : tensor<2xf64>
  }, {
    %a = stablehlo.multiply %x, %y : tensor<2xf64>
    %b = stablehlo.cosine %a : tensor<2xf64>
    stablehlo.return %b : tensor<2xf64>
  }, {
    stablehlo.return %y : tensor<2xf64>
  }) : (tensor<i32>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}
