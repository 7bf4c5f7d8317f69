// SPDX-License-Identifier: Apache-2.0
#include "kernel/attention_bfloat.h"

#include <algorithm>

namespace tutti::kernel {
namespace {

using ir::ElementType;

constexpr int64_t kElement = sizeof(Bfloat16);

int64_t units(int64_t k) {
  return product_units(ElementType::bf16, k);
}

void pack(const Lines& from, int64_t panel_lines, float* to) {
  pack_lines(from, ElementType::bf16, panel_lines, 0, from.lines, 0, units(from.k), to);
}

void multiply(int64_t k, const Left& left, const float* right, const Output& output, int64_t rows,
              int64_t columns, int64_t first_column = 0) {
  multiply_lines(ElementType::bf16, units(k), left, {right}, output, 0, rows, first_column,
                 columns);
}

/// A left operand of bf16 rows, `row` elements from one to the next.
Left rows_of(const void* data, int64_t row) {
  return {.data = data, .packed = false, .line_bytes = row * kElement, .unit_bytes = 2 * kElement};
}

Output output_of(void* data, ElementType type, int64_t row, bool adds = false) {
  return {.data = data, .type = type, .row_stride = row, .transposed = false, .adds = adds};
}

}  // namespace

bool multiplies_bfloats(const AttentionShape& shape) {
  return shape.type == ElementType::bf16 && shape.dim % 2 == 0 &&
         has_avx512_product(ElementType::bf16);
}

Lines BfloatProducts::keys_of(const void* tensor) const {
  return {.data = head_.key_at(tensor, 0),
          .type = ElementType::bf16,
          .contiguous = true,
          .row_stride = head_.key_stride(),
          .lines = head_.keys(),
          .k = call_.shape.dim};
}

Lines BfloatProducts::key_channels_of(const void* tensor) const {
  return {.data = head_.key_at(tensor, 0),
          .type = ElementType::bf16,
          .contiguous = false,
          .row_stride = head_.key_stride(),
          .lines = call_.shape.dim,
          .k = head_.keys()};
}

Lines BfloatProducts::channels_of(const void* tensor, int64_t first, int64_t tokens) const {
  return {.data = head_.at(tensor, first),
          .type = ElementType::bf16,
          .contiguous = false,
          .row_stride = head_.token_stride(),
          .lines = call_.shape.dim,
          .k = tokens};
}

void BfloatProducts::load() const {
  pack(keys_of(call_.k), kRightLines, own_.k);
  pack(key_channels_of(call_.v), kRightLines, own_.channels);
}

void BfloatProducts::load_for_gradient() const {
  pack(keys_of(call_.k), kRightLines, own_.k);
  pack(keys_of(call_.v), kRightLines, own_.v);
  pack(key_channels_of(call_.k), kRightLines, own_.channels);
}

/// Writes the products of a tensor's tokens and the keys that they see to `out` [queries, columns].
void BfloatProducts::multiply_tokens(const void* tensor, const float* right, int64_t first,
                                     int64_t queries, float* out) const {
  multiply(call_.shape.dim, rows_of(head_.at(tensor, first), head_.token_stride()), right,
           output_of(out, ElementType::f32, head_.columns()), queries,
           round_up(head_.seen(first, queries), 16), head_.unseen(first));
}

void BfloatProducts::scores(int64_t first, int64_t queries) const {
  multiply_tokens(call_.q, own_.k, first, queries, s_.scores);
}

void BfloatProducts::d_scores(int64_t first, int64_t queries) const {
  multiply_tokens(call_.d_o, own_.v, first, queries, s_.d_scores);
}

/// Writes the sums, over the keys that queries from `first` on see, of weights and channels.
void BfloatProducts::multiply_weights(const Bfloat16* weights, int64_t first, int64_t queries,
                                      const Output& output) const {
  const int64_t from = head_.unseen(first), keys = head_.seen(first, queries) - from;
  const Left left = rows_of(weights + from, head_.columns());
  const int64_t dim = call_.shape.dim;
  if (keys == head_.keys()) return multiply(keys, left, own_.channels, output, queries, dim);
  // A panel of channels is packed for all keys, of which only some are read.
  const int64_t panel = units(head_.keys()) * kRightLines;
  const float* channels = own_.channels + units(from) * kRightLines;
  for (int64_t at = 0; at < dim; at += kRightLines) {
    Output part = output;
    part.data = element_at(output.data, output.type, at);
    multiply(keys, left, channels + at / kRightLines * panel, part, queries,
             std::min(kRightLines, dim - at));
  }
}

void BfloatProducts::outputs(int64_t first, int64_t queries) const {
  multiply_weights(own_.weights, first, queries, output_of(s_.o, ElementType::f32, s_.width));
}

void BfloatProducts::query_gradients(int64_t first, int64_t queries) const {
  multiply_weights(own_.score_gradients, first, queries,
                   output_of(head_.at(call_.dq, first), ElementType::bf16, head_.token_stride()));
}

/// Adds the sums over a block's queries of weights and channels to `out` [keys, width].
void BfloatProducts::multiply_keys(const Bfloat16* weights, const float* right, int64_t first,
                                   int64_t queries, float* out) const {
  const int64_t from = head_.unseen(first), keys = head_.seen(first, queries) - from;
  pack({.data = weights + from,
        .type = ElementType::bf16,
        .contiguous = false,
        .row_stride = head_.columns(),
        .lines = keys,
        .k = queries},
       left_lines(ElementType::bf16), own_.queries);
  multiply(queries, packed_left(ElementType::bf16, own_.queries, units(queries)), right,
           output_of(out + from * s_.width, ElementType::f32, s_.width, true), keys,
           call_.shape.dim);
}

void BfloatProducts::key_gradients(int64_t first, int64_t queries) const {
  pack(channels_of(call_.d_o, first, queries), kRightLines, own_.d_o);
  multiply_keys(own_.weights, own_.d_o, first, queries, s_.dv);
  pack(channels_of(call_.q, first, queries), kRightLines, own_.q);
  multiply_keys(own_.score_gradients, own_.q, first, queries, s_.dk);
}

}  // namespace tutti::kernel
