// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "pass/raise/gelu.h"
#include "pass/raise/match.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

constexpr double kInverseRootPi = std::numbers::inv_sqrtpi;

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

/// dy and x, where the first term is dy times the normal distribution's probability below x and the
/// second term is dy x times its density.
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

/// The terms of a sum of sums as products, those of fewer factors first.
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

/// dy and x, where the terms of a sum of three are, with t the tanh of GELU's approximation and its
/// slope s:
/// sqrt(2 / pi) s, dy (1 + t) / 2, and sqrt(2 / pi) s times 3 * 0.044715 x^2.
std::optional<std::vector<Value>> tanh_gradient_inputs(const Operation& root) {
  const std::vector<Product> terms = products_in(root);
  if (terms.size() != 3 || terms[0].factors.size() != 1 || terms[1].factors.size() != 2 ||
      !is_about(terms[0].scale, std::sqrt(2 * std::numbers::inv_pi)) || terms[1].scale != 0.5 ||
      !is_about(terms[2].scale, 3 * kGeluCubic * terms[0].scale))
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

Match gelu_gradient(const std::vector<Value>& inputs, std::string_view approximate) {
  return {
      inputs, [approximate](ir::Builder& b, const std::vector<Value>& in) {
        return b.create(
            "tutti.bias_gelu_gradient", {in[0], in[1], no_bias(b, in[1])},
            ir::attributes({{"approximate", ir::string_attribute(std::string(approximate))}}))[0];
      }};
}

}  // namespace

// dy (1 + erf(x / sqrt(2))) / 2 + dy x e^(-x^2 / 2) / sqrt(2 pi), or that of the approximation
std::optional<Match> match_gelu_gradient(const Operation& root) {
  if (root.name() != "stablehlo.add" || root.result_type().shape.back() == 0) return std::nullopt;
  for (size_t i = 0; i < 2; i++)
    if (const auto inputs = gradient_inputs(root.operand(i), root.operand(1 - i)))
      return gelu_gradient(*inputs, "none");
  const auto inputs = tanh_gradient_inputs(root);
  return inputs ? std::optional(gelu_gradient(*inputs, "tanh")) : std::nullopt;
}

}  // namespace tutti::pass
