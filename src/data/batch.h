// SPDX-License-Identifier: Apache-2.0
// A batch of features as a step program takes it, and the interface of the data sets it is made
// from. The data set is a task's own; it knows the features' tokens and fills in their labels.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::data {

/// Whether an array of a batch has a number for each token, [rows, length], or for each feature,
/// [features].
enum class Extent { token, feature };

struct ArraySpec {
  std::string name;
  Extent extent = Extent::token;
  bool is_real = false;  // float32 instead of int32
};

/// The elements of an array, row-major, in the list that `spec.is_real` says.
struct Array {
  ArraySpec spec;
  std::vector<int32_t> integers = {};
  std::vector<float> reals = {};
};

struct Batch {
  int64_t rows = 0;
  int64_t length = 0;    // tokens of a row
  int64_t features = 0;  // features that there is room for
  int64_t real = 0;      // features that are in it; the labels of the other places are 0

  std::vector<Array> arrays = {};
  std::vector<int64_t> begin = {};  // [real]: flat index of the first token of each feature

  /// Adds an array of zeros, whose size follows from its extent.
  void add(ArraySpec spec);
  /// The array of that name, which must be there.
  const Array& operator[](std::string_view name) const;
  std::vector<int32_t>& integers(std::string_view name);
  const std::vector<int32_t>& integers(std::string_view name) const;
  std::vector<float>& reals(std::string_view name);
  const std::vector<float>& reals(std::string_view name) const;
};

/// The arrays that every batch has, all with a number for each token.
///   ids       the token
///   segment   which sequence of its row a token belongs to. s >= 1: it is a token of sequence s.
///             -s: it is padding of sequence s, as Hugging Face treats it: it attends, and answers
///             may lie in it, but no token attends to it. 0: it is filler of the row.
///   position  the token's position in its sequence, from 0
///   type      the token type
///   sample    the number of its sequence in the data set
std::vector<ArraySpec> token_arrays();

/// The place of a feature in a batch.
struct Slot {
  size_t feature = 0;  // index into the arrays of extent `feature`
  size_t begin = 0;    // index of its first token into the arrays of extent `token`
};

/// A part of a feature whose tokens see one another and no others, and whose positions begin at 0.
struct Segment {
  int32_t length = 0;  // tokens
  int32_t sample = 0;  // a number that no other segment of the data set has
};

/// A data set of features (token sequences), by index. Several threads may read it concurrently.
class FeatureSource {
 public:
  virtual ~FeatureSource() = default;
  virtual int64_t size() const = 0;
  /// The number of tokens of a feature, with special tokens and without padding.
  virtual int32_t length(int64_t feature) const = 0;
  /// The segments of a feature, which together have its length: the whole feature, unless features
  /// are rows that several sequences share.
  virtual std::vector<Segment> segments(int64_t feature) const;
  /// How many tokens of a feature the loss may be of: all, unless the task knows better.
  virtual int32_t counted_tokens(int64_t feature) const { return length(feature); }
  /// Writes length(feature) token ids and token types.
  virtual void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const = 0;
  virtual int32_t padding_id() const = 0;
  /// The arrays that the task's loss reads besides token_arrays().
  virtual std::vector<ArraySpec> labels() const = 0;
  /// Writes the numbers of a feature into those arrays.
  virtual void write_labels(int64_t feature, const Slot& slot, Batch& batch) const = 0;
  /// The data set as a training takes it in an epoch, with features of the same lengths, if it
  /// is another one in each; null otherwise. It depends on the seed and the epoch alone.
  virtual std::unique_ptr<FeatureSource> in_epoch(uint64_t, uint32_t) const { return nullptr; }
};

}  // namespace tutti::data
