// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

struct Rates {
  double beta1, beta2, epsilon, weight_decay;
};

Rates rates_of(const Operation& op) {
  const Rates rates = {op.float_attribute("beta1"), op.float_attribute("beta2"),
                       op.float_attribute("epsilon"), op.float_attribute("weight_decay")};
  for (double beta : {rates.beta1, rates.beta2})
    constraint(op, beta >= 0 && beta < 1, "adamw_c4",
               "a beta is {}, expected a number of at least 0 and below 1", beta);
  for (double other : {rates.epsilon, rates.weight_decay})
    constraint(op, other >= 0 && std::isfinite(other), "adamw_c5",
               "epsilon or weight_decay is {}, expected a number of at least 0", other);
  return rates;
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 9);
  expect_elements(op, 0, Elements::floats);
  const Type& parameter = op.operand_type(0);
  for (size_t i = 1; i < 4; i++) expect_type(op, i, parameter, 1);
  for (size_t i = 4; i < 8; i++) expect_type(op, i, Type::scalar(parameter.element), 2);
  expect_type(op, 8, Type::scalar(ElementType::i1), 3);
  rates_of(op);
  return {parameter, parameter, parameter};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array p = *in[0], m = *in[2], v = *in[3];
  const Rates rates = rates_of(op);
  const double learning_rate = in[4]->f(0), gradient_scale = in[5]->f(0);
  const double correction1 = in[6]->f(0), correction2 = in[7]->f(0);
  const bool finite = in[8]->i(0) != 0;
  for (int64_t k = 0; finite && k < p.count(); k++) {
    const double g = in[1]->f(k) * gradient_scale;
    m.f(k) = rates.beta1 * m.f(k) + (1 - rates.beta1) * g;
    v.f(k) = rates.beta2 * v.f(k) + (1 - rates.beta2) * g * g;
    const double denominator = std::sqrt(v.f(k)) / std::sqrt(correction2) + rates.epsilon;
    p.f(k) = p.f(k) * (1 - learning_rate * rates.weight_decay) -
             learning_rate / correction1 * m.f(k) / denominator;
  }
  return {std::move(p), std::move(m), std::move(v)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Rates rates = rates_of(op);
  const Type& type = op.operand_type(0);
  const auto wide = [&](size_t operand) { return widen(b, op.operand(operand)); };
  const auto everywhere = [&](Value scalar) { return splat(b, scalar, type.shape); };
  const auto mix = [&](Value old, Value now, double beta) {
    return add(b, scale(b, old, beta), scale(b, now, 1 - beta));
  };
  Value learning_rate = wide(4);
  Value g = multiply(b, wide(1), everywhere(wide(5)));
  Value m = mix(wide(2), g, rates.beta1);
  Value v = mix(wide(3), multiply(b, g, g), rates.beta2);
  Value root = divide(b, sqrt(b, v), everywhere(sqrt(b, wide(7))));
  Value direction = divide(b, m, shift(b, root, rates.epsilon));
  Value keep = shift(b, scale(b, learning_rate, -rates.weight_decay), 1);
  Value step = divide(b, learning_rate, wide(6));
  Value p =
      subtract(b, multiply(b, wide(0), everywhere(keep)), multiply(b, everywhere(step), direction));
  const auto updated = [&](Value now, size_t old) {
    return select(b, op.operand(8), convert(b, now, type.element), op.operand(old));
  };
  return {updated(p, 0), updated(m, 2), updated(v, 3)};
}

}  // namespace

/// (parameter, gradient, m, v, learning_rate [], gradient_scale [], correction1 [], correction2 [],
/// finite i1 []) {beta1, beta2, epsilon, weight_decay} -> parameter, m, v after one step of AdamW
/// (Loshchilov and Hutter, "Decoupled weight decay regularization") in PyTorch's order; with
/// correction_i = 1 - beta_i^t. All stay as they are where `finite` is false.
///   g = gradient gradient_scale,  m = beta1 m + (1 - beta1) g,  v = beta2 v + (1 - beta2) g^2
///   p = p (1 - lr weight_decay) - lr / correction1 m / (sqrt(v) / sqrt(correction2) + epsilon)
OpDef adamw() {
  return {
      .name = "tutti.adamw",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = "an optimizer's update is not differentiated",
      .decompose = decompose,
  };
}

}  // namespace tutti::op
