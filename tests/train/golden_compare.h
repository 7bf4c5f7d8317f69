// SPDX-License-Identifier: Apache-2.0
// How far a tensor is from its golden value.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/golden.h"

namespace tutti::test {

/// Parameters of the mini BERT whose gradients are zero in mathematics: in float32 they and their
/// updates are noise.
inline bool is_zero_in_mathematics(const std::string& name) {
  return name.ends_with("key.bias") || name == "bert.encoder.layer.1.output.LayerNorm.bias" ||
         name == "qa_outputs.bias";
}

inline double largest(const std::vector<double>& values) {
  double most = 0;
  for (double value : values) most = std::max(most, std::fabs(value));
  return most;
}

/// Compares a tensor with its golden value, or with its golden touched rows; the error is relative
/// to the tensor's largest value or `floor`.
inline double error_of(const Golden& golden, const std::string& name, const ir::Tensor& found,
                       double floor) {
  const bool rows = !golden.has(name);
  const std::string key = rows ? name + ".touched_rows" : name;
  const auto expected = golden.doubles(key);
  const auto touched = rows ? golden.ints("touched_rows") : std::vector<int64_t>{};
  const int64_t width = found.type().shape.back();
  double error = 0;
  for (size_t i = 0; i < expected.size(); i++) {
    const auto at = static_cast<int64_t>(i);
    const int64_t from = rows ? touched[i / static_cast<size_t>(width)] * width + at % width : at;
    error = std::max(error, std::fabs(found.float_at(from) - expected[i]));
  }
  return error / std::max(largest(expected), floor);
}

inline ir::Tensor scaled(const ir::Tensor& tensor, double factor) {
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.type().count(); i++) values.push_back(tensor.float_at(i) * factor);
  return ir::Tensor::of(tensor.type(), values);
}

}  // namespace tutti::test
