// SPDX-License-Identifier: Apache-2.0
// Which samples share a row: packing as TRL does it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tutti::data {

enum class PackingStrategy {
  bfd,        // best fit decreasing; what a sample has beyond a row's length is cut off
  bfd_split,  // the same; longer samples are first split into pieces of a row's length
  wrapped     // all samples one after another, cut wherever a row is full
};

/// "bfd", "bfd_split" or "wrapped"; another name is a UserError that begins with `where`.
PackingStrategy packing_strategy_of(std::string_view name, std::string_view where);

/// Tokens [begin, begin + length) of a sample.
struct PackedPiece {
  int64_t sample = 0;
  int64_t begin = 0;
  int64_t length = 0;

  bool operator==(const PackedPiece&) const = default;
};

/// The pieces of a row, in their order.
using PackedRow = std::vector<PackedPiece>;

/// Packs samples of these lengths, in tokens, into rows of at most `row_length` tokens: the same
/// rows in the same order as TRL's for one batch (TRL itself packs every 1,000 samples apart).
/// Samples without tokens are left out. A row_length below 1 is a UserError.
std::vector<PackedRow> pack_samples(PackingStrategy strategy, std::span<const int64_t> lengths,
                                    int64_t row_length);

}  // namespace tutti::data
