// SPDX-License-Identifier: Apache-2.0
// Which elements dropout keeps: a function of key, site and the element's place, as numbers and as
// emitted integer operations. With site key = threefry2x32(key, {site, 0}):
//   element (sample s, position p, channel c) has counter {s, p << 16 | c >> 2} and lane c & 3;
//   attention's probability (sample s, head h, query position p, key position c) has the same under
//   the key threefry2x32(site key, {h, 1});
//   lanes 0 to 3 are the lower and upper half of the first word, then of the second.
// An element is kept iff its 16 bits >= round(65536 rate). Kept ones are multiplied by `growth`, so
// that the expectation stays the same.
#pragma once

#include "base/random.h"
#include "op/rules/common.h"
#include "op/rules/threefry.h"

namespace tutti::op {

/// The dropout of an operation. Its operands are, from `first` on, key ui32 [2], sample and
/// position i32 [rows, length]. Without dropout there are none.
struct Dropout {
  double rate = 0;
  uint32_t site = 0;
  uint32_t threshold = 0;
  double growth = 1;  // of kept elements
  size_t first = 0;

  bool active() const { return threshold > 0; }
};

/// Reads `rate` and `site` and checks their constraints.
Dropout dropout_of(const Operation& op, size_t first);
/// The same for ops that have key, sample and position iff rate > 0. Checks the number of operands.
Dropout optional_dropout_of(const Operation& op, size_t first);
/// Checks the types of key, sample and position. Violations name `<op>_c<number>` and the next.
void expect_dropout_operands(const Operation& op, size_t first, const Shape& rows, int number);
/// The operands from `first` on: key, sample and position, or none.
std::vector<Value> operands_from(const Operation& op, size_t first);
/// The gradient of the result, then those operands.
std::vector<Value> gradient_operands(Vjp& v, size_t first);

/// The key of an operation's site.
Words site_key(const Dropout& dropout, Operands in);
inline Words head_key(Words site, int64_t head) {
  return threefry2x32(site, {static_cast<uint32_t>(head), 1});
}
bool dropout_keeps(Words key, int64_t sample, int64_t position, int64_t channel,
                   uint32_t threshold);

/// The factor of each element of x [rows, length, channels]: growth if it is kept, otherwise 0. All
/// are 1 without dropout.
std::vector<double> dropout_factors(const Dropout& dropout, Operands in, const Type& x);

/// What tells the bits of elements [rows, length, channels]; null without dropout.
struct DropoutCounters {
  WordValues key;  // of the site, ui32 []
  Value sample, position;
};

/// Those of an operation. They pass a barrier, so that no compiler takes the masks of all sites for
/// one computation. What also reads `x`, which becomes what the barrier gives, waits for it: so
/// does the backward pass, which would else keep the masks of the forward pass.
DropoutCounters dropout_counters(Builder& b, const Operation& op, const Dropout& dropout,
                                 Value* x = nullptr);
/// Emits x [rows, length, channels] with dropped elements zero and the others times growth.
Value emit_dropout(Builder& b, const Dropout& dropout, const DropoutCounters& counters, Value x);

/// What tells the bits of attention's probabilities [rows, heads, query, key].
struct AttentionCounters {
  WordValues keys;      // of the heads, ui32 [heads, query]
  Value sample;         // i32 [rows, query]
  Value position;       // i32 [rows, query]
  Value key_positions;  // i32 [rows, key]
};

/// The keys of heads 0 to `heads` - 1, ui32 [heads], from the key of all dropouts.
WordValues emit_head_keys(Builder& b, const Dropout& dropout, Value key, int64_t heads);
/// Emits attention's probabilities x with dropped ones zero and the others times growth.
Value emit_attention_dropout(Builder& b, const Dropout& dropout, const AttentionCounters& counters,
                             Value x);

}  // namespace tutti::op
