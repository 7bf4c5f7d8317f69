// SPDX-License-Identifier: Apache-2.0
// What processes send of the sums of a step. Of the gradient of an embedding's table only the rows
// of tokens that occur in the step differ from 0. All processes know them from the data before the
// step begins, so the others need not be sent: a sum of +0 is +0.
#pragma once

#include "data/loader.h"
#include "train/programs.h"

namespace tutti::train {

class SparseSums {
 public:
  /// Finds the tables in the step's gradients. The programs must outlive it.
  explicit SparseSums(const Programs& programs);

  /// Finds the rows of a step, over all of its micro-batches.
  void begin(data::Loader& loader, int64_t step, int64_t micro_batches);
  /// How many elements of the sums can differ from 0.
  int64_t count() const;
  /// These elements of sums that are on the first device of a backend, in the order of the layout.
  void pack(backend::Backend& backend, const std::vector<backend::Buffer>& sums,
            std::span<float> to) const;
  /// The sums with these elements, on the first device of a backend.
  std::vector<backend::Buffer> unpack(backend::Backend& backend, std::span<const float> from) const;

 private:
  /// A sum of which all is sent, or a table of which some rows are.
  struct Part {
    ir::Type type;
    std::optional<size_t> array;     // of the batch, whose numbers are the rows; none: all is sent
    std::vector<int64_t> rows = {};  // of this step, ascending

    int64_t row_size() const { return type.dim(1); }
    int64_t count() const;
  };

  const task::Objective& objective_;
  std::vector<Part> parts_;  // in the order of the layout's sums
};

}  // namespace tutti::train
