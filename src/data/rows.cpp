// SPDX-License-Identifier: Apache-2.0
#include "data/rows.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "base/checked.h"
#include "base/rounding.h"

namespace tutti::data {
namespace {

RowPlan plan_packed_row(std::span<const int32_t> lengths, int64_t multiple) {
  RowPlan plan;
  int64_t used = 0;
  for (int32_t length : lengths) {
    plan.placements.push_back({0, used});
    used += length;
  }
  plan.rows = 1;
  plan.length = std::max<int64_t>(1, divide_up(used, multiple)) * multiple;
  return plan;
}

RowPlan plan_padded(std::span<const int32_t> lengths, int64_t capacity, int64_t row_length) {
  RowPlan plan{capacity, row_length, {}};
  for (size_t i = 0; i < lengths.size(); i++)
    plan.placements.push_back({static_cast<int64_t>(i), 0});
  return plan;
}

/// The smallest allowed count that is not below `rows`.
int64_t allowed_row_count(int64_t rows, const std::vector<int64_t>& counts) {
  if (counts.empty()) return std::max<int64_t>(1, rows);
  for (int64_t count : counts)
    if (count >= rows) return count;
  user_error("rows of a batch: {} are needed, at most {} are allowed; allow more row counts", rows,
             counts.back());
}

/// Best fit decreasing: the longest first, each into the fullest row that still has room.
RowPlan plan_fixed_rows(std::span<const int32_t> lengths, const Layout& layout) {
  std::vector<size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lengths[a] > lengths[b]; });

  RowPlan plan{0, layout.length, std::vector<Placement>(lengths.size())};
  std::set<std::pair<int64_t, int64_t>> rooms;  // (free tokens, row)
  int64_t rows = 0;
  for (size_t i : order) {
    auto room = rooms.lower_bound({lengths[i], 0});
    if (room == rooms.end()) {
      room = rooms.insert({layout.length, rows}).first;
      rows++;
    }
    const auto [free, row] = *room;
    rooms.erase(room);
    rooms.insert({free - lengths[i], row});
    plan.placements[i] = {row, layout.length - free};
  }
  plan.rows = allowed_row_count(rows, layout.row_counts);
  return plan;
}

void check_layout(std::span<const int32_t> lengths, int64_t capacity, const Layout& layout) {
  check(capacity >= static_cast<int64_t>(lengths.size()), "{} features, room for {}",
        lengths.size(), capacity);
  if (layout.length < 1) user_error("row length {}: expected at least 1", layout.length);
  if (layout.kind == Layout::Kind::packed_row) return;
  for (int32_t length : lengths)
    if (length > layout.length)
      user_error("a feature of {} tokens does not fit a row of {}: use longer rows", length,
                 layout.length);
}

/// The lists of token_arrays() in a batch.
struct Tokens {
  explicit Tokens(Batch& batch)
      : ids(batch.integers("ids")),
        segment(batch.integers("segment")),
        position(batch.integers("position")),
        type(batch.integers("type")),
        sample(batch.integers("sample")) {}

  std::vector<int32_t>&ids, &segment, &position, &type, &sample;
};

/// Writes the segments of a feature, whose first token is at `begin`. The first one gets the number
/// after `last`, the number of the last one before it in the row; gives that of the feature's last.
int32_t write_segments(Tokens& tokens, size_t begin, std::span<const Segment> segments,
                       int32_t last) {
  for (const Segment& segment : segments) {
    last++;
    for (int32_t t = 0; t < segment.length; t++, begin++) {
      tokens.segment[begin] = last;
      tokens.position[begin] = t;
      tokens.sample[begin] = segment.sample;
    }
  }
  return last;
}

/// Padding as Hugging Face treats it: positions go on, token type 0, the mask hides it as a key. It
/// belongs to the row's last segment.
void pad_row(Tokens& tokens, size_t from, size_t row_begin, size_t row_end) {
  const bool follows = from > row_begin;
  const int32_t segment = follows ? tokens.segment[from - 1] : 1,
                sample = follows ? tokens.sample[from - 1] : 0;
  int32_t position = follows ? tokens.position[from - 1] : -1;
  for (size_t i = from; i < row_end; i++) {
    tokens.segment[i] = -segment;
    tokens.position[i] = ++position;
    tokens.sample[i] = sample;
  }
}

/// The features in the order of their places.
std::vector<size_t> in_place_order(const RowPlan& plan) {
  std::vector<size_t> order(plan.placements.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const Placement &first = plan.placements[a], &second = plan.placements[b];
    return std::pair(first.row, first.begin) < std::pair(second.row, second.begin);
  });
  return order;
}

Batch empty_batch(const RowPlan& plan, int64_t capacity, const FeatureSource& source) {
  const auto tokens = checked_multiply(plan.rows, plan.length, "tokens of a batch");
  checked_cast<int32_t>(tokens, "tokens of a batch");
  Batch batch{.rows = plan.rows, .length = plan.length, .features = capacity};
  for (const auto& specs : {token_arrays(), source.labels()})
    for (const ArraySpec& spec : specs) batch.add(spec);
  batch.integers("ids").assign(static_cast<size_t>(tokens), source.padding_id());
  return batch;
}

}  // namespace

std::vector<int64_t> default_row_counts(int64_t features) {
  std::vector<int64_t> counts = {(features + 1) / 2, (3 * features + 3) / 4, features};
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

RowPlan plan_rows(std::span<const int32_t> lengths, int64_t capacity, const Layout& layout) {
  check_layout(lengths, capacity, layout);
  switch (layout.kind) {
    case Layout::Kind::packed_row:
      return plan_packed_row(lengths, layout.length);
    case Layout::Kind::fixed_rows:
      return plan_fixed_rows(lengths, layout);
    case Layout::Kind::padded:
      return plan_padded(lengths, capacity, layout.length);
  }
  throw InternalError("unknown layout");
}

Batch make_batch(const FeatureSource& source, std::span<const int64_t> indices, int64_t capacity,
                 const Layout& layout) {
  std::vector<int32_t> lengths;
  for (int64_t index : indices) lengths.push_back(source.length(index));
  const RowPlan plan = plan_rows(lengths, capacity, layout);
  Batch batch = empty_batch(plan, capacity, source);
  batch.real = static_cast<int64_t>(indices.size());
  batch.begin.resize(indices.size());
  Tokens tokens(batch);
  int64_t row = -1;
  int32_t last_segment = 0;
  for (const size_t i : in_place_order(plan)) {
    const Placement& place = plan.placements[i];
    const auto row_begin = static_cast<size_t>(place.row * plan.length);
    const size_t begin = row_begin + static_cast<size_t>(place.begin);
    const auto length = static_cast<size_t>(lengths[i]);
    if (std::exchange(row, place.row) != place.row) last_segment = 0;
    source.write(indices[i], std::span(tokens.ids).subspan(begin, length),
                 std::span(tokens.type).subspan(begin, length));
    last_segment = write_segments(tokens, begin, source.segments(indices[i]), last_segment);
    if (layout.kind == Layout::Kind::padded)
      pad_row(tokens, begin + length, row_begin, row_begin + static_cast<size_t>(plan.length));
    source.write_labels(indices[i], {i, begin}, batch);
    batch.begin[i] = static_cast<int64_t>(begin);
  }
  return batch;
}

}  // namespace tutti::data
