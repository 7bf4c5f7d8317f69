// SPDX-License-Identifier: Apache-2.0
// How fast text is read: printed, not asserted, since machines differ. CPU time, with what the
// kernel takes for fresh memory. And how much memory that takes.
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>

#include "ir/parse.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "support/cases.h"
#include "support/data.h"

namespace tutti::op {
namespace {

constexpr double kMegabyte = 1e6;

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Reads the texts until `megabytes` were read. Verifying is done a second time to know its share.
void report(const std::string& what, const std::vector<std::string>& texts, double megabytes) {
  double both = 0, verifying = 0, read = 0;
  while (read < megabytes)
    for (const std::string& text : texts) {
      const double start = cpu_seconds();
      const ir::Module module = ir::parse_module(text, "text.mlir", catalogue());
      const double middle = cpu_seconds();
      ir::verify(module);
      both += middle - start;
      verifying += cpu_seconds() - middle;
      read += static_cast<double>(text.size()) / kMegabyte;
    }
  std::cout << fmt::format("  {}: {:.0f} MB, parsing {:.0f} MB/s, with verifying {:.0f} MB/s\n",
                           what, read, read / (both - verifying), read / both);
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
  report("operations", {program(20'000'000)}, 20);
}

TEST(ParseSpeed, OfProgramsOfJax) {
  std::vector<std::string> texts;
  for (const auto& path : test::programs_of_jax()) texts.push_back(read_file(path));
  report("programs of JAX", texts, 20);
}

TEST(ParseSpeed, OfWeights) {
  constexpr size_t kElements = 2'000'000;
  std::string digits;
  for (size_t i = 0; i < kElements; i++) digits += "0AD7233C";
  report("hexadecimal weights",
         {fmt::format("func.func @main() {{\n  %0 = stablehlo.constant dense<\"0x{}\"> : "
                      "tensor<{}xf32>\n  return\n}}\n",
                      digits, kElements)},
         16);
  std::string list;
  for (size_t i = 0; i < kElements; i++) list += i ? ", 1.250000e-02" : "1.250000e-02";
  report("lists of weights",
         {fmt::format("func.func @main() {{\n  %0 = stablehlo.constant dense<[{}]> : "
                      "tensor<{}xf32>\n  return\n}}\n",
                      list, kElements)},
         28);
}

/// The seconds of processors that reading takes, the least of three times.
double seconds_of(const std::string& text) {
  double least = INFINITY;
  for (int round = 0; round < 3; round++) {
    const double start = cpu_seconds();
    ir::parse_module(text, "text.mlir", catalogue());
    least = std::min(least, cpu_seconds() - start);
  }
  return least;
}

// Fifty weights of a megabyte, in the program and after it.
TEST(ParseSpeed, OfResources) {
  constexpr int kCount = 50, kElements = 125'000;
  std::string digits;
  for (int i = 0; i < kElements; i++) digits += "0AD7233C";
  std::string inside = "func.func @main() {\n", apart = inside,
              tail =
                  "{-#\n  dialect_resources: "
                  "{\n    builtin: {\n";
  for (int i = 0; i < kCount; i++) {
    inside += fmt::format("  %{} = stablehlo.constant dense<\"0x{}\"> : tensor<{}xf32>\n", i,
                          digits, kElements);
    apart += fmt::format("  %{0} = stablehlo.constant dense_resource<r{0}> : tensor<{1}xf32>\n", i,
                         kElements);
    tail += fmt::format("      r{}: \"0x04000000{}\"{}\n", i, digits, i + 1 < kCount ? "," : "");
  }
  inside += "  return\n}\n";
  apart += "  return\n}\n" + tail + "    }\n  }\n#-}\n";
  const double times = seconds_of(apart) / seconds_of(inside);
  std::cout << fmt::format("  resources take {:.2f} times as long as weights inside\n", times);
  EXPECT_LT(times, 5);
}

/// A line of /proc/self/status, in bytes.
double status_bytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  double kibibytes = 0;
  for (std::string word; status >> word;)
    if (word == name + ":") status >> kibibytes;
  return kibibytes * 1024;
}

TEST(ParseMemory, OfWeights) {
  constexpr size_t kElements = 12'500'000;
  std::string text = "func.func @main() {\n  %0 = stablehlo.constant dense<\"0x";
  text.reserve(text.size() + 8 * kElements + 100);
  for (size_t i = 0; i < kElements; i++) text += "0AD7233C";
  text += fmt::format("\"> : tensor<{}xf32>\n  return\n}}\n", kElements);
  const auto size = static_cast<double>(text.size());

  const double others = status_bytes("VmRSS") - size;
  std::ofstream("/proc/self/clear_refs") << 5;  // the peak starts anew
  if (others <= 0 || status_bytes("VmHWM") > others + 1.1 * size)
    GTEST_SKIP() << "no peak of memory use in /proc/self";
  ir::parse_module(text, "text.mlir", catalogue());
  const double times = (status_bytes("VmHWM") - others) / size;
  std::cout << fmt::format("  text and all that reading it takes: {:.2f} times the text\n", times);
  EXPECT_LE(times, 3);
}

}  // namespace
}  // namespace tutti::op
