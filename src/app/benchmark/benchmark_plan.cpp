// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark --plan_world`: predicts a step's time with other numbers of processes.
#include "app/benchmark/benchmark_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "base/text.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

/// A line of the table of worlds.
std::string line_of(const Json& world) {
  const auto number = [&](const char* name) { return world[name].get<double>(); };
  return fmt::format(
      "{:>9} {:>8} {:>11.3f} {:>11.3f} {:>8.1f} % {:>12.2f} {:>11} {:>11} {:>11.3f}{}\n",
      world["processes"].get<int64_t>(), world["micro_batches"].get<int64_t>(),
      number("step_seconds") * 1e3, number("exposed_seconds") * 1e3, 100 * number("efficiency"),
      number("features_per_second"), human_bytes(world["sum_bytes"].get<size_t>()),
      human_bytes(world["most_bytes_sent"].get<size_t>()), number("ring_step_seconds") * 1e3,
      number("ring_step_seconds") < number("step_seconds") ? " a ring wins" : "");
}

std::string table_of_worlds(const Json& result) {
  const auto processes = result["processes_per_host"].get<int64_t>();
  std::string text = fmt::format(
      "link {}, {} a host; a micro-batch takes {:.3f} ms here, the update {:.3f} ms\n"
      "{:>9} {:>8} {:>11} {:>11} {:>10} {:>12} {:>11} {:>11} {:>11}\n",
      result["link"].get<std::string>(),
      processes == 1 ? "1 process" : fmt::format("{} processes", processes),
      result["measured"]["micro_batch_seconds"].get<double>() * 1e3,
      result["measured"]["update_seconds"].get<double>() * 1e3, "processes", "micro-b.", "step ms",
      "exposed ms", "efficiency", "features/s", "sums", "sent each", "ring ms");
  for (const Json& world : result["worlds"]) text += line_of(world);
  return text;
}

}  // namespace

ExitCode benchmark_plan(const GlobalOptions& global, const run::BenchmarkSettings& arguments) {
  const Json result = run::planned_world_times(arguments, context_of(global));
  if (global.json)
    write_result_json(result);
  else
    write_text(table_of_worlds(result));
  return ExitCode::done;
}

}  // namespace tutti::app
