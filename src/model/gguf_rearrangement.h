// SPDX-License-Identifier: Apache-2.0
// The order of rows in which GGUF files have matrices of queries and keys.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/gguf_names.h"

namespace tutti::model {

/// How a tensor of two dimensions is turned from one order into the other.
struct Rearrangement {
  GgufOrder order = GgufOrder::same;
  int64_t heads = 1;  // of the order in pairs
  int64_t rows = 1;   // of what is read
  size_t element_bytes = 4;
  bool to_gguf = false;

  /// Where a row goes whose rows are pairs.
  int64_t row_of(int64_t row) const {
    const int64_t of_head = rows / heads, half = of_head / 2, at = row % of_head;
    const int64_t to = to_gguf ? at % half * 2 + at / half : at % 2 * half + at / 2;
    return row - at + to;
  }
};

void rearrange(const Rearrangement& how, std::span<const std::byte> from, std::span<std::byte> to);
/// The same of float32 values.
std::vector<float> rearranged(const Rearrangement& how, std::vector<float> values);

Rearrangement rearrangement(GgufOrder order, const std::vector<int64_t>& shape, int64_t heads,
                            std::string_view where, std::string_view name);

}  // namespace tutti::model
