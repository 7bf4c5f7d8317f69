// SPDX-License-Identifier: Apache-2.0
#include "op/rules/activation.h"

#include "base/text.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;          // sqrt(1 / 2)
constexpr double kSqrtTwoOverPi = 0.79788456080286535588;     // sqrt(2 / pi)
constexpr double kOneOverSqrtTwoPi = 0.39894228040143267794;  // 1 / sqrt(2 pi)
constexpr double kCubic = 0.044715;

constexpr Activation kGelu = {
    [](double u) { return 0.5 * u * (1 + std::erf(u * kSqrtHalf)); },
    [](double u) {
      return 0.5 * (1 + std::erf(u * kSqrtHalf)) + u * kOneOverSqrtTwoPi * std::exp(-0.5 * u * u);
    },
    [](Builder& b, Value u) {
      Value both = shift(b, b.one("chlo.erf", {scale(b, u, kSqrtHalf)}), 1);
      return multiply(b, scale(b, u, 0.5), both);
    },
    [](Builder& b, Value u) {
      Value share = scale(b, shift(b, b.one("chlo.erf", {scale(b, u, kSqrtHalf)}), 1), 0.5);
      Value density =
          scale(b, exponential(b, scale(b, multiply(b, u, u), -0.5)), kOneOverSqrtTwoPi);
      return add(b, share, multiply(b, u, density));
    },
};

Value emit_tanh_part(Builder& b, Value u) {
  Value inner = shift(b, scale(b, multiply(b, u, u), kCubic), 1);
  return tanh(b, scale(b, multiply(b, u, inner), kSqrtTwoOverPi));
}

constexpr Activation kGeluTanh = {
    [](double u) { return 0.5 * u * (1 + std::tanh(kSqrtTwoOverPi * (u + kCubic * u * u * u))); },
    [](double u) {
      const double t = std::tanh(kSqrtTwoOverPi * (u + kCubic * u * u * u));
      return 0.5 * (1 + t) + 0.5 * u * (1 - t * t) * kSqrtTwoOverPi * (1 + 3 * kCubic * u * u);
    },
    [](Builder& b, Value u) {
      return multiply(b, scale(b, u, 0.5), shift(b, emit_tanh_part(b, u), 1));
    },
    [](Builder& b, Value u) {
      Value t = emit_tanh_part(b, u);
      Value inner_slope =
          scale(b, shift(b, scale(b, multiply(b, u, u), 3 * kCubic), 1), kSqrtTwoOverPi);
      Value outer_slope = subtract(b, constant_like(b, t, 1), multiply(b, t, t));
      Value curved = multiply(b, multiply(b, u, outer_slope), inner_slope);
      return scale(b, add(b, shift(b, t, 1), curved), 0.5);
    },
};

constexpr Activation kSilu = {
    [](double u) { return u / (1 + std::exp(-u)); },
    [](double u) {
      const double share = 1 / (1 + std::exp(-u));
      return share * (1 + u * (1 - share));
    },
    [](Builder& b, Value u) { return multiply(b, u, b.one("stablehlo.logistic", {u})); },
    [](Builder& b, Value u) {
      Value share = b.one("stablehlo.logistic", {u});
      Value rest = subtract(b, constant_like(b, share, 1), share);
      return multiply(b, share, shift(b, multiply(b, u, rest), 1));
    },
};

constexpr Activation kRelu = {
    [](double u) { return u < 0 ? 0 : u; },
    [](double u) { return u > 0 ? 1.0 : 0.0; },
    [](Builder& b, Value u) { return maximum(b, u, zeros_like(b, u)); },
    [](Builder& b, Value u) {
      return convert(b, compare(b, "GT", u, zeros_like(b, u)), u->type.element);
    },
};

/// Checks that operand `x` is [..., F] of floats and that the next one is a bias [F].
void expect_biased(const Operation& op, size_t x) {
  expect_elements(op, x, Elements::floats);
  expect_channels(op, x, 1);
  const Type& type = op.operand_type(x);
  expect_type(op, x + 1, Type::tensor(statistic_type(op, x), {channels_of(type)}), 2);
}

Value emit_biased(Builder& b, Value x, Value bias) {
  return add(b, widen(b, x), along_last(b, bias, x->type.shape));
}

}  // namespace

const Activation& gelu_of(const Operation& op) {
  const std::string approximate = op.string_attribute("approximate");
  constraint(op, approximate == "none" || approximate == "tanh", label(op, 3),
             "approximate is \"{}\", expected \"none\" or \"tanh\"", escaped(approximate));
  return approximate == "tanh" ? kGeluTanh : kGelu;
}

const Activation& gate_of(const Operation& op, int number) {
  if (!op.attributes.find("activation")) return kSilu;
  const std::string name = op.string_attribute("activation");
  constraint(op, name == "silu" || name == "gelu" || name == "gelu_tanh", label(op, number),
             "activation is \"{}\", expected \"silu\", \"gelu\" or \"gelu_tanh\"", escaped(name));
  return name == "silu" ? kSilu : name == "gelu" ? kGelu : kGeluTanh;
}

const Activation& relu_of(const Operation&) {
  return kRelu;
}

OpDef bias_activation(std::string_view name, std::string_view gradient_name, ActivationOf which) {
  return {
      .name = name,
      .assembly = "$* : functional",
      .infer = [which](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 2);
        expect_biased(op, 0);
        which(op);
        return {op.operand_type(0)};
      },
      .evaluate = [which](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        const Array &x = *in[0], &bias = *in[1];
        Array y(op.result_type());
        const Activation& activation = which(op);
        for (int64_t k = 0; k < y.count(); k++)
          y.f(k) = activation.value(x.f(k) + bias.f(k % bias.count()));
        return {std::move(y)};
      },
      .vjp =
          [gradient_name](Vjp& v) {
            v.operand_gradients = v.builder.create(
                gradient_name, {v.gradient(), v.op.operand(0), v.op.operand(1)}, v.op.attributes);
          },
      .decompose = [which](Builder& b, const Operation& op) -> std::vector<Value> {
        Value y = which(op).emit_value(b, emit_biased(b, op.operand(0), op.operand(1)));
        return {convert(b, y, op.operand_type(0).element)};
      },
      .low_precision_operands = {0},
  };
}

OpDef bias_activation_gradient(std::string_view name, ActivationOf which) {
  return {
      .name = name,
      .assembly = "$* : functional",
      .infer = [which](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 3);
        expect_biased(op, 1);
        which(op);
        expect_type(op, 0, op.operand_type(1), 4);
        return {op.operand_type(1), op.operand_type(2)};
      },
      .evaluate = [which](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        const Array &dy = *in[0], &x = *in[1], &bias = *in[2];
        Array dx(op.result_type(0)), dbias(op.result_type(1));
        const Activation& activation = which(op);
        for (int64_t k = 0; k < dx.count(); k++) {
          const int64_t channel = k % bias.count();
          dx.f(k) = dy.f(k) * activation.slope(x.f(k) + bias.f(channel));
          dbias.f(channel) += dx.f(k);
        }
        return {std::move(dx), std::move(dbias)};
      },
      .no_derivative = kNoSecondDerivative,
      .decompose = [which](Builder& b, const Operation& op) -> std::vector<Value> {
        Value slope = which(op).emit_slope(b, emit_biased(b, op.operand(1), op.operand(2)));
        Value dx = multiply(b, widen(b, op.operand(0)), slope);
        return {convert(b, dx, op.operand_type(1).element), sum_to_channels(b, dx)};
      },
      .low_precision_operands = {0, 1},
  };
}

}  // namespace tutti::op
