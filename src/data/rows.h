// SPDX-License-Identifier: Apache-2.0
// Places features in rows and fills the arrays of a batch. The result depends on arguments only.
#pragma once

#include "data/batch.h"

namespace tutti::data {

/// How features become rows.
struct Layout {
  enum class Kind {
    packed_row,  // one row of all tokens, rounded up to a multiple of `length`
    fixed_rows,  // rows of `length` tokens, best fit decreasing
    padded,      // a row of `length` tokens for each feature, padded as in Hugging Face
  };
  Kind kind = Kind::packed_row;
  int64_t length = 128;
  std::vector<int64_t> row_counts = {};  // of fixed_rows: the allowed counts, ascending; empty: any
};

/// At most three row counts for batches of `features`: a half, three quarters, all.
std::vector<int64_t> default_row_counts(int64_t features);

struct Placement {
  int64_t row = 0;
  int64_t begin = 0;    // offset in the row
  int32_t segment = 0;  // from 1, in order of `begin`
};

struct RowPlan {
  int64_t rows = 0;
  int64_t length = 0;
  std::vector<Placement> placements;  // by feature of the batch
};

/// Places features of the given numbers of tokens. `capacity` >= lengths.size() is the batch's
/// nominal number of features. A feature that is longer than a row is a UserError.
RowPlan plan_rows(std::span<const int32_t> lengths, int64_t capacity, const Layout& layout);

/// The batch of the features `indices` of the source, with room for `capacity`.
Batch make_batch(const FeatureSource& source, std::span<const int64_t> indices, int64_t capacity,
                 const Layout& layout);

}  // namespace tutti::data
