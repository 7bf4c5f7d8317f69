// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/emit.h"
#include "pass/raise/gelu.h"
#include "pass/raise/match.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// Whether value = sqrt(2 / pi) (x + 0.044715 x^3).
bool is_tanh_part(Value value, Value x) {
  const Product outer = product_of(value);
  const Operation* sum =
      outer.factors.size() == 1 ? made_by(outer.factors[0], "stablehlo.add") : nullptr;
  if (!sum || !is_about(outer.scale, std::sqrt(2 * std::numbers::inv_pi))) return false;
  for (size_t i = 0; i < 2; i++) {
    if (sum->operand(i) != x) continue;
    const Product cubic = product_of(sum->operand(1 - i));
    int power = 0;
    for (Value factor : cubic.factors) {
      const Operation* raised = made_by(factor, "stablehlo.power");
      if (raised && raised->operand(0) == x && splat_of(raised->operand(1)) == 3.0)
        power += 3;
      else
        power = factor == x ? power + 1 : 9;
    }
    if (power == 3 && is_about(cubic.scale, kGeluCubic)) return true;
  }
  return false;
}

}  // namespace

std::string_view twice_share_below(Value value, Value x) {
  if (const Operation* op = made_by(value, "chlo.erfc"))
    return is_about(multiple_of(op->operand(0), x), -kRootHalf) ? "none" : "";
  const Operation* sum = made_by(value, "stablehlo.add");
  for (size_t i = 0; sum && i < 2; i++) {
    if (!is_splat(sum->operand(i), 1)) continue;
    if (const Operation* op = made_by(sum->operand(1 - i), "chlo.erf"))
      if (is_about(multiple_of(op->operand(0), x), kRootHalf)) return "none";
    if (const Operation* op = made_by(sum->operand(1 - i), "stablehlo.tanh"))
      if (is_tanh_part(op->operand(0), x)) return "tanh";
  }
  return "";
}

Value no_bias(ir::Builder& b, Value x) {
  return op::constant(b, ir::Type::tensor(ir::ElementType::f32, {x->type.shape.back()}), 0);
}

// x / 2 (1 + erf(x / sqrt(2))) or its approximation by tanh
std::optional<Match> match_gelu(const Operation& root) {
  const bool is_product = root.name() == "stablehlo.multiply";
  if (!is_product || root.result_type().shape.back() == 0) return std::nullopt;
  const Product product = product_of(root.result());
  if (product.factors.size() != 2 || product.scale != 0.5) return std::nullopt;
  for (size_t i = 0; i < 2; i++) {
    const Value x = product.factors[i];
    const std::string_view approximate = twice_share_below(product.factors[1 - i], x);
    if (approximate.empty()) continue;
    return Match{
        {x}, [approximate](ir::Builder& b, const std::vector<Value>& in) {
          return b.one(
              "tutti.bias_gelu", {in[0], no_bias(b, in[0])},
              ir::attributes({{"approximate", ir::string_attribute(std::string(approximate))}}));
        }};
  }
  return std::nullopt;
}

}  // namespace tutti::pass
