// SPDX-License-Identifier: Apache-2.0
// The specification leaves the bits to the implementation; these are XLA's (CPU and GPU).
// Source of both generators: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3".
#include "base/random.h"
#include "base/rounding.h"
#include "ir/small_float.h"
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

uint32_t low_word(uint64_t value) {
  return static_cast<uint32_t>(value);
}
uint32_t high_word(uint64_t value) {
  return static_cast<uint32_t>(value >> 32);
}
uint64_t both_words(uint32_t low, uint32_t high) {
  return uint64_t{high} << 32 | low;
}

using Counter = std::array<uint32_t, 4>;

/// Philox4x32 with 10 rounds.
Counter philox(Counter c, Words key) {
  for (int round = 0; round < 10; round++) {
    const uint64_t p = uint64_t{c[0]} * 0xD2511F53u, q = uint64_t{c[2]} * 0xCD9E8D57u;
    c = {high_word(q) ^ c[1] ^ key[0], low_word(q), high_word(p) ^ c[3] ^ key[1], low_word(p)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return c;
}

void store_bits(Array& out, int64_t index, uint64_t bits) {
  const size_t width = 8 * byte_size(out.type.element);
  if (width < 64) bits &= (uint64_t{1} << width) - 1;
  if (out.is_float())
    out.f(index) = ir::float_from_bits(bits, out.type.element);
  else
    out.i(index) = static_cast<int64_t>(bits);
}

/// Fills `out` from the counter on and gives how far the counter moves.
uint64_t fill_three_fry(Array& out, uint64_t key, uint64_t counter) {
  const auto block = [&](int64_t index) {
    const uint64_t c = counter + static_cast<uint64_t>(index);
    return threefry2x32({low_word(key), high_word(key)}, {low_word(c), high_word(c)});
  };
  if (byte_size(out.type.element) == 8) {
    for (int64_t k = 0; k < out.count(); k++) {
      const Words words = block(k);
      store_bits(out, k, both_words(words[0], words[1]));
    }
    return static_cast<uint64_t>(out.count());
  }
  // One axis is halved: a block's two words are neighbours along it.
  Shape half = out.type.shape;
  if (half.empty()) {
    store_bits(out, 0, block(0)[0]);
    return 1;
  }
  const auto even =
      std::find_if(half.begin(), half.end(), [](int64_t size) { return size % 2 == 0; });
  const auto axis = static_cast<size_t>(
      (even == half.end() ? std::max_element(half.begin(), half.end()) : even) - half.begin());
  half[axis] = (half[axis] + 1) / 2;
  ir::for_each_index(out.type.shape, [&](int64_t flat, const Shape& index) {
    Shape pair = index;
    pair[axis] /= 2;
    store_bits(out, flat, block(ir::flat_index(pair, half))[static_cast<size_t>(index[axis] % 2)]);
  });
  return static_cast<uint64_t>(ir::element_count(half));
}

/// The 128-bit counter, low word first.
using WideCounter = std::array<uint64_t, 2>;
WideCounter plus(WideCounter counter, uint64_t blocks) {
  counter[0] += blocks;
  if (counter[0] < blocks) counter[1]++;
  return counter;
}

uint64_t fill_philox(Array& out, uint64_t key, WideCounter counter) {
  const bool wide = byte_size(out.type.element) == 8;
  const int64_t each = wide ? 2 : 4;
  for (int64_t k = 0; k < out.count(); k++) {
    const WideCounter c = plus(counter, static_cast<uint64_t>(k / each));
    const Counter words = philox({low_word(c[0]), high_word(c[0]), low_word(c[1]), high_word(c[1])},
                                 {low_word(key), high_word(key)});
    const auto at = static_cast<size_t>(k % each);
    store_bits(out, k, wide ? both_words(words[2 * at], words[2 * at + 1]) : words[at]);
  }
  return static_cast<uint64_t>(divide_up(out.count(), each));
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const Type& state = op.operand_type(0);
  const std::string algorithm = op.enum_attribute("rng_algorithm");
  constraint(op, state.element == ElementType::ui64 && state.rank() == 1, "rng_bit_generator_i1",
             "the state is a {}, expected tensor<Nxui64>", state.str());
  const bool fits =
      ir::compatible(state.dim(0), 2) || (state.dim(0) == 3 && algorithm != "THREE_FRY");
  constraint(op, fits, "rng_bit_generator_c2", "the state has {} words, expected 2{}", state.dim(0),
             algorithm == "THREE_FRY" ? "" : " or 3");
  const Type& output = declared(op, 1);
  constraint(
      op, (ir::is_integer(output.element) || ir::is_float(output.element)) && output.is_static(),
      "rng_bit_generator_i4",
      "the output is a {}, expected integers or floats in a tensor of known sizes", output.str());
  return {state, output};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array state = *in[0], out(op.result_type(1));
  const auto word = [&](int64_t index) { return static_cast<uint64_t>(state.i(index)); };
  if (op.enum_attribute("rng_algorithm") == "THREE_FRY") {
    const uint64_t used = fill_three_fry(out, word(0), word(1));
    state.i(1) = static_cast<int64_t>(word(1) + used);
  } else {
    // A state of two words uses the key as the counter's high word.
    const bool three = state.count() == 3;
    const WideCounter counter = {word(1), word(three ? 2 : 0)};
    const WideCounter next = plus(counter, fill_philox(out, word(0), counter));
    state.i(1) = static_cast<int64_t>(next[0]);
    if (three) state.i(2) = static_cast<int64_t>(next[1]);
  }
  return {std::move(state), std::move(out)};
}

}  // namespace

OpDef rng_bit_generator() {
  return {
      .name = "stablehlo.rng_bit_generator",
      .assembly = "$0, algorithm = {rng_algorithm:enum.rng_algorithm:i2} : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = "random bits do not depend on anything continuously",
  };
}

}  // namespace tutti::op
