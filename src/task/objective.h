// SPDX-License-Identifier: Apache-2.0
// What a step program trains: a task's model and loss as functions that build IR.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "data/batch.h"
#include "ir/module.h"
#include "model/parameters.h"

namespace tutti::task {

/// Sizes of a batch: its arrays are [rows, length] or [features].
struct BatchShape {
  int64_t rows = 0;
  int64_t length = 0;
  int64_t features = 0;
};

/// The type of a batch's array in a program that computes with `element`.
ir::Type type_of(const data::ArraySpec& array, const BatchShape& shape, ir::ElementType element);

using BatchValues = std::map<std::string, ir::Value, std::less<>>;

/// The arrays that every batch has, as a model takes them.
model::TokenValues tokens_of(const BatchValues& batch);

/// The weighted sum of the features' losses, and the sum of their weights; scalars.
struct Loss {
  ir::Value sum;
  ir::Value weight;
};

/// A model's outputs for the features of a data set, [output][feature]: the entries that belong to
/// the feature, row-major.
using Outputs = std::vector<std::vector<std::vector<float>>>;

struct Objective {
  std::vector<model::Parameter> parameters;
  /// The arrays of a batch that the model or the loss reads, in the order of a program's arguments.
  std::vector<data::ArraySpec> arrays;
  /// What a user of the trained model reads, by name, e.g. start and end logits: reals of shape
  /// [rows, length, ...] or [features, ...], as each one's extent says.
  std::vector<data::ArraySpec> output_arrays;
  /// Emits those outputs, in that order; and after them what only the loss reads.
  std::function<std::vector<ir::Value>(ir::Builder&, const model::ParameterValues&,
                                       const BatchValues&, const model::ForwardOptions&)>
      outputs;
  std::function<Loss(ir::Builder&, const std::vector<ir::Value>& outputs, const BatchValues&)> loss;
  /// The first pass over the functions that these were emitted into, which puts adapters in; empty
  /// for a model without. Parameters that it alone applies are arguments of the functions already.
  std::function<ir::Module(ir::Module)> adapt = {};
};

}  // namespace tutti::task
