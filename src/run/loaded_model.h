// SPDX-License-Identifier: Apache-2.0
// A model with its weights on a backend.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "model/weights.h"
#include "pass/precision.h"
#include "run/context.h"
#include "run/model_weights.h"
#include "run/opened_model.h"
#include "task/objective.h"
#include "train/programs.h"

namespace tutti::run {

/// The model's objective, with an adapter's frozen base weights stored in the products' type.
task::Objective kept_objective(const OpenedModel& model, const model::Weights& weights,
                               pass::Precision precision);
/// The same without reading the weights: their types come from the model's config.json.
task::Objective kept_objective(const OpenedModel& model, pass::Precision precision);

/// A model with its weights on a backend, ready to run @forward.
struct LoadedModel {
  LoadedModel(const OpenedModel& model, const std::string& backend_name,
              const std::string& precision, int64_t max_seq_length, const FirstValues& first,
              const Context& context);

  std::unique_ptr<backend::Backend> backend;
  model::Weights weights;
  task::Objective objective;
  train::Programs programs;
  std::vector<backend::Buffer> parameters;  // from Programs::forward_parameters
};

}  // namespace tutti::run
