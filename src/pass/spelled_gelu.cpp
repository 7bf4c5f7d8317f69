// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "op/emit.h"
#include "pass/spelled.h"
#include "pass/spelling.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

constexpr double kRootHalf = std::numbers::sqrt2 / 2;
constexpr double kInverseRootPi = std::numbers::inv_sqrtpi;

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

/// A product's factors: those that are numbers in one, the others as they stand.
struct Product {
  double scale = 1;
  std::vector<Value> factors;
};

/// Through negations and quotients by numbers too.
Product product_of(Value value) {
  Product product;
  std::vector<Value> open = {value};
  while (!open.empty()) {
    const Value factor = open.back();
    open.pop_back();
    const Operation *negate = made_by(factor, "stablehlo.negate"),
                    *divide = made_by(factor, "stablehlo.divide");
    const auto divisor = divide ? splat_of(divide->operand(1)) : std::nullopt;
    if (const auto constant = splat_of(factor)) {
      product.scale *= *constant;
    } else if (negate) {
      product.scale = -product.scale;
      open.push_back(negate->operand(0));
    } else if (divisor) {
      product.scale /= *divisor;
      open.push_back(divide->operand(0));
    } else if (const auto factors = factors_of(factor); factors.size() > 1) {
      open.insert(open.end(), factors.begin(), factors.end());
    } else {
      product.factors.push_back(factor);
    }
  }
  return product;
}

/// The approximation's name where value is twice the normal distribution's share below x.
const char* twice_share_below(Value value, Value x) {
  const auto is_root = [](std::optional<double> multiple, double sign) {
    return multiple && std::fabs(*multiple * sign - kRootHalf) < 1e-6;
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

/// The number k where value = k x^2.
std::optional<double> multiple_of_square(Value value, Value x) {
  const Product product = product_of(value);
  if (product.factors == std::vector<Value>{x, x}) return product.scale;
  const Value root = product.factors.size() == 1 ? squared(product.factors[0]) : nullptr;
  const auto multiple = root ? multiple_of(root, x) : std::nullopt;
  return multiple ? std::optional(product.scale * *multiple * *multiple) : std::nullopt;
}

/// Takes the factor out of a product that an operation makes, or gives null.
const Operation* take_factor(Product& product, std::string_view made) {
  for (auto factor = product.factors.begin(); factor != product.factors.end(); factor++)
    if (const Operation* op = made_by(*factor, made)) {
      product.factors.erase(factor);
      return op;
    }
  return nullptr;
}

bool is_about(std::optional<double> value, double expected) {
  return value && std::fabs(*value - expected) <= 1e-6 * std::fabs(expected);
}

/// x and dy where the sum is of dy times the normal distribution's share below x, and dy x times
/// its density.
std::optional<std::vector<Value>> gradient_inputs(Value share_term, Value density_term) {
  Product share = product_of(share_term), density = product_of(density_term);
  const Operation *twice_share = take_factor(share, "chlo.erfc"),
                  *power = take_factor(density, "stablehlo.exponential");
  if (!twice_share || !power || share.factors.size() != 1 || density.factors.size() != 2 ||
      !is_about(share.scale, 0.5) || !is_about(density.scale, kRootHalf * kInverseRootPi))
    return std::nullopt;
  const Value dy = share.factors[0];
  const auto other = std::find(density.factors.begin(), density.factors.end(), dy);
  if (other == density.factors.end()) return std::nullopt;
  const Value x = density.factors[other == density.factors.begin() ? 1 : 0];
  if (!is_about(multiple_of(twice_share->operand(0), x), -kRootHalf) ||
      !is_about(multiple_of_square(power->operand(0), x), -0.5))
    return std::nullopt;
  return std::vector<Value>{dy, x};
}

Value no_bias(ir::Builder& b, Value x) {
  return op::constant(b, ir::Type::tensor(ir::ElementType::f32, {x->type.shape.back()}), 0);
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
    return Spelling{{x}, [approximate](ir::Builder& b, const std::vector<Value>& in) {
                      return b.one(
                          "tutti.bias_gelu", {in[0], no_bias(b, in[0])},
                          ir::attributes({{"approximate", ir::string_attribute(approximate)}}));
                    }};
  }
  return std::nullopt;
}

// dy erfc(-x / sqrt(2)) / 2 + dy x e^(-x^2 / 2) / sqrt(2 pi)
std::optional<Spelling> spelled_gelu_gradient(const Operation& root) {
  if (root.name() != "stablehlo.add" || root.result_type().shape.back() == 0) return std::nullopt;
  for (size_t i = 0; i < 2; i++)
    if (const auto inputs = gradient_inputs(root.operand(i), root.operand(1 - i)))
      return Spelling{*inputs, [](ir::Builder& b, const std::vector<Value>& in) {
                        return b.create(
                            "tutti.bias_gelu_gradient", {in[0], in[1], no_bias(b, in[1])},
                            ir::attributes({{"approximate", ir::string_attribute("none")}}))[0];
                      }};
  return std::nullopt;
}

}  // namespace tutti::pass
