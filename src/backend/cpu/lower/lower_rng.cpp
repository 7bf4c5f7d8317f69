// SPDX-License-Identifier: Apache-2.0
// rng_bit_generator: the bits of XLA's generators, where each block of a counter is computed once.
// And rng: random numbers whose generator the specification leaves to us.
#include <algorithm>
#include <array>
#include <cstring>

#include "backend/cpu/lower/movement.h"
#include "base/random.h"
#include "base/rounding.h"
#include "kernel/philox.h"

namespace tutti::backend::cpu {
namespace {

using kernel::PhiloxCounter;

constexpr int64_t kTaskBlocks = 4096;

uint32_t low_word(uint64_t value) {
  return static_cast<uint32_t>(value);
}
uint32_t high_word(uint64_t value) {
  return static_cast<uint32_t>(value >> 32);
}

class RandomBits {
 public:
  explicit RandomBits(const Lowering& lowering);
  void run(const Frame& frame) const;

 private:
  uint64_t fill_three_fry(const Frame& frame, uint64_t key, uint64_t counter) const;
  uint64_t fill_philox(const Frame& frame, uint64_t key, PhiloxCounter counter) const;
  /// The low bytes of a word, as many as an element has.
  void store(std::byte* to, int64_t index, uint64_t word) const {
    std::memcpy(to + index * bytes_, &word, static_cast<size_t>(bytes_));
  }
  void store_all(std::byte* to, int64_t first, int64_t count, const uint32_t* words) const;

  bool three_fry_;
  int64_t words_;  // of the state
  Place state_, new_state_, result_;
  int64_t count_, bytes_;
  // Threefry of narrow elements: one axis is halved, a block's two words are neighbours along it.
  int64_t halved_ = 1, inner_ = 1, blocks_ = 1;
};

RandomBits::RandomBits(const Lowering& lowering)
    : three_fry_(lowering.op.enum_attribute("rng_algorithm") == "THREE_FRY"),
      words_(lowering.operands[0].type.count()),
      state_(lowering.operands[0].place),
      new_state_(lowering.results[0].place),
      result_(lowering.results[1].place),
      count_(lowering.results[1].type.count()),
      bytes_(static_cast<int64_t>(ir::byte_size(lowering.results[1].type.element))) {
  const ir::Shape& shape = lowering.results[1].type.shape;
  if (shape.empty()) return;
  const auto even =
      std::find_if(shape.begin(), shape.end(), [](int64_t size) { return size % 2 == 0; });
  const auto axis = even == shape.end() ? std::max_element(shape.begin(), shape.end()) : even;
  halved_ = *axis;
  for (auto at = axis + 1; at != shape.end(); ++at) inner_ *= *at;
  blocks_ = halved_ == 0 ? 0 : count_ / halved_ * ((halved_ + 1) / 2);
}

uint64_t RandomBits::fill_three_fry(const Frame& frame, uint64_t key, uint64_t counter) const {
  std::byte* to = frame.at(result_);
  const bool wide = bytes_ == 8;
  const int64_t half = (halved_ + 1) / 2, blocks = wide ? count_ : blocks_;
  auto task = [&](int64_t index, int) {
    const int64_t last = std::min(blocks, (index + 1) * kTaskBlocks);
    for (int64_t block = index * kTaskBlocks; block < last; block++) {
      const uint64_t c = counter + static_cast<uint64_t>(block);
      const Words words =
          threefry2x32({low_word(key), high_word(key)}, {low_word(c), high_word(c)});
      if (wide) {
        store(to, block, uint64_t{words[1]} << 32 | words[0]);
        continue;
      }
      const int64_t inner = block % inner_, pair = block / inner_ % half;
      const int64_t outer = block / inner_ / half;
      const int64_t at = (outer * halved_ + 2 * pair) * inner_ + inner;
      store(to, at, words[0]);
      if (2 * pair + 1 < halved_) store(to, at + inner_, words[1]);
    }
  };
  frame.team.run(divide_up(blocks, kTaskBlocks), task);
  return static_cast<uint64_t>(blocks);
}

/// Elements from `first` on, of words one after the other; of a wide element the low one first.
void RandomBits::store_all(std::byte* to, int64_t first, int64_t count,
                           const uint32_t* words) const {
  if (bytes_ >= 4)
    std::memcpy(to + first * bytes_, words, static_cast<size_t>(count * bytes_));
  else
    for (int64_t i = 0; i < count; i++) store(to, first + i, words[i]);
}

uint64_t RandomBits::fill_philox(const Frame& frame, uint64_t key, PhiloxCounter counter) const {
  std::byte* to = frame.at(result_);
  const bool wide = bytes_ == 8;
  const int64_t each = wide ? 2 : 4, blocks = divide_up(count_, each);
  auto task = [&](int64_t index, int) {
    constexpr int64_t kBatch = 256;
    uint32_t words[4 * kBatch];
    const int64_t last = std::min(blocks, (index + 1) * kTaskBlocks);
    for (int64_t block = index * kTaskBlocks; block < last; block += kBatch) {
      const int64_t batch = std::min(kBatch, last - block);
      kernel::philox(counter.plus(static_cast<uint64_t>(block)), key, batch, words);
      const int64_t first = block * each;
      store_all(to, first, std::min(batch * each, count_ - first), words);
    }
  };
  frame.team.run(divide_up(blocks, kTaskBlocks), task);
  return static_cast<uint64_t>(blocks);
}

void RandomBits::run(const Frame& frame) const {
  std::array<uint64_t, 3> state = {};
  const auto bytes = static_cast<size_t>(words_) * sizeof(uint64_t);
  std::memcpy(state.data(), frame.at(state_), bytes);
  if (three_fry_) {
    state[1] += fill_three_fry(frame, state[0], state[1]);
  } else {
    // A state of two words uses the key as the counter's high word.
    const bool three = words_ == 3;
    const PhiloxCounter counter = {state[1], state[three ? 2 : 0]};
    const PhiloxCounter next = counter.plus(fill_philox(frame, state[0], counter));
    state[1] = next.low;
    if (three) state[2] = next.high;
  }
  std::memcpy(frame.at(new_state_), state.data(), bytes);
}

/// The numbers that the interpreter gives: each operation's key is how many were run before it.
class RandomNumbers {
 public:
  explicit RandomNumbers(const Lowering& lowering)
      : normal_(lowering.op.enum_attribute("rng_distribution") == "NORMAL"),
        type_(lowering.results[0].type.element),
        count_(lowering.results[0].type.count()),
        a_(lowering.operands[0].place),
        b_(lowering.operands[1].place),
        result_(lowering.results[0].place),
        sizes_(lowering.operands[2]),
        expected_(lowering.results[0].type),
        name_(fmt::format("{}: {}", lowering.op.location.str(), lowering.op.name())) {}

  void run(const Frame& frame) const {
    expect_sizes(frame);
    const Words key = {frame.drawn++, 0};
    auto task = [&](int64_t index, int) {
      const int64_t first = index * kTaskBlocks;
      fill(frame, key, first, std::min(count_, first + kTaskBlocks));
    };
    frame.team.run(divide_up(count_, kTaskBlocks), task);
  }

 private:
  /// The shape may be computed, but the result's type says what it is.
  void expect_sizes(const Frame& frame) const {
    ir::Shape shape;
    for (int64_t axis = 0; axis < sizes_.type.count(); axis++)
      shape.push_back(ir::load_int_element(sizes_.type.element, frame.at(sizes_.place), axis));
    if (shape != expected_.shape)
      user_error("{}: the shape is {}, the result a {}", name_, ir::str(shape), expected_.str());
  }

  void fill(const Frame& frame, Words key, int64_t first, int64_t last) const {
    const std::byte *a = frame.at(a_), *b = frame.at(b_);
    std::byte* to = frame.at(result_);
    if (!ir::is_float(type_)) {
      const int64_t low = ir::load_int_element(type_, a, 0);
      const int64_t high = ir::load_int_element(type_, b, 0);
      for (int64_t i = first; i < last; i++)
        ir::store_int_element(type_, to, i,
                              uniform_integer(key, static_cast<uint64_t>(i), low, high));
      return;
    }
    const double start = ir::load_element(type_, a, 0), end = ir::load_element(type_, b, 0);
    for (int64_t i = first; i < last; i++) {
      const auto index = static_cast<uint64_t>(i);
      ir::store_element(type_, to, i,
                        normal_ ? start + end * normal_number(key, index)
                                : start + (end - start) * uniform_number(key, index));
    }
  }

  bool normal_;
  ir::ElementType type_;
  int64_t count_;
  Place a_, b_, result_;  // low and high, or mean and deviation
  View sizes_;
  ir::Type expected_;
  std::string name_;  // of the operation and where it is
};

}  // namespace

std::vector<Rule> rng_rules() {
  Rule numbers{.op = "stablehlo.rng", .lower = [](Lowering& lowering) -> Run {
                 return [numbers = RandomNumbers(lowering)](const Frame& frame) {
                   numbers.run(frame);
                 };
               }};
  numbers.takes_narrow = true;
  Rule bits{.op = "stablehlo.rng_bit_generator", .lower = [](Lowering& lowering) -> Run {
              return [bits = RandomBits(lowering)](const Frame& frame) { bits.run(frame); };
            }};
  return {numbers, bits};
}

}  // namespace tutti::backend::cpu
