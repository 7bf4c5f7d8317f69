// SPDX-License-Identifier: Apache-2.0
// A model with its adapter merged into its weights, as a list of tensors that any writer of models
// takes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/adapter_config.h"
#include "model/weights.h"
#include "task/objective.h"

namespace tutti::train {

/// A tensor of a model, computed on request.
struct MergedTensor {
  std::string name;  // as Hugging Face's files have it
  ir::Shape shape;
  size_t parameter = 0;                            // of the weights: the base model's
  bool changed = false;                            // it is not the base model's
  std::function<ir::Tensor()> read_base;           // float32
  std::function<std::vector<double>()> read = {};  // row-major
};

struct MergedModel {
  std::vector<MergedTensor> tensors;
  /// The output head was the embedding's matrix and is so no longer: the list has an
  /// lm_head.weight, and config.json has to say so.
  bool unties_head = false;
};

/// The merged model of `base` with the adapter of `config`. `weights` are those of the objective
/// with that adapter; all must outlive the result.
MergedModel merged_model(const task::Objective& base, const model::AdapterConfig& config,
                         const model::Weights& weights);

}  // namespace tutti::train
