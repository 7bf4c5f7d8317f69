// SPDX-License-Identifier: Apache-2.0
// Summarizes repeated timings.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace tutti::report {

/// mean_ms, std_ms (of the sample), min_ms, max_ms, p50_ms, p95_ms and p99_ms (interpolated
/// linearly), throughput_qps and iterations, for at least one timing.
nlohmann::ordered_json latency(std::vector<double> milliseconds);

}  // namespace tutti::report
