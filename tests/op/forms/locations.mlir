// SPDX-License-Identifier: Apache-2.0
// Locations of every kind.
#loc = loc(unknown)
#loc1 = loc("x")
module @locations attributes {mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2xi32> loc(#loc1), %y: tensor<2xi32> loc("y")) -> tensor<2xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.add %x, %y : tensor<2xi32> loc("f.py":12:8)
    %1 = stablehlo.add %0, %0 : tensor<2xi32> loc("f.py":12:8 to :54)
    %2 = stablehlo.add %1, %1 : tensor<2xi32> loc("a\22b"("f.py":1:2))
    %3 = stablehlo.add %2, %2 : tensor<2xi32> loc(callsite("inner"("f.py":1:2) at callsite("middle" at "outer")))
    %4 = stablehlo.add %3, %3 : tensor<2xi32> loc(fused<{k = ">", l = [1]}>["first", "second"])
    %5 = stablehlo.add %4, %4 : tensor<2xi32> loc(fused["f.py":1:2, "second"])
    %6 = stablehlo.add %5, %5 : tensor<2xi32> loc(#loc2)
    %7 = stablehlo.add %6, %6 : tensor<2xi32> loc(#nowhere)
    %8 = stablehlo.reduce(%7 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32> loc(unknown)
    return %7 : tensor<2xi32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc2 = loc("jit(f)/add"(#loc3))
#loc3 = loc(callsite(#loc4 at "main.py":3:4))
#loc4 = loc("g\\\n"(#loc1))
