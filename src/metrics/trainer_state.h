// SPDX-License-Identifier: Apache-2.0
// The history of a training in trainer_state.json, by Tutti or by transformers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "metrics/metrics_line.h"

namespace tutti::metrics {

/// The lines of "log_history". What is not finite, which Python writes as NaN and Infinity although
/// JSON lacks them, is NaN. A text that is no object is a UserError that names it by `where`.
std::vector<MetricsLine> parse_trainer_state(std::string_view text, const std::string& where);

/// The same of a file.
std::vector<MetricsLine> read_trainer_state(const Path& file);

/// A text of JSON by Python: NaN, Infinity and -Infinity outside of strings become null.
std::string without_python_numbers(std::string_view text);

}  // namespace tutti::metrics
