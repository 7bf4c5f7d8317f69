// SPDX-License-Identifier: Apache-2.0
// The subject of a validation: a model with one feature, or a program as it is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/process/global_options.h"
#include "app/validate/validate_arguments.h"
#include "backend/backend.h"
#include "ir/tensor.h"
#include "run/opened_model.h"
#include "task/task.h"
#include "validate/consistency.h"
#include "validate/program.h"

namespace tutti::app {

/// A model with its one feature, or a program as it is.
struct ValidationSubject {
  std::unique_ptr<run::OpenedModel> model;  // null for a program's text
  std::vector<ir::Tensor> weights;
  std::unique_ptr<task::Dataset> data;
  int64_t length = 0;
  validate::CheckedProgram program;
  std::vector<ir::Tensor> expected;  // empty until the reference has run
  std::string reference;
};

ValidationSubject read_subject(const GlobalOptions& global, const ValidateArguments& arguments);

/// inference_benchmark.json: answers, and the time of a one-feature query.
nlohmann::ordered_json inference_of(backend::Backend& backend, const ValidationSubject& subject,
                                    const ValidateArguments& arguments,
                                    const validate::FeatureInput& input);

}  // namespace tutti::app
