// SPDX-License-Identifier: Apache-2.0
// What a step program trains: a task's model and loss as functions that build IR.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "model/parameters.h"

namespace tutti::task {

/// Sizes of a batch: its arrays are [rows, length] or [features].
struct BatchShape {
  int64_t rows = 0;
  int64_t length = 0;
  int64_t features = 0;
};

struct BatchField {
  std::string name;
  ir::Type type;
};

using BatchValues = std::map<std::string, ir::Value, std::less<>>;

/// The weighted sum of the features' losses, and the sum of their weights; scalars.
struct Loss {
  ir::Value sum;
  ir::Value weight;
};

struct Objective {
  std::vector<model::Parameter> parameters;
  /// The arrays of a batch, in the order of a program's arguments.
  std::function<std::vector<BatchField>(const BatchShape&, ir::ElementType)> batch;
  /// What a user of the trained model reads, e.g. start and end logits [rows, length].
  std::function<std::vector<ir::Value>(ir::Builder&, const model::ParameterValues&,
                                       const BatchValues&, const model::ForwardOptions&)>
      outputs;
  std::function<Loss(ir::Builder&, const std::vector<ir::Value>& outputs, const BatchValues&)> loss;
};

}  // namespace tutti::task
