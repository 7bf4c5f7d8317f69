// SPDX-License-Identifier: Apache-2.0
// A line of metrics.jsonl as trainings write it, read at the speed of the file: a page that is
// opened shows a million steps after a second.
#pragma once

#include <optional>
#include <string_view>

#include "metrics/metrics_line.h"

namespace tutti::serve {

/// What metrics::parse_metrics_line gives, with the values in the order of the text. Empty where a
/// line has blanks, escapes, a name of other than ASCII letters, digits and "_/.-", null, or is not
/// valid: such a line is left to that function.
std::optional<metrics::MetricsLine> fast_metrics_line(std::string_view text);

/// Any line of metrics.jsonl. One that is not valid is a UserError that names the file and
/// `number`.
metrics::MetricsLine metrics_line(std::string_view text, int64_t number);

}  // namespace tutti::serve
