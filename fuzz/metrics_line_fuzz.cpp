// SPDX-License-Identifier: Apache-2.0
// Any bytes are a line of metrics.jsonl, or a UserError; what the fast reader reads is what the
// parser reads.
#include <algorithm>

#include "base/error.h"
#include "metrics/metrics_line.h"
#include "serve/fast_line.h"

namespace {

std::vector<std::pair<std::string, double>> sorted(tutti::metrics::MetricsLine line) {
  std::sort(line.values.begin(), line.values.end());
  return line.values;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto fast = tutti::serve::fast_metrics_line(text);
  try {
    const auto line = tutti::metrics::parse_metrics_line(text, "fuzz");
    if (!fast) return 0;
    if (fast->phase != line.phase || fast->step != line.step || sorted(*fast) != sorted(line))
      __builtin_trap();
  } catch (const tutti::UserError&) {
    if (fast) __builtin_trap();
  }
  return 0;
}
