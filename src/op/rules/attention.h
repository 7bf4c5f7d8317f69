// SPDX-License-Identifier: Apache-2.0
// Attention over segments: what tutti.attention and tutti.attention_gradient share.
//   P = softmax(scale q k^T) over the keys that a query attends to, D = dropout(P), o = D v
// Query i attends to key j of its row iff segment[j] > 0 and segment[j] == |segment[i]| and, where
// attention is causal, j <= i, and where it has a window, |i - j| < window. So a token of negative
// segment attends to the others of its segment but is never attended to, and 0 is filler. Queries
// that attend to no key get zeros. Each head of k and v serves `heads / kv_heads` heads of q that
// follow one another.
#pragma once

#include "op/rules/dropout_mask.h"

namespace tutti::op {

struct AttentionSizes {
  int64_t rows, length, heads, dim;
  double scale;
  int64_t kv_heads;
  bool causal;
  int64_t window;  // 0: none

  int64_t group() const { return heads / kv_heads; }
};

/// Reads `heads`, `kv_heads` (as many as heads if absent), `causal` (false if absent), `window`
/// (none if absent), `scale` and `max_segment`, and checks the constraints of q, k and v, which are
/// the operands from `q` on. Violations name `<op>_c1` to `<op>_c4`.
AttentionSizes attention_sizes(const Operation& op, size_t q);
/// The window of an attention, at least 1, or 0 if it has none. Violations name constraint
/// `number` of the op.
int64_t attention_window(const Operation& op, int number);
/// The type [rows, heads, length] of the logarithms of the sums of exponentials.
Type attention_lse_type(const Operation& op, size_t q);
/// Checks the type of `segment`, i32 [rows, length], and with dropout the types of key, sample and
/// position, which follow it. Violations name `<op>_c5` to `<op>_c7`.
void expect_attention_tokens(const Operation& op, size_t segment, const Dropout& dropout,
                             const AttentionSizes& sizes);

/// The operands as `evaluate` reads them: one query, key and head at a time.
class AttentionElements {
 public:
  AttentionElements(const AttentionSizes& sizes, const Dropout& dropout, Operands in, size_t q,
                    size_t segment);
  /// The positions in its row that a query attends to, ascending.
  std::span<const int64_t> keys(int64_t row, int64_t query) const;
  /// scale q k^T.
  double score(int64_t row, int64_t head, int64_t query, int64_t key) const;
  /// Dropout's factor for a probability: 0, or 1 / (1 - rate) if it is kept.
  double factor(int64_t row, int64_t head, int64_t query, int64_t key) const;
  /// The flat index of a token's first channel of a head of q and o, and of what serves it in k and
  /// v.
  int64_t at(int64_t row, int64_t token, int64_t head) const {
    return ((row * sizes_.length + token) * sizes_.heads + head) * sizes_.dim;
  }
  int64_t key_at(int64_t row, int64_t token, int64_t head) const {
    return ((row * sizes_.length + token) * sizes_.kv_heads + head / sizes_.group()) * sizes_.dim;
  }

 private:
  AttentionSizes sizes_;
  Dropout dropout_;
  Operands in_;
  size_t q_;
  Words key_ = {0, 0};
  std::vector<std::unordered_map<int64_t, std::vector<int64_t>>> keys_;  // by row and segment
  const Array& segment_;
};

}  // namespace tutti::op
