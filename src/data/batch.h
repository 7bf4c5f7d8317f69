// SPDX-License-Identifier: Apache-2.0
// A batch as every backend takes it, and the seam a task's data set offers to make one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tutti::data {

/// Answer positions, counted from the feature's first token.
struct Label {
  int32_t start = 0;
  int32_t end = 0;
};

/// A data set of features (token sequences), random access and safe to read from many threads.
class FeatureSource {
 public:
  virtual ~FeatureSource() = default;
  virtual int64_t size() const = 0;
  /// Tokens of a feature, special tokens included, padding not.
  virtual int32_t length(int64_t feature) const = 0;
  /// Writes length(feature) token ids and token types.
  virtual void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const = 0;
  virtual Label label(int64_t feature) const = 0;
  virtual int32_t padding_id() const = 0;
};

/// Arrays are row-major. `segment`: s >= 1 is a real token of segment s, numbered per row; -s
/// belongs to segment s as a query and as an answer candidate and is never attended to (padding as
/// Hugging Face treats it); 0 is filler and belongs to nothing.
struct Batch {
  int64_t rows = 0;
  int64_t length = 0;    // tokens of a row
  int64_t features = 0;  // features there is room for
  int64_t real = 0;      // features that are there; the others have weight 0

  std::vector<int32_t> ids, segment, position, type;  // [rows, length]
  std::vector<int32_t> sample;                        // [rows, length]: index in the data set
  std::vector<int32_t> start, end;                    // [features]: row * length + offset
  std::vector<float> weight;                          // [features]
  std::vector<int64_t> begin;  // [real]: flat index of the first token of each feature
};

}  // namespace tutti::data
