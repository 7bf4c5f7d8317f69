// SPDX-License-Identifier: Apache-2.0
#include "app/train_panel.h"

#include "app/job_shares.h"
#include "app/mixed_devices.h"
#include "app/plugins.h"
#include "app/terminal.h"
#include "app/train_data.h"
#include "app/trainer_options.h"
#include "base/log.h"
#include "base/rounding.h"
#include "base/text.h"
#include "base/version.h"

namespace tutti::app {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string steps_text(const PlannedRun& run) {
  const std::string from = run.resumed ? fmt::format(", resumed at {} from {}", run.resumed->step,
                                                     run.resumed->folder.string())
                                       : "";
  return fmt::format("{} ({} an epoch){}", run.total_steps, run.loader.steps_per_epoch(), from);
}

std::string rows_text(const data::Layout& layout) {
  if (layout.kind == data::Layout::Kind::padded) return "padded";
  if (layout.kind == data::Layout::Kind::packed_row) return "packed, no padding";
  return fmt::format("packed into {} rows of {} tokens", fmt::join(layout.row_counts, " or "),
                     layout.length);
}

std::string shares_text(const TrainArguments& arguments) {
  const train::World world = world_of(arguments);
  if (world.ranks == 1) return "";
  return fmt::format(", of which {} processes compute {}{}", world.ranks,
                     fmt::join(shares_of(arguments), ":"),
                     shares_follow_speeds(arguments) ? " at first" : "");
}

/// Where AdamW is computed, if not on the device.
std::string host_text(const PlannedRun& run) {
  if (!run.programs.options().host_optimizer) return "";
  const std::string& place = run.arguments.offload_optimizer;
  return place == "cpu" ? " on the host"
                        : fmt::format(" on the host, moments in a file at {}", place);
}

Rows rows_of(const PlannedRun& run, const train::MemoryPlan& memory) {
  const auto device = run.programs.backend().devices()[0];
  const step::StepOptions& options = run.programs.options();
  const data::LoaderOptions& loading = run.loader.options();
  int64_t parameters = 0;
  for (const auto& parameter : run.model.objective().parameters)
    parameters += ir::element_count(parameter.shape);
  return {
      {"model", fmt::format("{} ({} layers, {} wide, {:.1f} M parameters)",
                            run.model.path().string(), run.model.model().layers,
                            run.model.model().hidden_size, static_cast<double>(parameters) / 1e6)},
      {"task", std::string(run.model.kind().name())},
      {"data", fmt::format("{} of at most {} tokens", run.data.description(),
                           *run.arguments.max_seq_length)},
      {"batch",
       fmt::format("{} features x {} accumulated{}{}, {}", loading.batch,
                   loading.accumulate / options.devices,
                   options.devices > 1 ? fmt::format(" x {} devices", options.devices) : "",
                   shares_text(run.arguments),
                   loading.splits ? "computed one at a time" : rows_text(loading.layout))},
      {"steps", steps_text(run)},
      {"optimizer",
       fmt::format(
           "AdamW{}, learning rate {} {} with {} warm-up steps, weight decay {}, {}",
           host_text(run), options.schedule.learning_rate, step::name_of(options.schedule.kind),
           options.schedule.warmup_steps, options.weight_decay,
           options.max_gradient_norm > 0 ? fmt::format("clipping at {}", options.max_gradient_norm)
                                         : "no clipping")},
      {"device",
       fmt::format("{}{}: {}", options.devices > 1 ? fmt::format("{} x ", options.devices) : "",
                   device.backend, device.description)},
      {"precision",
       options.precision == pass::Precision::f32
           ? "float32"
           : fmt::format(
                 "{} compute, float32 parameters and sums{}", pass::name_of(options.precision),
                 options.loss_scale
                     ? fmt::format(", loss scale {}", step::description(*options.loss_scale))
                     : "")},
      {"memory", train::memory_text(memory)},
      {"output", run.arguments.output_dir}};
}

/// Of the evaluations, where the run has any; it refers to the run.
train::EvaluationOutline evaluation_outline(const PlannedRun& run) {
  if (!run.validation) return {};
  return {&run.validation->features(), run.arguments.per_device_eval_batch_size,
          [&run](int64_t batch) {
            return evaluation_layout(run.arguments, run.model.kind(), run.programs, batch);
          }};
}

}  // namespace

train::RunOutline outline_of(const PlannedRun& run, int64_t loaded) {
  const bool may_repeat =
      run.arguments.auto_find_batch_size && run.programs.backend().capabilities().asynchronous;
  const bool copies = train::saves_on_the_way(
      trainer_options(run.arguments, run.loader, run.programs, run.model.kind(), ""));
  return {run.programs,
          run.loader,
          run.resumed ? run.resumed->step : 0,
          run.total_steps,
          evaluation_outline(run),
          loaded,
          may_repeat || mixes_backends(run.arguments),
          !computes_elsewhere(run.arguments),
          /*held=*/0,
          copies ? train::Copying::if_it_fits : train::Copying::none};
}

train::MemoryPlan plan_run_memory(const PlannedRun& run, int64_t loaded) {
  return train::expect_run_fits(outline_of(run, loaded));
}

void show_run(const GlobalOptions& global, const PlannedRun& run, const train::MemoryPlan& memory) {
  if (!run.arguments.offload_optimizer.empty() && !run.programs.options().host_optimizer)
    log_info(
        "--offload_optimizer cpu changes nothing: backend {} computes in this machine's memory; "
        "--offload_optimizer FILE keeps the moments out of it",
        run.programs.backend().name());
  Rows rows = rows_of(run, memory);
  std::string names;
  for (const auto& [name, count] : run.programs.decomposed())
    names += fmt::format("{}{} x {}", names.empty() ? "" : ", ", count, name);
  if (!names.empty()) rows.emplace_back("decomposed", names);
  // Each of several processes has devices of its own.
  const auto used =
      world_of(run.arguments).ranks > 1 ? INT64_MAX : static_cast<int64_t>(run.programs.devices());
  for (const std::string& line : unused_lines(run.arguments.backend, used))
    rows.emplace_back("not used", line);
  for (size_t rank = 0; rank < run.devices.size(); rank++)
    rows.emplace_back(fmt::format("rank {}", rank), run.devices[rank]);
  const auto after_data =
      std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.first == "batch"; });
  const auto particulars = run.data.particulars();
  rows.insert(after_data, particulars.begin(), particulars.end());
  if (!run.batch_reason.empty()) rows.emplace_back("found batch", run.batch_reason);
  if (const auto& found = run.programs.rematerialised())
    rows.emplace_back(
        "memory budget",
        fmt::format("a step keeps {} instead of {}; {} values are computed again, about {:.1f} % "
                    "more work",
                    human_bytes(static_cast<size_t>(found->after)),
                    human_bytes(static_cast<size_t>(found->before)), found->values,
                    100 * found->work));
  constexpr size_t kShown = 4;
  if (const size_t count = run.new_tensors.size(); count > 0)
    rows.insert(
        rows.begin() + 1,
        {"new", fmt::format("{}{}, from seed {}",
                            fmt::join(run.new_tensors.begin(),
                                      run.new_tensors.begin() +
                                          static_cast<std::ptrdiff_t>(std::min(count, kShown)),
                                      ", "),
                            count > kShown ? fmt::format(" and {} more", count - kShown) : "",
                            run.arguments.seed)});
  if (run.model.adapter())
    rows.insert(rows.begin() + 1, {"adapter", adapter_text(*run.model.adapter())});
  show_panel(global, fmt::format("tutti {} train", kVersion), rows);
}

}  // namespace tutti::app
