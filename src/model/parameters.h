// SPDX-License-Identifier: Apache-2.0
// What a model has to learn: names as in Hugging Face's files, shapes, first values, and how the
// optimizer treats each.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/builder.h"

namespace tutti::model {

struct Parameter {
  enum class Initial { normal, zeros, ones };

  std::string name;  // "encoder.layer.0.attention.self.query.weight"
  ir::Shape shape;
  Initial initial = Initial::normal;
  double deviation = 0.02;  // of a normal initial value
  /// Whether AdamW's weight decay applies; Hugging Face's Trainer spares biases and norms.
  bool decays = true;
  /// A parameter that is not trainable has no gradient and no moments, and no step changes it.
  bool trainable = true;
  /// Other names under which files keep it, the preferred one first.
  std::vector<std::string> aliases = {};
  /// The part of a head that is learned anew for a task, e.g. "classifier"; empty for what is not
  /// part of a head. A pretrained model's files may lack such a part as a whole.
  std::string head = {};
};

/// The values of parameters inside a function that uses them, by name.
class ParameterValues {
 public:
  void set(std::string name, ir::Value value) { values_[std::move(name)] = value; }
  /// Throws InternalError where there is none.
  ir::Value operator[](std::string_view name) const;

 private:
  std::map<std::string, ir::Value, std::less<>> values_;
};

/// What a batch of token sequences brings to a model; all i32 [rows, length]. See
/// docs/architecture.md, "Rows".
struct TokenValues {
  ir::Value ids = nullptr;
  ir::Value segment = nullptr;   // s: of segment s; -s: of s, but never attended to; 0: filler
  ir::Value position = nullptr;  // within the segment
  ir::Value type = nullptr;
  ir::Value sample = nullptr;  // which feature of the dataset: names its dropout masks
};

/// How a forward function is to be built.
struct ForwardOptions {
  ir::ElementType element = ir::ElementType::f32;
  int64_t max_segment = 384;        // the longest segment a batch may bring
  ir::Value dropout_key = nullptr;  // ui32[2]; null builds the forward function without dropout
};

}  // namespace tutti::model
