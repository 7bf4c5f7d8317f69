// SPDX-License-Identifier: Apache-2.0
#include "task/window.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti::task {
namespace {

using test::expect_contains;
using test::failure_of;

using Lengths = std::vector<std::vector<int32_t>>;

/// Rows of several texts each, of these lengths.
class Rows final : public data::FeatureSource {
 public:
  explicit Rows(Lengths rows) : rows_(std::move(rows)) {}
  int64_t size() const override { return static_cast<int64_t>(rows_.size()); }
  int32_t length(int64_t row) const override {
    int32_t all = 0;
    for (const data::Segment& segment : segments(row)) all += segment.length;
    return all;
  }
  std::vector<data::Segment> segments(int64_t row) const override {
    std::vector<data::Segment> found;
    for (const int32_t length : rows_[static_cast<size_t>(row)]) found.push_back({length, 0});
    return found;
  }
  void write(int64_t, std::span<int32_t>, std::span<int32_t>) const override {}
  int32_t padding_id() const override { return 0; }
  std::vector<data::ArraySpec> labels() const override { return {}; }
  void write_labels(int64_t, const data::Slot&, data::Batch&) const override {}

 private:
  Lengths rows_;
};

TEST(Window, TextsOfARowMayBeAsLongAsItEach) {
  model::Model model;
  expect_within_window(Rows(Lengths{{900, 3}}), model);
  model.window = 8;
  expect_within_window(Rows(Lengths{{8, 8}, {3}, {8}}), model);
  expect_within_window(8, model);
}

TEST(Window, ALongerTextIsRefused) {
  model::Model model;
  model.window = 8;
  const auto failure = failure_of([&] {
    expect_within_window(Rows(Lengths{{8, 9}, {3}, {20}}), model);
  });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "sliding_window: the model attends to 8 tokens");
  expect_contains(failure.message, "2 of 4 texts are longer, up to 20 tokens");
  expect_contains(failure.message, "Give --max_seq_length 8");
  const auto rows = failure_of([&] { expect_within_window(9, model); });
  expect_contains(rows.message, "rows of 9 tokens are longer");
}

}  // namespace
}  // namespace tutti::task
