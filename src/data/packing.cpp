// SPDX-License-Identifier: Apache-2.0
#include "data/packing.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/text.h"

namespace tutti::data {
namespace {

/// Samples as pieces that each fit into a row.
std::vector<PackedPiece> fitting_pieces(std::span<const int64_t> lengths, int64_t row_length,
                                        bool split) {
  std::vector<PackedPiece> pieces;
  for (size_t i = 0; i < lengths.size(); i++)
    for (int64_t begin = 0; begin < lengths[i]; begin += row_length) {
      pieces.push_back({static_cast<int64_t>(i), begin, std::min(row_length, lengths[i] - begin)});
      if (!split) break;
    }
  return pieces;
}

struct OpenRow {
  size_t row = 0;
  int64_t space = 0;
};

/// Takes the row with the least space that is enough away from the others, if there is one.
std::optional<OpenRow> take_row(std::map<int64_t, std::deque<size_t>>& rows_by_space,
                                int64_t length) {
  const auto found = rows_by_space.lower_bound(length);
  if (found == rows_by_space.end()) return std::nullopt;
  const OpenRow open{found->second.front(), found->first};
  found->second.pop_front();
  if (found->second.empty()) rows_by_space.erase(found);
  return open;
}

/// The longest piece first, each into the row with the least space that is enough. Of rows with the
/// same space the one that came to it first is taken.
std::vector<PackedRow> best_fit_decreasing(std::vector<PackedPiece> pieces, int64_t row_length) {
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const PackedPiece& a, const PackedPiece& b) { return a.length > b.length; });
  std::vector<PackedRow> rows;
  std::map<int64_t, std::deque<size_t>> rows_by_space;
  for (const PackedPiece& piece : pieces) {
    std::optional<OpenRow> open = take_row(rows_by_space, piece.length);
    if (!open) {
      open = {rows.size(), row_length};
      rows.emplace_back();
    }
    rows[open->row].push_back(piece);
    rows_by_space[open->space - piece.length].push_back(open->row);
  }
  return rows;
}

std::vector<PackedRow> wrap(std::span<const int64_t> lengths, int64_t row_length) {
  std::vector<PackedRow> rows;
  int64_t space = 0;
  for (size_t i = 0; i < lengths.size(); i++)
    for (int64_t begin = 0; begin < lengths[i];) {
      if (space == 0) {
        rows.emplace_back();
        space = row_length;
      }
      const int64_t length = std::min(space, lengths[i] - begin);
      rows.back().push_back({static_cast<int64_t>(i), begin, length});
      begin += length;
      space -= length;
    }
  return rows;
}

}  // namespace

PackingStrategy packing_strategy_of(std::string_view name, std::string_view where) {
  if (name == "bfd") return PackingStrategy::bfd;
  if (name == "bfd_split") return PackingStrategy::bfd_split;
  if (name == "wrapped") return PackingStrategy::wrapped;
  user_error("{}: found \"{}\", expected bfd, bfd_split or wrapped", where, escaped(name));
}

std::vector<PackedRow> pack_samples(PackingStrategy strategy, std::span<const int64_t> lengths,
                                    int64_t row_length) {
  if (row_length < 1)
    user_error("packing: found rows of {} tokens, expected at least 1", row_length);
  if (strategy == PackingStrategy::wrapped) return wrap(lengths, row_length);
  const bool split = strategy == PackingStrategy::bfd_split;
  return best_fit_decreasing(fitting_pieces(lengths, row_length, split), row_length);
}

}  // namespace tutti::data
