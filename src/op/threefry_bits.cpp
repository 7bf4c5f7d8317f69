// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/fused.h"
#include "op/rules/threefry.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 4);
  const Type word = Type::scalar(ElementType::ui32);
  expect_type(op, 0, word, 1);
  expect_type(op, 1, word, 1);
  const Type counters = Type::tensor(ElementType::ui32, op.operand_type(2).shape);
  expect_type(op, 2, counters, 2);
  expect_type(op, 3, counters, 2);
  return {counters};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const auto word = [&](size_t operand, int64_t k) {
    return static_cast<uint32_t>(in[operand]->i(k));
  };
  Array bits(op.result_type());
  for (int64_t k = 0; k < bits.count(); k++) {
    const Words words = threefry2x32({word(0, 0), word(1, 0)}, {word(2, k), word(3, k)});
    bits.i(k) = words[0] ^ words[1];
  }
  return {std::move(bits)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Shape& shape = op.result_type().shape;
  const WordValues words =
      emit_threefry(b, {splat(b, op.operand(0), shape), splat(b, op.operand(1), shape)},
                    {op.operand(2), op.operand(3)});
  return {b.one("stablehlo.xor", {words[0], words[1]})};
}

}  // namespace

/// (key, key: ui32, counter, counter: ui32 [...]) -> [...]: both words of Threefry-2x32, one xor
/// the other, as JAX makes 32 bits of a 64-bit counter.
OpDef threefry_bits() {
  return {
      .name = "tutti.threefry_bits",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .decompose = decompose,
  };
}

}  // namespace tutti::op
