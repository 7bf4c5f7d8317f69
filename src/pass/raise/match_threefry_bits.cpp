// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "base/random.h"
#include "ir/builder.h"
#include "pass/raise/match.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// The two words of a counter between two rounds.
struct WordPair {
  Value x = nullptr, y = nullptr;
};

/// x, where a value is x << left | x >> (32 - left).
Value before_rotation(Value value, int left) {
  const Operation* both = made_by(value, "stablehlo.or");
  for (size_t i = 0; both && i < 2; i++) {
    const Operation *up = made_by(both->operand(i), "stablehlo.shift_left"),
                    *down = made_by(both->operand(1 - i), "stablehlo.shift_right_logical");
    if (up && down && up->operand(0) == down->operand(0) && word_of(up->operand(1)) == left &&
        word_of(down->operand(1)) == 32 - left)
      return up->operand(0);
  }
  return nullptr;
}

/// x' = x + y, y' = rotated y xor x'
bool undo_round(WordPair& words, int left) {
  const Value rotated = other_operand(words.y, "stablehlo.xor", words.x);
  words.y = rotated ? before_rotation(rotated, left) : nullptr;
  words.x = words.y ? other_operand(words.x, "stablehlo.add", words.y) : nullptr;
  return words.x;
}

/// The scalar that a value repeats.
Value scalar_of(Value value) {
  const Operation* op = made_by(value, "stablehlo.broadcast_in_dim");
  return op && op->operand(0)->type.rank() == 0 ? op->operand(0) : nullptr;
}

/// Removes one of the three keys from a sum. A key that is known must be the same again.
bool undo_key(Value& sum, Value& key) {
  const Operation* op = made_by(sum, "stablehlo.add");
  for (size_t i = 0; op && i < 2; i++) {
    const Value found = scalar_of(op->operand(i));
    if (!found || (key && found != key)) continue;
    key = found;
    sum = op->operand(1 - i);
    return true;
  }
  return false;
}

/// Removes a number from a sum.
bool undo_number(Value& sum, uint32_t number) {
  const Operation* op = made_by(sum, "stablehlo.add");
  for (size_t i = 0; op && i < 2; i++)
    if (word_of(op->operand(i)) == number) {
      sum = op->operand(1 - i);
      return true;
    }
  return false;
}

/// Whether a scalar is the other two, one xor the other, xor the parity.
bool is_third_key(Value key, Value first, Value second) {
  const Operation* op = made_by(key, "stablehlo.xor");
  for (size_t i = 0; op && i < 2; i++)
    if (word_of(op->operand(1 - i)) == kThreefryParity)
      return other_operand(op->operand(i), "stablehlo.xor", first) == second;
  return false;
}

/// Removes the rounds and the keys. Whether they were those of Threefry.
bool undo_rounds(WordPair& words, std::array<Value, 3>& keys) {
  for (uint32_t group = 5; group-- > 0;) {
    if (!undo_key(words.x, keys[(group + 1) % 3]) || !undo_number(words.y, group + 1) ||
        !undo_key(words.y, keys[(group + 2) % 3]))
      return false;
    for (int round = 4; round-- > 0;)
      if (!undo_round(words, kThreefryRotations[group % 2][round])) return false;
  }
  return undo_key(words.x, keys[0]) && undo_key(words.y, keys[1]) &&
         is_third_key(keys[2], keys[0], keys[1]);
}

}  // namespace

// Threefry-2x32 with 20 rounds (base/random.h), read from its end; one word xor the other
std::optional<Match> match_threefry_bits(const Operation& root) {
  if (root.name() != "stablehlo.xor") return std::nullopt;
  for (const bool is_first : {true, false}) {
    WordPair words{root.operand(is_first ? 0 : 1), root.operand(is_first ? 1 : 0)};
    std::array<Value, 3> keys = {};
    if (!undo_rounds(words, keys)) continue;
    return Match{{keys[0], keys[1], words.x, words.y},
                 [](ir::Builder& b, const std::vector<Value>& in) {
                   return b.one("tutti.threefry_bits", in);
                 }};
  }
  return std::nullopt;
}

}  // namespace tutti::pass
