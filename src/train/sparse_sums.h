// SPDX-License-Identifier: Apache-2.0
// What processes send of the sums of a step. Of the gradient of an embedding's table only the rows
// of tokens that occur in the step differ from 0. All processes know them from the data before the
// step begins, so the others need not be sent: a sum of +0 is +0.
#pragma once

#include "comm/tree.h"
#include "data/loader.h"
#include "step/buckets.h"
#include "train/programs.h"

namespace tutti::train {

/// The bytes of buckets, for sums of so many bytes: each process owns a part of one that is worth a
/// message of its own, and there are not more messages of a step than every engine can distinguish.
int64_t suitable_bucket(int64_t processes, int64_t sum_bytes);

class SparseSums {
 public:
  /// Finds the tables in the step's gradients. The programs must outlive it.
  explicit SparseSums(const Programs& programs);

  /// Cuts the sums into the buckets of step/buckets.h.
  void cut(int64_t bucket_bytes);
  /// The same, into those that suit so many processes.
  void cut_for(int64_t processes);
  /// Finds the rows of a step, over all of its micro-batches.
  void begin(data::Loader& loader, int64_t step, int64_t micro_batches);
  /// The elements of the sums that can differ from 0, in the order of the layout: where each bucket
  /// is among them.
  std::vector<comm::Slice> buckets() const;
  /// The bucket of a sum, and how many sums each bucket has.
  size_t bucket_of(size_t sum) const { return parts_[sum].bucket; }
  std::vector<size_t> sums_of_buckets() const;
  /// Writes one sum to its place among the elements. It is terms[n - 1] + (... + (terms[1] +
  /// terms[0])), of buffers on the first device of a backend.
  void pack(backend::Backend& backend, size_t sum, std::span<const backend::Buffer> terms,
            std::span<float> elements) const;
  /// The sums with these elements, on the first device of `programs`: in memory of its
  /// take_sums(), where the host can write there.
  DeviceBuffers unpack(Programs& programs, std::span<const float> elements) const;

 private:
  /// A sum of which all is sent, or a table of which some rows are.
  struct Part {
    ir::Type type;
    std::optional<size_t> array;  // of the batch, whose numbers are the rows; none: all is sent
    size_t bucket = 0;
    std::vector<int64_t> rows = {};  // of this step, ascending
    int64_t first = 0;               // where it is among the elements of this step

    int64_t row_size() const { return type.dim(1); }
    int64_t count() const;
  };
  void place();
  /// Writes a whole sum, in the type of its part.
  void unpack_part(const Part& part, std::span<const float> elements, std::byte* to) const;

  const Programs& programs_;
  std::vector<step::Bucket> buckets_;
  std::vector<Part> parts_;  // in the order of the layout's sums
};

}  // namespace tutti::train
