// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  expect_elements(op, 0, Elements::floats);
  expect_channels(op, 0, 1);
  return {op.operand_type(0)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array& x = *in[0];
  Array y(op.result_type());
  const int64_t channels = channels_of(x.type);
  for (int64_t start = 0; start < x.count(); start += channels) {
    const double largest =
        *std::max_element(x.floats.begin() + start, x.floats.begin() + start + channels);
    double sum = 0;
    for (int64_t c = 0; c < channels; c++) sum += std::exp(x.f(start + c) - largest);
    for (int64_t c = 0; c < channels; c++)
      y.f(start + c) = std::exp(x.f(start + c) - largest) / sum;
  }
  return {std::move(y)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value y = softmax_over_channels(b, widen(b, op.operand(0)));
  return {convert(b, y, op.operand_type(0).element)};
}

}  // namespace

/// x [..., C] -> y = e^x / sum(e^x) over the last axis.
OpDef softmax() {
  return {
      .name = "tutti.softmax",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp =
          [](Vjp& v) {
            v.operand_gradients = {
                v.builder.one("tutti.softmax_gradient", {v.gradient(), v.op.result()})};
          },
      .decompose = decompose,
      .low_precision_operands = {0},
  };
}

}  // namespace tutti::op
