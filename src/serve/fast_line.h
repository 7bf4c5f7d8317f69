// SPDX-License-Identifier: Apache-2.0
// A line of metrics.jsonl as trainings write it, read at the speed of the file: a newly opened page
// shows a million steps after a second.
#pragma once

#include <optional>
#include <string_view>

#include "metrics/metrics_line.h"

namespace tutti::serve {

/// The result of metrics::parse_metrics_line, with the values in the order of the text. Empty if
/// the line has blanks, escapes, null, or a name with other characters than ASCII letters, digits
/// and "_/.-", or is invalid: such a line is for that function.
std::optional<metrics::MetricsLine> fast_metrics_line(std::string_view text);

/// Parses any line of metrics.jsonl. An invalid one is a UserError with the file and `number`.
metrics::MetricsLine metrics_line(std::string_view text, int64_t number);

}  // namespace tutti::serve
