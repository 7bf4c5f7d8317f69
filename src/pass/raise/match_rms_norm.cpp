// SPDX-License-Identifier: Apache-2.0
#include "op/emit.h"
#include "pass/raise/match.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// x and epsilon, where a row is `function` of mean(x^2) + epsilon.
struct RootMeanSquare {
  Value x;
  double epsilon;
};

std::optional<RootMeanSquare> root_mean_square(Value row, std::string_view function) {
  const Operation* root = made_by(row_of(row), function);
  const Operation* sum = root ? made_by(row_of(root->operand(0)), "stablehlo.add") : nullptr;
  for (size_t i = 0; sum && i < 2; i++) {
    const auto epsilon = epsilon_of(sum->operand(i));
    const Value squares = epsilon ? mean_over_last(row_of(sum->operand(1 - i))) : nullptr;
    const Value x = squares ? squared(squares) : nullptr;
    if (x) return RootMeanSquare{x, *epsilon};
  }
  return std::nullopt;
}

}  // namespace

// x / sqrt(mean(x^2) + epsilon) gamma, or without gamma
std::optional<Match> match_rms_norm(const Operation& root) {
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
  // The other factors must be x, which may be a product itself, and at most one vector.
  for (Value part : factors_of(found->x)) {
    const auto at = std::find(others.begin(), others.end(), part);
    if (at == others.end()) return std::nullopt;
    others.erase(at);
  }
  if (others.size() > 1) return std::nullopt;
  if (!others.empty() && !(gamma = along_last(others[0]))) return std::nullopt;
  std::vector<Value> inputs = {found->x};
  if (gamma) inputs.push_back(gamma);
  return Match{inputs, [e = found->epsilon](ir::Builder& b, const std::vector<Value>& in) {
                 const ir::Type vector =
                     ir::Type::tensor(ir::ElementType::f32, {in[0]->type.shape.back()});
                 Value scale = in.size() > 1 ? in[1] : op::constant(b, vector, 1);
                 return b.create("tutti.rms_norm", {in[0], scale},
                                 ir::attributes({{"epsilon", ir::float_attribute(e)}}))[0];
               }};
}

}  // namespace tutti::pass
