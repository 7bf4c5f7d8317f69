// SPDX-License-Identifier: Apache-2.0
// The history of a training in trainer_state.json, written by Tutti or transformers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "metrics/metrics_line.h"

namespace tutti::metrics {

/// The lines of "log_history". Non-finite values, which Python writes as NaN and Infinity although
/// JSON lacks them, become NaN. Throws a UserError that begins with `where` if the text is not an
/// object.
std::vector<MetricsLine> parse_trainer_state(std::string_view text, const std::string& where);

/// The same for a file.
std::vector<MetricsLine> read_trainer_state(const Path& file);

/// Python's JSON with NaN, Infinity and -Infinity outside of strings replaced by null.
std::string without_python_numbers(std::string_view text);

}  // namespace tutti::metrics
