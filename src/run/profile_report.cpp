// SPDX-License-Identifier: Apache-2.0
#include "run/profile_report.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace tutti::run {

MachineLimits machine_limits(backend::Backend& backend, const task::Objective& objective,
                             int64_t tokens, const step::StepOptions& options, int threads,
                             Seconds seconds) {
  const ProductRates rates = product_rates(backend, objective, tokens, options, threads, seconds);
  return {rates.best, memory_rate(backend, seconds), rates.source()};
}

void expect_profile_folder(const std::string& file) {
  const Path folder = Path(file).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    user_error("--profile {}: there is no folder {}", escaped(file), escaped(folder.string()));
}

std::string profile_table(const std::vector<backend::Profile::Kind>& kinds, int64_t steps,
                          const MachineLimits& limits) {
  const bool are_known = limits.products > 0 && limits.memory > 0;
  double total = 0;
  for (const backend::Profile::Kind& kind : kinds) total += kind.seconds;
  std::string table = fmt::format("{:<36}{:>8}{:>12}{:>8}{:>10}{:>8}{:>10}\n", "op", "runs",
                                  "ms a step", "share", "GFLOP/s", "GB/s", "of limit");
  for (const backend::Profile::Kind& kind : kinds) {
    const double flops = kind.flops / kind.seconds, bytes = kind.bytes / kind.seconds;
    const double share = std::max(flops / limits.products, bytes / limits.memory);
    table +=
        fmt::format("{:<36}{:>8}{:>12.3f}{:>6.1f} %{:>10}{:>8.1f}{:>10}\n", kind.op, kind.runs,
                    1e3 * kind.seconds / static_cast<double>(steps), 100 * kind.seconds / total,
                    kind.flops > 0 ? fmt::format("{:.1f}", flops / 1e9) : "", bytes / 1e9,
                    are_known ? fmt::format("{:.0f} %", 100 * share) : "");
  }
  if (!are_known) return table;
  return table + fmt::format(
                     "limits: {:.1f} GFLOP/s of matrix products, each by the faster of {}; {:.1f} "
                     "GB/s of memory\n",
                     limits.products / 1e9, limits.source, limits.memory / 1e9);
}

nlohmann::ordered_json profile_json(const std::vector<backend::Profile::Kind>& kinds, int64_t steps,
                                    const MachineLimits& limits) {
  nlohmann::ordered_json ops = nlohmann::ordered_json::array();
  for (const backend::Profile::Kind& kind : kinds)
    ops.push_back({{"op", kind.op},
                   {"runs", kind.runs},
                   {"seconds", kind.seconds},
                   {"flops", kind.flops},
                   {"bytes", kind.bytes}});
  return {{"steps", steps},
          {"flops_per_second_limit", limits.products},
          {"products_by", limits.source},
          {"bytes_per_second_limit", limits.memory},
          {"ops", ops}};
}

std::string write_profile(const backend::Profile& profile, const Path& file, int64_t steps,
                          const MachineLimits& limits) {
  write_file_atomically(file, profile.chrome_trace());
  return profile_table(profile.kinds(), std::max<int64_t>(1, steps), limits);
}

}  // namespace tutti::run
