// SPDX-License-Identifier: Apache-2.0
#include "run/run_facts.h"

#include "base/log.h"
#include "base/rounding.h"
#include "base/text.h"
#include "run/backends.h"
#include "run/job_shares.h"

namespace tutti::run {
namespace {

std::string steps_text(const PreparedRun& run, const RunStart& start) {
  const std::string from = start.resumed
                               ? fmt::format(", resumed at {} from {}", start.resumed->step,
                                             start.resumed->folder.string())
                               : "";
  return fmt::format("{} ({} an epoch){}", run.total_steps(), run.loader().steps_per_epoch(), from);
}

std::string rows_text(const data::Layout& layout) {
  if (layout.kind == data::Layout::Kind::padded) return "padded";
  if (layout.kind == data::Layout::Kind::packed_row) return "packed, no padding";
  return fmt::format("packed into {} rows of {} tokens", fmt::join(layout.row_counts, " or "),
                     layout.length);
}

std::string shares_text(const TrainSettings& settings) {
  const train::World world = world_of(settings);
  if (world.ranks == 1) return "";
  return fmt::format(", of which {} processes compute {}{}", world.ranks,
                     fmt::join(shares_of(settings), ":"),
                     shares_follow_speeds(settings) ? " at first" : "");
}

/// Where AdamW runs, if not on the device.
std::string host_text(const PreparedRun& run, train::Programs& programs) {
  if (!programs.options().host_optimizer) return "";
  const std::string& place = run.settings().offload_optimizer;
  return place == "cpu" ? " on the host"
                        : fmt::format(" on the host, moments in a file at {}", place);
}

Facts planned_facts(const PreparedRun& run, train::Programs& programs, const RunStart& start,
                    const train::MemoryPlan& memory) {
  const auto device = programs.backend().devices()[0];
  const step::StepOptions& options = programs.options();
  const data::LoaderOptions& loading = run.loader().options();
  int64_t parameters = 0;
  for (const auto& parameter : run.model().objective().parameters)
    parameters += ir::element_count(parameter.shape);
  return {{"model",
           fmt::format("{} ({} layers, {} wide, {:.1f} M parameters)", run.model().path().string(),
                       run.model().model().layers, run.model().model().hidden_size,
                       static_cast<double>(parameters) / 1e6)},
          {"task", std::string(run.model().kind().name())},
          {"data", fmt::format("{} of at most {} tokens", run.data().description(),
                               *run.settings().max_seq_length)},
          {"batch",
           fmt::format("{} features x {} accumulated{}{}, {}", loading.batch,
                       loading.accumulate / options.devices,
                       options.devices > 1 ? fmt::format(" x {} devices", options.devices) : "",
                       shares_text(run.settings()),
                       loading.splits ? "computed one at a time" : rows_text(loading.layout))},
          {"steps", steps_text(run, start)},
          {"optimizer",
           fmt::format("AdamW{}, learning rate {} {} with {} warm-up steps, weight decay {}, {}",
                       host_text(run, programs), options.schedule.learning_rate,
                       step::name_of(options.schedule.kind), options.schedule.warmup_steps,
                       options.weight_decay,
                       options.max_gradient_norm > 0
                           ? fmt::format("clipping at {}", options.max_gradient_norm)
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
          {"output", run.settings().output_dir}};
}

}  // namespace

Facts facts_of(const PreparedRun& run, train::Programs& programs, const RunStart& start,
               const train::MemoryPlan& memory) {
  if (!run.settings().offload_optimizer.empty() && !programs.options().host_optimizer)
    log_info(
        "--offload_optimizer cpu has no effect: backend {} computes in this machine's memory; "
        "--offload_optimizer FILE keeps the moments out of it",
        programs.backend().name());
  Facts rows = planned_facts(run, programs, start, memory);
  std::string names;
  for (const auto& [name, count] : programs.decomposed())
    names += fmt::format("{}{} x {}", names.empty() ? "" : ", ", count, name);
  if (!names.empty()) rows.emplace_back("decomposed", names);
  // Each of several processes has its own devices.
  const auto used =
      world_of(run.settings()).ranks > 1 ? INT64_MAX : static_cast<int64_t>(programs.devices());
  for (const std::string& line : unused_lines(run.settings().backend, used, run.context()))
    rows.emplace_back("not used", line);
  for (size_t rank = 0; rank < start.devices.size(); rank++)
    rows.emplace_back(fmt::format("rank {}", rank), start.devices[rank]);
  const auto after_data =
      std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.first == "batch"; });
  const auto particulars = run.data().particulars();
  rows.insert(after_data, particulars.begin(), particulars.end());
  if (!start.batch_reason.empty()) rows.emplace_back("found batch", start.batch_reason);
  if (const auto& found = programs.rematerialised())
    rows.emplace_back(
        "memory budget",
        fmt::format("a step keeps {} instead of {}; {} values are recomputed, about {:.1f} % more "
                    "work",
                    human_bytes(static_cast<size_t>(found->after)),
                    human_bytes(static_cast<size_t>(found->before)), found->values,
                    100 * found->work));
  constexpr size_t kShown = 4;
  if (const size_t count = start.new_tensors.size(); count > 0)
    rows.insert(
        rows.begin() + 1,
        {"new", fmt::format("{}{}, from seed {}",
                            fmt::join(start.new_tensors.begin(),
                                      start.new_tensors.begin() +
                                          static_cast<std::ptrdiff_t>(std::min(count, kShown)),
                                      ", "),
                            count > kShown ? fmt::format(" and {} more", count - kShown) : "",
                            run.settings().seed)});
  if (run.model().adapter())
    rows.insert(rows.begin() + 1, {"adapter", adapter_text(*run.model().adapter())});
  return rows;
}

}  // namespace tutti::run
