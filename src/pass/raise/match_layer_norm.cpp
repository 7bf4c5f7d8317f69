// SPDX-License-Identifier: Apache-2.0
#include "pass/raise/match.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// x, where a value is x - mean(x).
Value centered(Value value) {
  const Operation* op = made_by(value, "stablehlo.subtract");
  const Value mean = op ? over_last(op->operand(1)) : nullptr;
  return mean && mean_over_last(mean) == op->operand(0) ? op->operand(0) : nullptr;
}

/// Whether a row is the variance of x: mean((x - mean(x))^2) or mean(x^2) - mean(x)^2.
bool is_variance(Value row, Value x) {
  row = row_of(row);
  if (const Operation* op = made_by(row, "stablehlo.maximum")) {
    // It may be limited to values that are not negative.
    const bool is_left = splat_of(op->operand(0)) == 0.0;
    if (!is_left && splat_of(op->operand(1)) != 0.0) return false;
    row = row_of(op->operand(is_left ? 1 : 0));
  }
  if (const Operation* op = made_by(row, "stablehlo.subtract")) {
    const Value squares = mean_over_last(op->operand(0)), mean = squared(row_of(op->operand(1)));
    return squares && squared(squares) == x && mean && mean_over_last(mean) == x;
  }
  const Value squares = mean_over_last(row);
  const Value root = squares ? squared(squares) : nullptr;
  return root && centered(root) == x;
}

/// The epsilon, where a row is `function` of the variance of x plus an epsilon.
std::optional<double> variance_epsilon(Value row, std::string_view function, Value x) {
  const Operation* root = made_by(row_of(row), function);
  const Operation* sum = root ? made_by(row_of(root->operand(0)), "stablehlo.add") : nullptr;
  for (size_t i = 0; sum && i < 2; i++)
    if (const auto epsilon = epsilon_of(sum->operand(i)))
      if (is_variance(sum->operand(1 - i), x)) return epsilon;
  return std::nullopt;
}

/// The factors of a layer norm: the centered input, the scale, the reciprocal deviation.
struct Normal {
  Value x = nullptr, gamma = nullptr, deviation = nullptr;
  std::string_view function;
};

std::optional<Normal> normal_of(Value product) {
  Normal normal;
  for (Value factor : factors_of(product)) {
    const Operation* quotient = made_by(factor, "stablehlo.divide");
    if (quotient) {
      const Value divisor = over_last(quotient->operand(1));
      if (normal.deviation || !divisor) return std::nullopt;
      factor = quotient->operand(0);
      normal.deviation = divisor;
      normal.function = "stablehlo.sqrt";
    }
    if (const Value x = centered(factor)) {
      if (normal.x) return std::nullopt;
      normal.x = x;
    } else if (const Value row = over_last(factor); row && !quotient) {
      if (normal.deviation) return std::nullopt;
      normal.deviation = row;
      normal.function = "stablehlo.rsqrt";
    } else if (const Value vector = along_last(factor); vector && !quotient && !normal.gamma) {
      normal.gamma = vector;
    } else {
      return std::nullopt;
    }
  }
  if (!normal.x || !normal.gamma || !normal.deviation) return std::nullopt;
  return normal;
}

}  // namespace

// (x - mean) rstd gamma + beta
std::optional<Match> match_layer_norm(const Operation& root) {
  if (root.name() != "stablehlo.add") return std::nullopt;
  for (size_t i = 0; i < 2; i++) {
    const Value beta = along_last(root.operand(i));
    const auto normal = beta ? normal_of(root.operand(1 - i)) : std::nullopt;
    if (!normal) continue;
    const auto epsilon = variance_epsilon(normal->deviation, normal->function, normal->x);
    if (!epsilon) continue;
    return Match{{normal->x, normal->gamma, beta},
                 [e = *epsilon](ir::Builder& b, const std::vector<Value>& in) {
                   return b.create("tutti.layer_norm", in,
                                   ir::attributes({{"epsilon", ir::float_attribute(e)}}))[0];
                 }};
  }
  return std::nullopt;
}

}  // namespace tutti::pass
