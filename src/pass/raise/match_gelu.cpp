// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "op/emit.h"
#include "pass/raise/match.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

constexpr double kRootHalf = std::numbers::sqrt2 / 2;
constexpr double kInverseRootPi = std::numbers::inv_sqrtpi;
constexpr double kCubic = 0.044715;

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
                    *divide = made_by(factor, "stablehlo.divide"),
                    *multiply = made_by(factor, "stablehlo.multiply");
    const auto divisor = divide ? splat_of(divide->operand(1)) : std::nullopt;
    if (const auto constant = splat_of(factor)) {
      product.scale *= *constant;
    } else if (negate) {
      product.scale = -product.scale;
      open.push_back(negate->operand(0));
    } else if (divisor) {
      product.scale /= *divisor;
      open.push_back(divide->operand(0));
    } else if (multiply && open.size() + product.factors.size() < kMostFactors) {
      open.insert(open.end(), multiply->operands.begin(), multiply->operands.end());
    } else {
      product.factors.push_back(factor);
    }
  }
  return product;
}

bool is_about(std::optional<double> value, double expected) {
  return value && std::fabs(*value - expected) <= 1e-6 * std::fabs(expected);
}

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
    if (power == 3 && is_about(cubic.scale, kCubic)) return true;
  }
  return false;
}

/// The approximation's name where value is twice the normal distribution's share below x.
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

/// The number k where value = k x^2.
std::optional<double> multiple_of_square(Value value, Value x) {
  const Product product = product_of(value);
  if (product.factors == std::vector<Value>{x, x}) return product.scale;
  const Value root = product.factors.size() == 1 ? squared(product.factors[0]) : nullptr;
  const auto multiple = root ? multiple_of(root, x) : std::nullopt;
  return multiple ? std::optional(product.scale * *multiple * *multiple) : std::nullopt;
}

bool is_permutation(const std::vector<Value>& a, const std::vector<Value>& b) {
  return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
}

/// Whether a product is dy e^(-x^2 / 2) / sqrt(2 pi) x: the normal distribution's density at x.
bool is_density_term(const Product& product, Value x, Value dy) {
  if (product.factors.size() != 3 || !is_about(product.scale, kRootHalf * kInverseRootPi))
    return false;
  for (Value factor : product.factors) {
    const Operation* bell = made_by(factor, "stablehlo.exponential");
    if (!bell || !is_about(multiple_of_square(bell->operand(0), x), -0.5)) continue;
    return is_permutation(product.factors, {x, dy, factor});
  }
  return false;
}

/// dy and x where the first term is dy times the normal distribution's share below x, and the
/// second one dy x times its density.
std::optional<std::vector<Value>> gradient_inputs(Value share_term, Value density_term) {
  const Product share = product_of(share_term), density = product_of(density_term);
  if (share.factors.size() != 2 || !is_about(share.scale, 0.5)) return std::nullopt;
  for (size_t i = 0; i < 2; i++) {
    const Value dy = share.factors[i];
    for (Value x : density.factors) {
      if (twice_share_below(share.factors[1 - i], x) == "none" && is_density_term(density, x, dy))
        return std::vector<Value>{dy, x};
    }
  }
  return std::nullopt;
}

/// Whether value is dy x (1 - t^2) / 2, as a + a t with a = dy x (1 - t) / 2.
bool is_tanh_slope(Value value, Value x, Value dy, Value t) {
  const Operation* sum = made_by(value, "stablehlo.add");
  for (size_t i = 0; sum && i < 2; i++) {
    const Product a = product_of(sum->operand(i)), at = product_of(sum->operand(1 - i));
    if (a.scale != 0.5 || at.scale != 0.5) continue;
    for (Value rest : a.factors) {
      const Operation* less = made_by(rest, "stablehlo.subtract");
      if (less && is_splat(less->operand(0), 1) && less->operand(1) == t &&
          is_permutation(a.factors, {x, dy, rest}) && is_permutation(at.factors, {x, dy, rest, t}))
        return true;
    }
  }
  return false;
}

/// The products in a sum of a sum, those of fewer factors first.
std::vector<Product> products_in(const Operation& sum) {
  std::vector<Product> products;
  for (Value operand : sum.operands)
    if (const Operation* inner = made_by(operand, "stablehlo.add"))
      for (Value term : inner->operands) products.push_back(product_of(term));
    else
      products.push_back(product_of(operand));
  std::stable_sort(products.begin(), products.end(), [](const Product& a, const Product& b) {
    return a.factors.size() < b.factors.size();
  });
  return products;
}

/// dy and x where a sum of three is, with t the tanh of GELU's approximation and its slope s:
/// sqrt(2 / pi) s, dy (1 + t) / 2, and sqrt(2 / pi) s times 3 * 0.044715 x^2.
std::optional<std::vector<Value>> tanh_gradient_inputs(const Operation& root) {
  const std::vector<Product> terms = products_in(root);
  if (terms.size() != 3 || terms[0].factors.size() != 1 || terms[1].factors.size() != 2 ||
      !is_about(terms[0].scale, std::sqrt(2 * std::numbers::inv_pi)) || terms[1].scale != 0.5 ||
      !is_about(terms[2].scale, 3 * kCubic * terms[0].scale))
    return std::nullopt;
  const Value slope = terms[0].factors[0];
  const auto other = std::find_if(terms[2].factors.begin(), terms[2].factors.end(),
                                  [&](Value factor) { return factor != slope; });
  if (other == terms[2].factors.end()) return std::nullopt;
  const Value x = *other;
  if (!is_permutation(terms[2].factors, {slope, x, x})) return std::nullopt;
  for (size_t i = 0; i < 2; i++) {
    const Value dy = terms[1].factors[i], twice = terms[1].factors[1 - i];
    if (twice_share_below(twice, x) != "tanh") continue;
    const bool is_second = made_by(twice->owner->operand(1), "stablehlo.tanh");
    if (is_tanh_slope(slope, x, dy, twice->owner->operand(is_second ? 1 : 0)))
      return std::vector<Value>{dy, x};
  }
  return std::nullopt;
}

Value no_bias(ir::Builder& b, Value x) {
  return op::constant(b, ir::Type::tensor(ir::ElementType::f32, {x->type.shape.back()}), 0);
}

Spelling gelu_gradient(const std::vector<Value>& inputs, std::string_view approximate) {
  return {
      inputs, [approximate](ir::Builder& b, const std::vector<Value>& in) {
        return b.create(
            "tutti.bias_gelu_gradient", {in[0], in[1], no_bias(b, in[1])},
            ir::attributes({{"approximate", ir::string_attribute(std::string(approximate))}}))[0];
      }};
}

}  // namespace

// x / 2 (1 + erf(x / sqrt(2))) or its approximation by tanh
std::optional<Spelling> spelled_gelu(const Operation& root) {
  const bool is_product = root.name() == "stablehlo.multiply";
  if (!is_product || root.result_type().shape.back() == 0) return std::nullopt;
  const Product product = product_of(root.result());
  if (product.factors.size() != 2 || product.scale != 0.5) return std::nullopt;
  for (size_t i = 0; i < 2; i++) {
    const Value x = product.factors[i];
    const std::string_view approximate = twice_share_below(product.factors[1 - i], x);
    if (approximate.empty()) continue;
    return Spelling{
        {x}, [approximate](ir::Builder& b, const std::vector<Value>& in) {
          return b.one(
              "tutti.bias_gelu", {in[0], no_bias(b, in[0])},
              ir::attributes({{"approximate", ir::string_attribute(std::string(approximate))}}));
        }};
  }
  return std::nullopt;
}

// dy (1 + erf(x / sqrt(2))) / 2 + dy x e^(-x^2 / 2) / sqrt(2 pi), or that of the approximation
std::optional<Spelling> spelled_gelu_gradient(const Operation& root) {
  if (root.name() != "stablehlo.add" || root.result_type().shape.back() == 0) return std::nullopt;
  for (size_t i = 0; i < 2; i++)
    if (const auto inputs = gradient_inputs(root.operand(i), root.operand(1 - i)))
      return gelu_gradient(*inputs, "none");
  const auto inputs = tanh_gradient_inputs(root);
  return inputs ? std::optional(gelu_gradient(*inputs, "tanh")) : std::nullopt;
}

}  // namespace tutti::pass
