// SPDX-License-Identifier: Apache-2.0
// Types of every kind, and constants of them.
!row = tensor<4x!quant.uniform<i8<-127:127>:f32:0, {0.5:1, 0.25:-3, 1.0, 2.0}>>
func.func private @types(%a: tensor<4x!quant.uniform<i8:f32, 0.5>>, %b: !row, %c: tensor<?x3xf32, #stablehlo.bounds<5, ?>>, %d: tensor<?xi4, #stablehlo.type_extensions<bounds = [7]>>, %e: tuple<tensor<2xf32>, tuple<>, !stablehlo.token>, %f: !stablehlo.token, %g: tensor<2xcomplex<f64>>, %h: memref<2x2xbf16>, %i: tensor<0x9223372036854775807xi1>, %j: tensor<1x!quant.uniform<u4<0:15>:bf16, 1.000000e-03:15>>, %k: !stablehlo.future<tensor<2xf32>>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.add %g, %g : tensor<2xcomplex<f64>>
  %1 = stablehlo.constant dense<[(1.0, -2.0), (0x7FF0000000000000, 1.5e+300)]> : tensor<2xcomplex<f64>>
  %2 = stablehlo.constant dense<[[1, -8], [7, 0x3]]> : tensor<2x2xi4>
  %3 = stablehlo.constant dense<> : tensor<0x2xui8>
  %4 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %5 = stablehlo.constant dense<"0x8D01"> : tensor<10xi1>
  %6 = stablehlo.constant dense<0x7F> : tensor<2xf8E4M3FN>
  %7 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %8 = stablehlo.get_dimension_size %c, dim = 0 : (tensor<?x3xf32, #stablehlo.bounds<5, ?>>) -> tensor<i32>
  %9 = stablehlo.add %a, %a : tensor<4x!quant.uniform<i8:f32, 0.5>>
  %10 = stablehlo.add %b, %b : !row
  return %1 : tensor<2xcomplex<f64>>
}
