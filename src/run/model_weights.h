// SPDX-License-Identifier: Apache-2.0
// The weights of a model, read from its files or initialized.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/files.h"
#include "model/parameters.h"
#include "model/weights.h"
#include "run/opened_model.h"

namespace tutti::run {

/// How to initialize tensors that a model's files lack.
struct FirstValues {
  uint64_t seed = 42;
  bool of_any_tensor = false;  // --allow_missing_tensors; else only of a new head
  bool of_other_head = false;  // --ignore_mismatched_sizes: of a head with other classes
  bool of_no_file = false;     // also without any weights: their values do not matter
};

/// The initialization that a command's flags request.
FirstValues first_values(const ModelSettings& settings, int64_t seed);

/// The file with the weights of the model's adapter, if it has one.
std::optional<Path> adapter_file(const OpenedModel& model);

/// Reads the weights and logs missing and unexpected tensors. Throws a UserError that names the
/// missing tensors if they are more than a new head. `adapter` is the adapter's file, if it has
/// one.
model::Weights read_weights(const OpenedModel& model, const FirstValues& first,
                            const std::optional<Path>& adapter);

/// The same for these parameters, which must outlive the result, of a model's folder.
model::Weights read_weights(const Path& folder, const std::vector<model::Parameter>& parameters,
                            const FirstValues& first);

/// The same; if any tensor may be missing, also initializes a folder without weights, with a
/// warning.
model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first,
                                    const std::optional<Path>& adapter);
/// The same, with the file of the opened adapter.
model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first);

}  // namespace tutti::run
