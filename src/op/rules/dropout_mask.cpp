// SPDX-License-Identifier: Apache-2.0
#include "op/rules/dropout_mask.h"

#include "op/emit.h"

namespace tutti::op {
namespace {

using Pair = WordValues;

constexpr int64_t kMaxSite = UINT32_MAX;

Value shift_left_by(Builder& b, Value x, int bits) {
  return b.one("stablehlo.shift_left", {x, constant_like(b, x, bits)});
}
Value shift_right_by(Builder& b, Value x, int bits) {
  return b.one("stablehlo.shift_right_logical", {x, constant_like(b, x, bits)});
}
Value bit_or(Builder& b, Value x, Value y) {
  return b.one("stablehlo.or", {x, y});
}
Value bit_and(Builder& b, Value x, uint32_t mask) {
  return b.one("stablehlo.and", {x, constant_like(b, x, mask)});
}
Value words_of(Builder& b, Value integers) {
  return b.one("stablehlo.bitcast_convert", {integers}, {},
               {integers->type.with(ElementType::ui32)});
}

Pair emit_site_key(Builder& b, const Dropout& dropout, Value key) {
  Pair words;
  for (int64_t i = 0; i < 2; i++)
    words[static_cast<size_t>(i)] = reshape(b, slice(b, key, {i}, {i + 1}), {});
  const Type scalar = Type::scalar(ElementType::ui32);
  return emit_threefry(b, words, {constant(b, scalar, dropout.site), constant(b, scalar, 0)});
}

Value emit_dropped(Builder& b, const Dropout& dropout, Value x, Value bits) {
  Value keep = compare(b, "GE", bits, constant_like(b, bits, dropout.threshold));
  return select(b, keep, scale(b, x, dropout.growth), zeros_like(b, x));
}

/// The four lanes of the words [rows, length, groups] of counters: [rows, length, 4 * groups].
Value lanes_of(Builder& b, const Pair& words) {
  const int64_t rows = words[0]->type.dim(0), length = words[0]->type.dim(1),
                groups = words[0]->type.dim(2);
  std::vector<Value> lanes;
  for (Value word : words) {
    lanes.push_back(reshape(b, bit_and(b, word, 0xFFFF), {rows, length, groups, 1}));
    lanes.push_back(reshape(b, shift_right_by(b, word, 16), {rows, length, groups, 1}));
  }
  return reshape(b, concatenate(b, lanes, 3), {rows, length, 4 * groups});
}

}  // namespace

Dropout dropout_of(const Operation& op, size_t first) {
  Dropout dropout;
  dropout.first = first;
  dropout.rate = op.float_attribute("rate");
  constraint(op, dropout.rate >= 0 && dropout.rate < 1, fmt::format("{}_rate", short_name(op)),
             "rate is {}, expected a number of at least 0 and below 1", dropout.rate);
  const int64_t site = op.int_attribute("site");
  constraint(op, site >= 0 && site <= kMaxSite, fmt::format("{}_site", short_name(op)),
             "site is {}, expected 0 to {}", site, kMaxSite);
  dropout.site = static_cast<uint32_t>(site);
  dropout.threshold = std::min(static_cast<uint32_t>(std::lround(dropout.rate * 65536)), 65535u);
  dropout.growth = 65536.0 / (65536.0 - dropout.threshold);
  return dropout;
}

Dropout optional_dropout_of(const Operation& op, size_t first) {
  const Dropout dropout = dropout_of(op, first);
  expect_operands(op, dropout.rate > 0 ? first + 3 : first);
  return dropout;
}

void expect_dropout_operands(const Operation& op, size_t first, const Shape& rows, int number) {
  const Type key = Type::tensor(ElementType::ui32, {2});
  constraint(op, ir::compatible(op.operand_type(first), key), label(op, number),
             "the key is a {}, expected {}", op.operand_type(first).str(), key.str());
  const Type tokens = Type::tensor(ElementType::i32, rows);
  for (size_t i : {first + 1, first + 2})
    constraint(op, ir::compatible(op.operand_type(i), tokens), label(op, number + 1),
               "operand {} is a {}, expected {}", i, op.operand_type(i).str(), tokens.str());
}

std::vector<Value> operands_from(const Operation& op, size_t first) {
  std::vector<Value> operands;
  for (size_t i = first; i < op.operand_count(); i++) operands.push_back(op.operand(i));
  return operands;
}

std::vector<Value> gradient_operands(Vjp& v, size_t first) {
  std::vector<Value> operands = operands_from(v.op, first);
  operands.insert(operands.begin(), v.gradient());
  return operands;
}

Words site_key(const Dropout& dropout, Operands in) {
  const Array& key = *in[dropout.first];
  return fold_in({static_cast<uint32_t>(key.i(0)), static_cast<uint32_t>(key.i(1))}, dropout.site);
}

bool dropout_keeps(Words key, int64_t sample, int64_t position, int64_t channel,
                   uint32_t threshold) {
  const auto low = static_cast<uint32_t>(channel);
  const Words words = threefry2x32(
      key, {static_cast<uint32_t>(sample), static_cast<uint32_t>(position) << 16 | low >> 2});
  const uint32_t word = words[(low & 3) >> 1];
  return ((low & 1) != 0 ? word >> 16 : word & 0xFFFF) >= threshold;
}

std::vector<double> dropout_factors(const Dropout& dropout, Operands in, const Type& x) {
  std::vector<double> factors(static_cast<size_t>(x.count()), 1.0);
  if (!dropout.active()) return factors;
  const Words key = site_key(dropout, in);
  const Array &sample = *in[dropout.first + 1], &position = *in[dropout.first + 2];
  size_t at = 0;
  for (int64_t token = 0; token < sample.count(); token++)
    for (int64_t channel = 0; channel < x.dim(2); channel++)
      factors[at++] =
          dropout_keeps(key, sample.i(token), position.i(token), channel, dropout.threshold)
              ? dropout.growth
              : 0.0;
  return factors;
}

Value emit_dropout(Builder& b, const Dropout& dropout, const Operation& op, Value x) {
  if (!dropout.active()) return x;
  const int64_t rows = x->type.dim(0), length = x->type.dim(1), channels = x->type.dim(2);
  const int64_t groups = (channels + 3) / 4;  // of four lanes, one counter each
  const Shape shape = {rows, length, groups};
  const Pair key = emit_site_key(b, dropout, op.operand(dropout.first));
  Value sample = words_of(b, op.operand(dropout.first + 1));
  Value position = shift_left_by(b, words_of(b, op.operand(dropout.first + 2)), 16);
  Value group = iota(b, Type::tensor(ElementType::ui32, shape), 2);
  const Pair words =
      emit_threefry(b, {splat(b, key[0], shape), splat(b, key[1], shape)},
                    {broadcast_in_dim(b, sample, shape, {0, 1}),
                     bit_or(b, broadcast_in_dim(b, position, shape, {0, 1}), group)});
  Value bits = lanes_of(b, words);
  if (channels < 4 * groups) bits = slice(b, bits, {0, 0, 0}, {rows, length, channels});
  return emit_dropped(b, dropout, x, bits);
}

WordValues emit_head_keys(Builder& b, const Dropout& dropout, Value key, int64_t heads) {
  const Type type = Type::tensor(ElementType::ui32, {heads});
  const Pair site = emit_site_key(b, dropout, key);
  return emit_threefry(b, {splat(b, site[0], type.shape), splat(b, site[1], type.shape)},
                       {iota(b, type, 0), constant(b, type, 1)});
}

Value emit_attention_dropout(Builder& b, const Dropout& dropout, const AttentionCounters& counters,
                             Value x) {
  const Shape& shape = x->type.shape;
  const auto of_query = [&](Value v) { return broadcast_in_dim(b, v, shape, {0, 2}); };
  const auto of_key = [&](Value v) { return broadcast_in_dim(b, v, shape, {0, 3}); };
  const auto of_head = [&](Value v) { return broadcast_in_dim(b, v, shape, {1, 2}); };
  Value position = words_of(b, counters.position), key = words_of(b, counters.key_positions);
  const Pair words = emit_threefry(
      b, {of_head(counters.keys[0]), of_head(counters.keys[1])},
      {of_query(words_of(b, counters.sample)),
       bit_or(b, of_query(shift_left_by(b, position, 16)), of_key(shift_right_by(b, key, 2)))});
  const auto lane_bit = [&](uint32_t mask) {
    Value bit = bit_and(b, key, mask);
    return of_key(compare(b, "NE", bit, zeros_like(b, bit)));
  };
  Value word = select(b, lane_bit(2), words[1], words[0]);
  Value bits = select(b, lane_bit(1), shift_right_by(b, word, 16), bit_and(b, word, 0xFFFF));
  return emit_dropped(b, dropout, x, bits);
}

}  // namespace tutti::op
