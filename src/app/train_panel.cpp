// SPDX-License-Identifier: Apache-2.0
#include "app/train_panel.h"

#include "app/arguments.h"
#include "app/progress.h"
#include "app/train_settings.h"
#include "base/hash.h"
#include "base/rounding.h"
#include "base/text.h"
#include "base/version.h"

namespace tutti::app {
namespace {

// For the programs of the shapes still to come and the buffers of files, beside the plan.
constexpr int64_t kLater = int64_t{32} << 20;

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string bytes_text(int64_t bytes) {
  return human_bytes(static_cast<size_t>(bytes));
}

std::string memory_text(const train::MemoryPlan& memory) {
  std::string text =
      fmt::format("{} planned at the most: parameters and moments {}, a step {}",
                  bytes_text(memory.total()), bytes_text(memory.state), bytes_text(memory.step));
  if (memory.gradients > 0) text += fmt::format(", sums {}", bytes_text(memory.gradients));
  if (memory.evaluation > 0)
    text += fmt::format(", an evaluation {}", bytes_text(memory.evaluation));
  text += fmt::format(", saving {}", bytes_text(memory.saving));
  return memory.loaded > 0
             ? fmt::format("{}, data and program {}", text, bytes_text(memory.loaded))
             : text + "; besides the data, whose size the system does not say (no /proc)";
}

/// Features that a step or an evaluation computes at a time.
struct BatchSizes {
  int64_t train = 0;
  int64_t evaluation = 0;  // 0: nothing is evaluated
};

train::RunShape shape_of(const PlannedRun& run, const BatchSizes& batch) {
  data::LoaderOptions options = run.loader.options();
  options.batch = batch.train;
  if (!options.layout.row_counts.empty())
    options.layout.row_counts = data::default_row_counts(batch.train);
  data::Loader loader(run.data.features(), options);
  const int64_t first = run.resumed ? run.resumed->step : 0;
  train::RunShape shape;
  shape.micro_batch = train::largest_shape(loader, first, std::max(run.total_steps, first + 1));
  shape.accumulate = options.accumulate / run.arguments.devices;
  if (shape.accumulate > 1) {  // no step has more micro-batches than the data set
    const int64_t there = divide_up(run.data.features().size(), options.batch);
    const int64_t least = 2;  // one alone is accumulated too
    shape.accumulate = std::clamp(divide_up(there, run.arguments.devices), least, shape.accumulate);
  }
  if (batch.evaluation > 0) {
    const train::PredictionShape evaluation = train::prediction_shape(
        run.validation->features(), batch.evaluation,
        evaluation_layout(run.arguments, run.model.kind(), run.programs, batch.evaluation));
    shape.evaluated = evaluation.largest;
    shape.evaluated_batches = evaluation.batches;
  }
  return shape;
}

/// The plan for such batches; a UserError of exit code 4 where it does not fit.
train::MemoryPlan plan_for(const PlannedRun& run, const BatchSizes& batch, int64_t loaded) {
  const auto memory = train::plan_memory(run.programs, shape_of(run, batch), loaded);
  const int64_t limit = run.programs.backend().devices()[0].memory_bytes;
  const auto refuse = [&](const std::string& found) {
    const std::string evaluating =
        batch.evaluation > 0 ? fmt::format(", evaluated by {},", batch.evaluation) : "";
    throw UserError(ExitCode::out_of_memory,
                    fmt::format("a run with batches of {}{} needs {}; {}", batch.train, evaluating,
                                memory_text(memory), found));
  };
  if (limit > 0 && memory.total() > limit) refuse("there are " + bytes_text(limit));
  // The memory of the largest program compiled so far is there.
  const int64_t there = loaded + run.programs.memory().temporaries;
  const int64_t rest = memory.total() + kLater - there;
  if (!train::can_allocate(rest))
    refuse(fmt::format("the system does not give the last {}", bytes_text(rest)));
  return memory;
}

/// What to do where a run with `batch` does not fit.
std::string mend_memory(const PlannedRun& run, const BatchSizes& batch, int64_t loaded) {
  constexpr const char* kTooLarge =
      "not even one feature fits: take a smaller model or --max_seq_length";
  if (batch.evaluation > 0 && train::fits_in_memory([&] {
        plan_for(run, {batch.train, 0}, loaded);
      })) {
    const int64_t most = std::min(batch.evaluation, run.validation->features().size() + 1);
    const int64_t largest = train::largest_that_fits(most, [&](int64_t size) {
      plan_for(run, {batch.train, size}, loaded);
    });
    return largest > 0 ? fmt::format("--per_device_eval_batch_size {} fits", largest) : kTooLarge;
  }
  const int64_t most = std::min(batch.train, run.data.features().size() + 1);
  const int64_t largest = train::largest_that_fits(most, [&](int64_t size) {
    plan_for(run, {size, 0}, loaded);
  });
  return largest > 0
             ? fmt::format(
                   "--per_device_train_batch_size {} fits; with --gradient_accumulation_steps the "
                   "step stays the same",
                   largest)
             : kTooLarge;
}

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
                           run.arguments.max_seq_length)},
      {"batch",
       fmt::format("{} features x {} accumulated{}, {}", loading.batch,
                   loading.accumulate / options.replicas,
                   options.replicas > 1 ? fmt::format(" x {} devices", options.replicas) : "",
                   rows_text(loading.layout))},
      {"steps", steps_text(run)},
      {"optimizer",
       fmt::format("AdamW, learning rate {} {} with {} warm-up steps, weight decay {}, {}",
                   options.schedule.learning_rate, step::name_of(options.schedule.kind),
                   options.schedule.warmup_steps, options.weight_decay,
                   options.max_gradient_norm > 0
                       ? fmt::format("clipping at {}", options.max_gradient_norm)
                       : "no clipping")},
      {"device",
       fmt::format("{}{}: {}", options.replicas > 1 ? fmt::format("{} x ", options.replicas) : "",
                   device.backend, device.description)},
      {"precision", options.bf16 ? "bf16 compute, float32 parameters and sums" : "float32"},
      {"memory", memory_text(memory)},
      {"output", run.arguments.output_dir}};
}

}  // namespace

train::MemoryPlan plan_run_memory(const PlannedRun& run, int64_t loaded) {
  expect_memory(run.programs.backend(), train::state_bytes(run.programs.layout()),
                fmt::format("the model's parameters and moments, besides {} of data and program",
                            bytes_text(loaded)),
                loaded);
  const BatchSizes batch{run.loader.options().batch,
                         run.validation ? run.arguments.per_device_eval_batch_size : int64_t{0}};
  try {
    return plan_for(run, batch, loaded);
  } catch (const UserError& error) {
    if (error.code() != ExitCode::out_of_memory) throw;
    throw UserError(ExitCode::out_of_memory,
                    fmt::format("{}. {}", error.what(), mend_memory(run, batch, loaded)));
  }
}

void show_run(const GlobalOptions& global, const PlannedRun& run, const train::MemoryPlan& memory) {
  Rows rows = rows_of(run, memory);
  std::string names;
  for (const auto& [name, count] : run.programs.decomposed())
    names += fmt::format("{}{} x {}", names.empty() ? "" : ", ", count, name);
  if (!names.empty()) rows.emplace_back("decomposed", names);
  show_panel(global, fmt::format("tutti {} train", kVersion), rows);
}

namespace {

/// SHA-256 of what the run reads: model files by name, and what the features were made from.
nlohmann::ordered_json hashes_of(const PlannedRun& run) {
  nlohmann::ordered_json hashes;
  std::vector<Path> files = run.model.tokenizer().files();
  files.push_back(run.model.path() / "config.json");
  for (const auto& entry : std::filesystem::directory_iterator(run.model.path()))
    if (entry.path().extension() == ".safetensors") files.push_back(entry.path());
  for (const Path& path : files) hashes["model"][path.filename().string()] = sha256_of_file(path);
  hashes["train_features"] = run.data.key();
  if (run.validation) hashes["validation_features"] = run.validation->key();
  return hashes;
}

}  // namespace

void write_run_file(const GlobalOptions& global, const PlannedRun& run) {
  using Json = nlohmann::ordered_json;
  TrainArguments copy = run.arguments;
  Json file = {{"arguments", arguments_json(list_arguments(copy))}, {"tutti_version", kVersion}};
  Json devices = Json::array();
  const auto there = run.programs.backend().devices();
  for (size_t d = 0; d < run.programs.replicas(); d++) devices.push_back(there[d].description);
  file["devices"] = devices;
  file["resolved_precision"] = run.programs.options().bf16 ? "bf16" : "f32";
  file["threads_used"] = global.threads;
  file["hashes"] = hashes_of(run);
  write_file_atomically(Path(run.arguments.output_dir) / "run.json", file.dump(2) + "\n");
}

}  // namespace tutti::app
