// SPDX-License-Identifier: Apache-2.0
#include "pass/raise.h"

#include <cmath>
#include <numbers>
#include <unordered_set>

#include "op/emit.h"
#include "pass/common_subexpressions.h"
#include "pass/spelling.h"
#include "pass/substitute.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// What stands for a root operation's result, from some inputs of its spelling.
struct Spelling {
  std::vector<Value> inputs;
  std::function<Value(ir::Builder&, const std::vector<Value>&)> emit;
};

bool is_float32(const Operation& op) {
  return op.result_count() == 1 && op.result_type().element == ir::ElementType::f32 &&
         op.result_type().rank() > 0;
}

// e^(x - largest) / sum
std::optional<Spelling> softmax(const Operation& root) {
  const Operation* power = nullptr;
  if (root.name() == "stablehlo.divide") power = made_by(root.operand(0), "stablehlo.exponential");
  const Operation* shifted = power ? made_by(power->operand(0), "stablehlo.subtract") : nullptr;
  if (!shifted) return std::nullopt;
  const Value x = shifted->operand(0), largest = over_last(shifted->operand(1)),
              sum = over_last(root.operand(1));
  if (!largest || largest_over_last(largest) != x || !sum || sum_over_last(sum) != power->result())
    return std::nullopt;
  return Spelling{{x}, [](ir::Builder& b, const std::vector<Value>& in) {
                    return b.one("tutti.softmax", {in[0]});
                  }};
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
  if (const Operation* op = made_by(row, "stablehlo.maximum"))
    for (size_t i = 0; i < 2; i++)
      if (splat_of(op->operand(i)) == 0.0) return is_variance(op->operand(1 - i), x);
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
      if (*epsilon >= 0 && is_variance(sum->operand(1 - i), x)) return epsilon;
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
      factor = quotient->operand(0);
      normal.deviation = over_last(quotient->operand(1));
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

// (x - mean) rstd gamma + beta
std::optional<Spelling> layer_norm(const Operation& root) {
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

// x / 2 (1 + erf(x / sqrt(2))) or its approximation by tanh
std::optional<Spelling> gelu(const Operation& root) {
  if (root.name() != "stablehlo.multiply") return std::nullopt;
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

/// Whether nothing outside of a spelling uses what is computed inside it. Constants and repeated
/// vectors cost nothing.
bool is_closed(const Operation& root, const Spelling& spelling, const Users& users) {
  std::unordered_set<const Operation*> inside = {&root};
  std::vector<const Operation*> open = {&root};
  while (!open.empty()) {
    const Operation* op = open.back();
    open.pop_back();
    for (Value operand : op->operands) {
      const bool is_input = std::find(spelling.inputs.begin(), spelling.inputs.end(), operand) !=
                            spelling.inputs.end();
      if (is_input || !operand->owner || splat_of(operand)) continue;
      if (inside.insert(operand->owner).second) open.push_back(operand->owner);
    }
  }
  for (const Operation* op : inside) {
    if (op == &root || along_last(op->result())) continue;
    for (Value result : op->results())
      if (const auto found = users.find(result); found != users.end())
        for (const Operation* user : found->second)
          if (!inside.contains(user)) return false;
  }
  return true;
}

}  // namespace

ir::Module raise(ir::Module module, const ir::Catalogue& catalogue,
                 const std::function<bool(const Operation&)>& supports) {
  // Spellings repeat themselves: x - mean stands for the variance and for the result.
  module = eliminate_common_subexpressions(std::move(module), catalogue);
  const auto spelled = [&](const Surroundings& around, const Operation& op) -> Value {
    std::optional<Spelling> spelling;
    for (auto* find : {softmax, layer_norm, gelu})
      if (is_float32(op) && !spelling) spelling = find(op);
    if (!spelling || !is_closed(op, *spelling, around.users)) return nullptr;
    auto& operations = around.builder.block().operations;
    const size_t before = operations.size();
    std::vector<Value> inputs;
    for (Value input : spelling->inputs) inputs.push_back(around.map.at(input));
    const Value value = spelling->emit(around.builder, inputs);
    if (supports(*value->owner)) return value;
    operations.resize(before);
    return nullptr;
  };
  return substitute(std::move(module), catalogue, spelled);
}

}  // namespace tutti::pass
