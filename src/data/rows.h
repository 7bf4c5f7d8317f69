// SPDX-License-Identifier: Apache-2.0
// Lays features out in the rows of a batch and fills its arrays. The results depend on the
// arguments alone.
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
  // For fixed_rows: the numbers of rows that a batch may have, ascending; empty: any.
  std::vector<int64_t> row_counts = {};
};

/// The numbers of rows for batches of `features` features: half as many, three quarters, as many.
/// Each number means another program to compile, so there are no more than three.
std::vector<int64_t> default_row_counts(int64_t features);

struct Placement {
  int64_t row = 0;
  int64_t begin = 0;  // offset in the row
};

struct RowPlan {
  int64_t rows = 0;
  int64_t length = 0;
  std::vector<Placement> placements;  // by feature of the batch
};

/// Places features of these lengths, in tokens, in rows. `capacity`, which is at least
/// lengths.size(), is the number of features that a full batch has. A feature that is longer than a
/// row is a UserError.
RowPlan plan_rows(std::span<const int32_t> lengths, int64_t capacity, const Layout& layout);

/// The batch of some of a source's features, with room for `capacity` features.
Batch make_batch(const FeatureSource& source, std::span<const int64_t> indices, int64_t capacity,
                 const Layout& layout);

}  // namespace tutti::data
