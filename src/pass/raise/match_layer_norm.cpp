// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/emit.h"
#include "pass/raise/match.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

bool is_epsilon(double value) {
  return value >= 0 && std::isfinite(value);
}

/// x of x - mean(x).
Value centered(Value value) {
  const Operation* op = made_by(value, "stablehlo.subtract");
  const Value mean = op ? over_last(op->operand(1)) : nullptr;
  return mean && mean_over_last(mean) == op->operand(0) ? op->operand(0) : nullptr;
}

/// Whether a row is the variance of x: the mean of (x - mean)^2, or of x^2 less that of x squared.
bool is_variance(Value row, Value x) {
  row = row_of(row);
  if (const Operation* op = made_by(row, "stablehlo.maximum")) {
    // Not below zero.
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

/// The epsilon where a row is `function` of the variance of x and an epsilon.
std::optional<double> epsilon_of(Value row, std::string_view function, Value x) {
  const Operation* root = made_by(row_of(row), function);
  const Operation* sum = root ? made_by(row_of(root->operand(0)), "stablehlo.add") : nullptr;
  for (size_t i = 0; sum && i < 2; i++)
    if (const auto epsilon = splat_of(sum->operand(i)))
      if (is_epsilon(*epsilon) && is_variance(sum->operand(1 - i), x)) return epsilon;
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

/// x and epsilon where a row is `function` of mean(x^2) + epsilon.
struct RootMeanSquare {
  Value x;
  double epsilon;
};

std::optional<RootMeanSquare> root_mean_square(Value row, std::string_view function) {
  const Operation* root = made_by(row_of(row), function);
  const Operation* sum = root ? made_by(row_of(root->operand(0)), "stablehlo.add") : nullptr;
  for (size_t i = 0; sum && i < 2; i++) {
    const auto epsilon = splat_of(sum->operand(i));
    const Value squares = epsilon ? mean_over_last(row_of(sum->operand(1 - i))) : nullptr;
    const Value x = squares ? squared(squares) : nullptr;
    if (x && is_epsilon(*epsilon)) return RootMeanSquare{x, *epsilon};
  }
  return std::nullopt;
}

}  // namespace

// e^(x - largest) / sum
std::optional<Spelling> spelled_softmax(const Operation& root) {
  const Operation* power = nullptr;
  if (root.name() == "stablehlo.divide") power = made_by(root.operand(0), "stablehlo.exponential");
  const Value x = power ? less_its_largest(power->operand(0)) : nullptr;
  const Value sum = x ? over_last(root.operand(1)) : nullptr;
  if (!sum || sum_over_last(sum) != power->result()) return std::nullopt;
  return Spelling{{x}, [](ir::Builder& b, const std::vector<Value>& in) {
                    return b.one("tutti.softmax", {in[0]});
                  }};
}

// (x - mean) rstd gamma + beta
std::optional<Spelling> spelled_layer_norm(const Operation& root) {
  if (root.name() != "stablehlo.add") return std::nullopt;
  for (size_t i = 0; i < 2; i++) {
    const Value beta = along_last(root.operand(i));
    const auto normal = beta ? normal_of(root.operand(1 - i)) : std::nullopt;
    if (!normal) continue;
    const auto epsilon = epsilon_of(normal->deviation, normal->function, normal->x);
    if (!epsilon) continue;
    return Spelling{{normal->x, normal->gamma, beta},
                    [e = *epsilon](ir::Builder& b, const std::vector<Value>& in) {
                      return b.create("tutti.layer_norm", in,
                                      ir::attributes({{"epsilon", ir::float_attribute(e)}}))[0];
                    }};
  }
  return std::nullopt;
}

// x / sqrt(mean(x^2) + epsilon) gamma, or without gamma
std::optional<Spelling> spelled_rms_norm(const Operation& root) {
  if (root.name() != "stablehlo.multiply" && root.name() != "stablehlo.divide") return std::nullopt;
  std::optional<RootMeanSquare> found;
  Value gamma = nullptr;
  std::vector<Value> others;
  for (Value factor : factors_of(root.result())) {
    std::string_view function = "stablehlo.rsqrt";
    Value row = factor;
    if (const Operation* quotient = made_by(factor, "stablehlo.divide")) {
      for (Value part : factors_of(quotient->operand(0))) others.push_back(part);
      function = "stablehlo.sqrt";
      row = quotient->operand(1);
    }
    const Value repeated = over_last(row);
    const auto divisor = repeated ? root_mean_square(repeated, function) : std::nullopt;
    if (divisor && !found)
      found = divisor;
    else if (row != factor)
      return std::nullopt;
    else
      others.push_back(factor);
  }
  if (!found) return std::nullopt;
  // What else there is must be x, which may be a product itself, and one vector.
  for (Value part : factors_of(found->x)) {
    const auto at = std::find(others.begin(), others.end(), part);
    if (at == others.end()) return std::nullopt;
    others.erase(at);
  }
  if (others.size() > 1) return std::nullopt;
  if (!others.empty() && !(gamma = along_last(others[0]))) return std::nullopt;
  std::vector<Value> inputs = {found->x};
  if (gamma) inputs.push_back(gamma);
  return Spelling{inputs, [e = found->epsilon](ir::Builder& b, const std::vector<Value>& in) {
                    const ir::Type vector =
                        ir::Type::tensor(ir::ElementType::f32, {in[0]->type.shape.back()});
                    Value scale = in.size() > 1 ? in[1] : op::constant(b, vector, 1);
                    return b.create("tutti.rms_norm", {in[0], scale},
                                    ir::attributes({{"epsilon", ir::float_attribute(e)}}))[0];
                  }};
}

}  // namespace tutti::pass
