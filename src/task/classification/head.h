// SPDX-License-Identifier: Apache-2.0
// What a text classifier's head is for: that of the model, or what the files to train on need.
#pragma once

#include "task/classification/dataset.h"

namespace tutti::task::classification {

/// How the names of transformers' classes end.
constexpr std::string_view kHead = "ForSequenceClassification";

struct HeadArguments : ColumnArguments {
  std::string problem_type = {};   // empty: what the model or the files have
  std::string class_weights = {};  // "balanced", or a number for each class
};

/// The classes of rows.
LabelNames labels_of(const std::vector<Example>& examples, Problem problem);

/// A head that cannot be what the arguments and files want is a UserError.
Head find_head(const Opening& opening, const HeadArguments& arguments);

/// The metrics of a file's predictions for those rows; `where` names it in errors.
Evaluation score_predictions(const nlohmann::json& predicted, const std::vector<Example>& examples,
                             Problem problem, const std::string& where);

}  // namespace tutti::task::classification
