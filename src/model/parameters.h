// SPDX-License-Identifier: Apache-2.0
// The parameters of a model: their names as in Hugging Face's files, shapes, initial values, and
// how the optimizer treats them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/blocks.h"
#include "ir/builder.h"

namespace tutti::model {

struct Parameter {
  /// uniform: even numbers around 0. The others are made of the parameter `source`: its values, or
  /// the Euclidean norms of its rows or columns.
  enum class Initial { normal, zeros, ones, uniform, copy, norms_of_rows, norms_of_columns };

  std::string name;  // "encoder.layer.0.attention.self.query.weight"
  ir::Shape shape;
  Initial initial = Initial::normal;
  double deviation = 0.02;  // standard deviation of initial values that are normal or uniform
  /// Whether AdamW's weight decay applies. As in Hugging Face's Trainer, biases and norms have
  /// none.
  bool decays = true;
  /// A parameter that is not trainable has no gradient and no moments, and no step changes it.
  bool trainable = true;
  /// What a program keeps it as, where that is not the type of the others.
  std::optional<ir::ElementType> kept_as = {};
  /// The blocks that a program is given instead of such elements, if it is: those of its file. Only
  /// of a matrix that is not trainable.
  std::optional<blocks::BlockType> blocks = {};
  /// Other names that files may have for it, the preferred one first.
  std::vector<std::string> aliases = {};
  /// Names under which files may have it once more, as they do a head that is the embedding. Such a
  /// copy must be equal to it.
  std::vector<std::string> copies = {};
  /// The part of a head that is learned from scratch for a task, e.g. "classifier"; empty for what
  /// is not part of a head. A pretrained model's files may lack such a part as a whole.
  std::string head = {};
  /// Its name in an adapter's file (adapter_modules.h), which then has its value; empty for what is
  /// in the model's files alone.
  std::string in_adapter = {};
  /// Names under which an adapter's file may have it once more, equal to that.
  std::vector<std::string> adapter_copies = {};
  std::string source = {};  // the name of the parameter that its initial values are made of
};

/// The values of parameters in a function that is being built, by name.
class ParameterValues {
 public:
  void set(std::string name, ir::Value value) { values_[std::move(name)] = value; }
  /// Throws an InternalError if there is no such parameter.
  ir::Value operator[](std::string_view name) const;

 private:
  std::map<std::string, ir::Value, std::less<>> values_;
};

/// The arrays of a batch that a model of token sequences reads; all are i32 [rows, length]. See
/// "Rows" in docs/architecture/models_and_tasks.md.
struct TokenValues {
  ir::Value ids = nullptr;
  ir::Value segment = nullptr;   // s: in segment s; -s: in s, but not attended to; 0: in none
  ir::Value position = nullptr;  // within the segment
  ir::Value type = nullptr;
  ir::Value sample = nullptr;  // index of the feature in the data set, for its dropout masks
};

struct KeyValueCache;

/// How to build a forward function.
struct ForwardOptions {
  ir::ElementType element = ir::ElementType::f32;
  int64_t max_segment = 384;        // tokens of the longest segment that a batch may have
  ir::Value dropout_key = nullptr;  // ui32 [2]; null means no dropout
  /// Where a model adds losses of its own, such as how unevenly experts are used: each a scalar, a
  /// mean over the batch's tokens. Null if nobody learns.
  std::vector<ir::Value>* own_losses = nullptr;
  /// Of a function that continues rows (model/blocks/cached_attention.h): what is known of their
  /// earlier tokens. Null: tokens see those that are given alone, within their segments.
  KeyValueCache* cache = nullptr;
};

}  // namespace tutti::model
