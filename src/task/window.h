// SPDX-License-Identifier: Apache-2.0
// Windows of attention are not implemented: texts that are no longer than a model's window are
// computed as it means them, and longer ones are refused.
#pragma once

#include "data/batch.h"
#include "model/model.h"

namespace tutti::task {

/// Throws a UserError where a text among the features is longer than the model's window.
void expect_within_window(const data::FeatureSource& features, const model::Model& model);
/// The same for texts of up to so many tokens, before there are any.
void expect_within_window(int64_t tokens, const model::Model& model);

}  // namespace tutti::task
