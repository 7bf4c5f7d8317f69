// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark`: the rate of a whole training step, including dropout, clipping and AdamW.
#include "app/benchmark/benchmark_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "run/train_precision.h"

namespace tutti::app {
namespace {

std::string rates_text(const nlohmann::ordered_json& result) {
  const auto number = [&](const char* name) { return result[name].get<double>(); };
  std::string text = fmt::format(
      "{:.2f} features/s  {:.0f} tokens/s  {:.3f} s a step\n{:.1f} GFLOP/s, {:.0f} % of the {:.1f} "
      "GFLOP/s of the step's matrix products alone, each by the faster of {}",
      number("features_per_second"), number("tokens_per_second"), number("step_seconds"),
      number("model_flops_per_second") / 1e9, 100 * number("peak_share"),
      number("peak_flops_per_second") / 1e9, result["peak_source"].get<std::string>());
  if (number("instruction_flops_per_second") > 0)
    text += fmt::format(" (Tutti's alone {:.1f}, the multiply-add instruction alone {:.1f})",
                        number("products_flops_per_second") / 1e9,
                        number("instruction_flops_per_second") / 1e9);
  return text + "\n";
}

}  // namespace

ExitCode run_benchmark(const GlobalOptions& global, const run::BenchmarkSettings& arguments) {
  if (arguments.collectives) return benchmark_collectives(global, arguments);
  if (arguments.train_file.empty())
    user_error("--train_file is missing: the file whose steps are measured");
  run::expect_offload_folder(arguments);
  if (!arguments.plan_world.empty()) return benchmark_plan(global, arguments);
  if (!arguments.report.empty()) return benchmark_switches(global, arguments);
  const run::MeasuredSteps all = run::measured_steps(arguments, context_of(global));
  if (global.json)
    write_result_json(all.result);
  else
    write_text(rates_text(all.result) + all.profile);
  return ExitCode::done;
}

}  // namespace tutti::app
