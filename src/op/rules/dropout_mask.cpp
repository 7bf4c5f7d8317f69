// SPDX-License-Identifier: Apache-2.0
#include "op/rules/dropout_mask.h"

#include "op/emit.h"

namespace tutti::op {
namespace {

using Pair = WordValues;

constexpr int64_t kMaxSite = UINT32_MAX;
// Their keys are computed together: as many as a vector unit takes at once.
constexpr int64_t kSitesTogether = 128;

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

/// The words of a key, ui32 [2], as two vectors of `count` equal elements.
Pair spread_key(Builder& b, Value key, int64_t count) {
  const auto word = [&](int64_t i) {
    return broadcast_in_dim(b, slice(b, key, {i}, {i + 1}), {count}, {0});
  };
  return {word(0), word(1)};
}

/// Keys that pass a barrier, so that no compiler computes them again for each element.
Pair computed_once(Builder& b, const Pair& keys) {
  const std::vector<Value> kept = b.create("stablehlo.optimization_barrier", {keys[0], keys[1]});
  return {kept[0], kept[1]};
}

/// The key of the site, two scalars. It is taken out of the keys of many sites, so that all sites
/// of a program emit the same operations and share them.
Pair emit_site_key(Builder& b, const Dropout& dropout, Value key) {
  const Type sites = Type::tensor(ElementType::ui32, {kSitesTogether});
  const int64_t place = dropout.site % kSitesTogether;
  Value first = constant(b, sites, static_cast<double>(dropout.site - place));
  const Pair all = emit_threefry(b, spread_key(b, key, kSitesTogether),
                                 {add(b, iota(b, sites, 0), first), constant(b, sites, 0)});
  const auto own = [&](Value words) {
    return reshape(b, slice(b, words, {place}, {place + 1}), {});
  };
  const Pair kept = computed_once(b, all);
  return {own(kept[0]), own(kept[1])};
}

/// x with dropped elements zero, given the words of their counters and which lane each has. The
/// mask passes a barrier: so it is one program for all masks of a shape, which a compiler
/// would else compile again into everything that reads one.
Value emit_dropped(Builder& b, const Dropout& dropout, Value x, const Pair& words, Value is_second,
                   Value is_upper) {
  Value word = select(b, is_second, words[1], words[0]);
  Value bits = select(b, is_upper, shift_right_by(b, word, 16), bit_and(b, word, 0xFFFF));
  Value keep = compare(b, "GE", bits, constant_like(b, bits, dropout.threshold));
  keep = b.one("stablehlo.optimization_barrier", {keep});
  return select(b, keep, scale(b, x, dropout.growth), zeros_like(b, x));
}

/// Whether a bit of integers is set.
Value has_bit(Builder& b, Value x, uint32_t bit) {
  Value masked = bit_and(b, x, bit);
  return compare(b, "NE", masked, zeros_like(b, masked));
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

DropoutCounters dropout_counters(Builder& b, const Operation& op, const Dropout& dropout,
                                 Value* x) {
  if (!dropout.active()) return {};
  const size_t first = dropout.first;
  const Pair key = emit_site_key(b, dropout, op.operand(first));
  std::vector<Value> passed = {key[0], key[1], op.operand(first + 1), op.operand(first + 2)};
  if (x) passed.push_back(*x);
  passed = b.create("stablehlo.optimization_barrier", passed);
  if (x) *x = passed[4];
  return {{passed[0], passed[1]}, passed[2], passed[3]};
}

Value emit_dropout(Builder& b, const Dropout& dropout, const DropoutCounters& counters, Value x) {
  if (!dropout.active()) return x;
  const Shape& shape = x->type.shape;
  const auto of_token = [&](Value v) { return broadcast_in_dim(b, v, shape, {0, 1}); };
  Value sample = words_of(b, counters.sample);
  Value position = shift_left_by(b, words_of(b, counters.position), 16);
  const Type channels = Type::tensor(ElementType::ui32, {shape[2]});
  Value channel = iota(b, channels, 0);
  const auto of_channel = [&](Value v) { return broadcast_in_dim(b, v, shape, {2}); };
  // Each of four channels computes all of their bits: that is quicker than to move them into place.
  const Pair words = emit_threefry(
      b, {splat(b, counters.key[0], shape), splat(b, counters.key[1], shape)},
      {of_token(sample), bit_or(b, of_token(position), of_channel(shift_right_by(b, channel, 2)))});
  return emit_dropped(b, dropout, x, words, of_channel(has_bit(b, channel, 2)),
                      of_channel(has_bit(b, channel, 1)));
}

WordValues emit_head_keys(Builder& b, const Dropout& dropout, Value key, int64_t heads) {
  const Type type = Type::tensor(ElementType::ui32, {heads});
  const Pair site = emit_site_key(b, dropout, key);
  return computed_once(
      b, emit_threefry(b, {splat(b, site[0], type.shape), splat(b, site[1], type.shape)},
                       {iota(b, type, 0), constant(b, type, 1)}));
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
  return emit_dropped(b, dropout, x, words, of_key(has_bit(b, key, 2)), of_key(has_bit(b, key, 1)));
}

}  // namespace tutti::op
