// SPDX-License-Identifier: Apache-2.0
// How fast text is read: printed, not asserted, since machines differ. CPU time, parsing and
// verifying together.
#include <gtest/gtest.h>

#include <ctime>
#include <iostream>

#include "ir/parse.h"
#include "op/catalogue.h"

namespace tutti::op {
namespace {

void report(const std::string& what, const std::string& text) {
  const std::clock_t start = std::clock();
  const ir::Module module = ir::parse_module(text, "big.mlir", catalogue());
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const double megabytes = static_cast<double>(text.size()) / 1e6;
  std::cout << fmt::format("  {}: {:.1f} MB in {:.2f} s, {:.0f} MB/s\n", what, megabytes, seconds,
                           megabytes / seconds);
}

/// One function of many operations, as JAX prints a layer of a transformer.
std::string program(size_t size) {
  std::string text =
      "module @jit_step attributes {mhlo.num_partitions = 1 : i32} {\n"
      "  func.func public @main(%arg0: tensor<2x4x16x16xf32>, %arg1: tensor<2x4x16x8xf32>) -> "
      "(tensor<2x4x16x16xf32> {jax.result_info = \"result\"}) {\n"
      "    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>\n"
      "    %0 = stablehlo.add %arg0, %arg0 : tensor<2x4x16x16xf32>\n";
  for (int64_t k = 1; text.size() < size; k += 7)
    text += fmt::format(
        "    %{0} = stablehlo.exponential %{7} : tensor<2x4x16x16xf32>\n"
        "    %{1} = stablehlo.reduce(%{0} init: %cst) applies stablehlo.add across dimensions = "
        "[3] "
        ": (tensor<2x4x16x16xf32>, tensor<f32>) -> tensor<2x4x16xf32>\n"
        "    %{2} = stablehlo.broadcast_in_dim %{1}, dims = [0, 1, 2] : (tensor<2x4x16xf32>) -> "
        "tensor<2x4x16x16xf32>\n"
        "    %{3} = stablehlo.divide %{0}, %{2} : tensor<2x4x16x16xf32>\n"
        "    %{4} = stablehlo.dot_general %{3}, %arg1, batching_dims = [0, 1] x [0, 1], "
        "contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x16x16xf32>, "
        "tensor<2x4x16x8xf32>) -> tensor<2x4x16x8xf32>\n"
        "    %{5} = stablehlo.compare  GT, %{3}, %{2},  FLOAT : (tensor<2x4x16x16xf32>, "
        "tensor<2x4x16x16xf32>) -> tensor<2x4x16x16xi1>\n"
        "    %{6} = stablehlo.select %{5}, %{3}, %{2} : tensor<2x4x16x16xi1>, "
        "tensor<2x4x16x16xf32>\n",
        k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k - 1);
  return text + "    return %0 : tensor<2x4x16x16xf32>\n  }\n}\n";
}

TEST(ParseSpeed, OfOperations) {
  report("operations", program(20'000'000));
}

TEST(ParseSpeed, OfWeights) {
  constexpr size_t kElements = 2'000'000;
  std::string digits;
  for (size_t i = 0; i < kElements; i++) digits += "0AD7233C";
  report("hexadecimal weights",
         fmt::format("func.func @main() {{\n  %0 = stablehlo.constant dense<\"0x{}\"> : "
                     "tensor<{}xf32>\n  return\n}}\n",
                     digits, kElements));
  std::string list;
  for (size_t i = 0; i < kElements; i++) list += i ? ", 1.250000e-02" : "1.250000e-02";
  report("lists of weights",
         fmt::format("func.func @main() {{\n  %0 = stablehlo.constant dense<[{}]> : "
                     "tensor<{}xf32>\n  return\n}}\n",
                     list, kElements));
}

}  // namespace
}  // namespace tutti::op
