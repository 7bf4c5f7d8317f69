// SPDX-License-Identifier: Apache-2.0
#include "validate/numerics.h"

#include <cmath>

#include "base/log.h"
#include "ir/parse.h"
#include "op/catalogue.h"
#include "pass/pipeline.h"
#include "validate/program.h"
#include "validate/run.h"

namespace tutti::validate {
namespace {

using ir::Tensor;

constexpr int64_t kSize = 64;  // wide enough for vector instructions and matrix units
constexpr std::string_view kProgram = R"(
func.func @main(%small: tensor<64xf32>, %root: tensor<64xf32>, %numbers: tensor<64xf32>,
                %fine: tensor<64x64xf32>, %ones: tensor<64x64xf32>, %x: tensor<64xf32>)
    -> (tensor<64xf32>, tensor<64xf32>, tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>,
        tensor<64xf32>) {
  %sum = stablehlo.add %small, %small : tensor<64xf32>
  %product = stablehlo.multiply %root, %root : tensor<64xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %maximum = stablehlo.reduce(%numbers init: %least) applies stablehlo.maximum
      across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %narrow = stablehlo.convert %fine : (tensor<64x64xf32>) -> tensor<64x64xbf16>
  %square = stablehlo.multiply %narrow, %narrow : tensor<64x64xbf16>
  %wide = stablehlo.convert %square : (tensor<64x64xbf16>) -> tensor<64x64xf32>
  %dot = stablehlo.dot_general %fine, %ones, contracting_dims = [1] x [0] :
      (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %exp = stablehlo.exponential %x : tensor<64xf32>
  return %sum, %product, %maximum, %wide, %dot, %exp : tensor<64xf32>, tensor<64xf32>,
      tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32>
})";

constexpr const char* kNames[] = {"sum of denormals", "product that is denormal",
                                  "NaN in a maximum", "bfloat16 product",
                                  "float32 matmul",   "exp"};
using Findings = std::array<std::string, std::size(kNames)>;

std::vector<Tensor> inputs() {
  const ir::Type vector = ir::Type::tensor(ir::ElementType::f32, {kSize}),
                 matrix = ir::Type::tensor(ir::ElementType::f32, {kSize, kSize});
  std::vector<double> numbers, x;
  for (int64_t i = 0; i < kSize; i++) {
    const int64_t from_middle = i - kSize / 2;
    numbers.push_back(from_middle == 0 ? NAN : static_cast<double>(i));
    x.push_back(2.6 * static_cast<double>(from_middle));  // exp of them is neither 0 nor infinite
  }
  // 2^-140 is denormal, 2^-70 is not. 1 + 2^-7 is a bfloat16 number, its square is none. Behind 1,
  // TF32 has 10 bits: it does not hold 1 + 2^-7 + 2^-12.
  return {Tensor::splat(vector, 0x1p-140), Tensor::splat(vector, 0x1p-70),
          Tensor::of(vector, numbers),     Tensor::splat(matrix, 1 + 0x1p-7 + 0x1p-12),
          Tensor::splat(matrix, 1),        Tensor::of(vector, x)};
}

std::string denormal(double found, double exact) {
  if (found == exact) return "kept";
  return found == 0 ? "flushed to zero" : fmt::format("{:g} instead of {:g}", found, exact);
}

std::string exponential(const Tensor& x, const Tensor& found) {
  double most = 0;
  for (int64_t i = 0; i < kSize; i++) {
    const double exact = std::exp(x.float_at(i));
    const double ulp = std::ldexp(1, std::ilogb(exact) - 23);
    const double distance = std::fabs(found.float_at(i) - exact) / ulp;
    most = std::isnan(distance) ? INFINITY : std::max(most, distance);
  }
  return fmt::format("{:.2f} ulp off at most", most);
}

ir::Module module_for(backend::Backend& backend, bool strict) {
  const auto supports = [&](const ir::Operation& op) { return backend.supports(op); };
  ir::Module module = ir::parse_module(kProgram, "numerics", op::catalogue());
  if (strict) return lowered(module, supports);
  pass::PipelineOptions options;
  options.supports = supports;
  return pass::run_pipeline(std::move(module), op::catalogue(), options);
}

Findings findings(backend::Backend& backend, bool strict) {
  const ir::Module module = module_for(backend, strict);
  const std::vector<Tensor> given = inputs();
  const std::vector<Tensor> found = Runner(backend, module, given, strict).run();
  const auto first = [&](size_t result) { return found[result].float_at(0); };
  const double sum = kSize * (1 + 0x1p-7 + 0x1p-12);
  return {denormal(first(0), 0x1p-139),
          denormal(first(1), 0x1p-140),
          std::isnan(first(2)) ? "kept" : "dropped",
          first(3) == 1 + 0x1p-6 ? "rounded to bfloat16" : "kept more precise",
          first(4) == sum ? "of the operands as they are"
                          : fmt::format("of rounded operands: {} instead of {}", first(4), sum),
          exponential(given[5], found[5])};
}

Findings findings_or_unknown(backend::Backend& backend, bool strict) {
  try {
    return findings(backend, strict);
  } catch (const UserError& error) {
    log_warning("numerics of {}: {}", backend.name(), error.what());
    Findings unknown;
    unknown.fill("unknown");
    return unknown;
  }
}

}  // namespace

std::vector<Numeric> numerics_of(backend::Backend& backend) {
  const Findings strict = findings_or_unknown(backend, true),
                 by_default = findings_or_unknown(backend, false);
  std::vector<Numeric> list;
  for (size_t i = 0; i < std::size(kNames); i++)
    list.push_back({kNames[i], strict[i], by_default[i]});
  return list;
}

}  // namespace tutti::validate
