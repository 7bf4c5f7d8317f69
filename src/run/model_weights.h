// SPDX-License-Identifier: Apache-2.0
// The weights of a model, read from its files or made.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/files.h"
#include "model/parameters.h"
#include "model/weights.h"
#include "run/opened_model.h"

namespace tutti::run {

/// How values for what a model's files lack are made.
struct FirstValues {
  uint64_t seed = 42;
  bool of_any_tensor = false;  // --allow_missing_tensors; else only of a head to be learned
  bool of_other_head = false;  // --ignore_mismatched_sizes: of one with other classes in the files
  bool of_no_file = false;     // also of a folder without weights: nothing depends on their values
};

/// Those that a command's flags ask for.
FirstValues first_values(const ModelSettings& settings, int64_t seed);

/// The file with the weights of the model's adapter, where it has one.
std::optional<Path> adapter_file(const OpenedModel& model);

/// Reads the weights and says what was missing or not expected. Where more is missing than a new
/// head, a UserError names it. `adapter` is the file with the adapter's, where it has one.
model::Weights read_weights(const OpenedModel& model, const FirstValues& first,
                            const std::optional<Path>& adapter);

/// The same for the parameters, which must live longer than the result, of a model's folder.
model::Weights read_weights(const Path& folder, const std::vector<model::Parameter>& parameters,
                            const FirstValues& first);

/// The same; a folder without any weights gets first values too, with a warning, where any tensor
/// may be missing.
model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first,
                                    const std::optional<Path>& adapter);
/// The same, with the file of the adapter that was opened.
model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first);

}  // namespace tutti::run
