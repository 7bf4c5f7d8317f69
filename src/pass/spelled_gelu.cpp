// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "op/emit.h"
#include "pass/spelled.h"
#include "pass/spelling.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// Whether value = sqrt(2 / pi) (x + 0.044715 x^3).
bool is_tanh_part(Value value, Value x) {
  const Operation* sum = nullptr;
  double scale = 1;
  for (Value factor : factors_of(value)) {
    if (const auto constant = splat_of(factor))
      scale *= *constant;
    else if (!sum)
      sum = made_by(factor, "stablehlo.add");
    else
      return false;
  }
  if (!sum || std::fabs(scale - std::sqrt(2 * std::numbers::inv_pi)) > 1e-6) return false;
  for (size_t i = 0; i < 2; i++) {
    if (sum->operand(i) != x) continue;
    double cubic = 1;
    int power = 0;
    for (Value factor : factors_of(sum->operand(1 - i))) {
      const Operation* raised = made_by(factor, "stablehlo.power");
      if (const auto constant = splat_of(factor))
        cubic *= *constant;
      else if (raised && raised->operand(0) == x && splat_of(raised->operand(1)) == 3.0)
        power += 3;
      else
        power = factor == x ? power + 1 : 9;
    }
    if (power == 3 && std::fabs(cubic - 0.044715) < 1e-7) return true;
  }
  return false;
}

/// The approximation's name where value is twice the normal distribution's share below x.
const char* twice_share_below(Value value, Value x) {
  const auto is_root = [](std::optional<double> multiple, double sign) {
    return multiple && std::fabs(*multiple * sign - std::numbers::sqrt2 / 2) < 1e-6;
  };
  if (const Operation* op = made_by(value, "chlo.erfc"))
    return is_root(multiple_of(op->operand(0), x), -1) ? "none" : nullptr;
  const Operation* sum = made_by(value, "stablehlo.add");
  for (size_t i = 0; sum && i < 2; i++) {
    if (!is_splat(sum->operand(i), 1)) continue;
    if (const Operation* op = made_by(sum->operand(1 - i), "chlo.erf"))
      if (is_root(multiple_of(op->operand(0), x), 1)) return "none";
    if (const Operation* op = made_by(sum->operand(1 - i), "stablehlo.tanh"))
      if (is_tanh_part(op->operand(0), x)) return "tanh";
  }
  return nullptr;
}

}  // namespace

// x / 2 (1 + erf(x / sqrt(2))) or its approximation by tanh
std::optional<Spelling> spelled_gelu(const Operation& root) {
  const bool is_product = root.name() == "stablehlo.multiply";
  if (!is_product || root.result_type().shape.back() == 0) return std::nullopt;
  double scale = 1;
  std::vector<Value> others;
  for (Value factor : factors_of(root.result())) {
    if (const auto constant = splat_of(factor))
      scale *= *constant;
    else
      others.push_back(factor);
  }
  if (others.size() != 2 || scale != 0.5) return std::nullopt;
  for (size_t i = 0; i < 2; i++) {
    const Value x = others[i];
    const char* approximate = twice_share_below(others[1 - i], x);
    if (!approximate) continue;
    return Spelling{
        {x}, [approximate](ir::Builder& b, const std::vector<Value>& in) {
          const int64_t channels = in[0]->type.shape.back();
          const Value none = b.one(
              "stablehlo.constant", {},
              ir::attributes(
                  {{"value",
                    ir::Tensor::splat(ir::Type::tensor(ir::ElementType::f32, {channels}), 0)}}));
          return b.one("tutti.bias_gelu", {in[0], none},
                       ir::attributes({{"approximate", ir::string_attribute(approximate)}}));
        }};
  }
  return std::nullopt;
}

}  // namespace tutti::pass
