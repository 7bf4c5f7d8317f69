// SPDX-License-Identifier: Apache-2.0
#include "app/train_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/hub.h"
#include "app/run_metrics.h"
#include "app/train_precision.h"
#include "base/checked.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "ir/print.h"
#include "pass/pipeline.h"

namespace tutti::app {
namespace {

namespace fs = std::filesystem;

/// --resume_from_checkpoint PATH.
train::FoundCheckpoint named_checkpoint(const std::string& path) {
  Path folder = fs::absolute(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // a slash at the end
  std::error_code failure;
  if (!fs::is_directory(folder, failure))
    user_error(
        "--resume_from_checkpoint {}: there is no such folder; expected auto, or the folder "
        "of a checkpoint",
        escaped(path));
  if (!train::list_checkpoints(folder).empty())
    user_error(
        "--resume_from_checkpoint {0}: this is the folder of a run; expected one of its "
        "checkpoints, or --output_dir {0} --resume_from_checkpoint auto for its newest",
        escaped(path));
  if (const auto problem = train::checkpoint_problem(folder))
    user_error("{}: cannot be resumed from: {}", escaped(path), *problem);
  for (const auto& found : train::list_checkpoints(folder.parent_path()))
    if (found.folder.filename() == folder.filename()) return found;
  return {folder, 0};
}

/// Whether a folder has more than locks and what an interrupted run left unfinished.
bool holds_files(const Path& folder) {
  std::error_code failure;
  if (!fs::exists(folder, failure) && !failure) return false;
  if (!failure && !fs::is_directory(folder, failure) && !failure)
    user_error("--output_dir {}: found a file, expected a folder", escaped(folder.string()));
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    const std::string name = at->path().filename().string();
    if (name != FolderLock::kName && !train::is_leftover(name)) return true;
  }
  if (failure) io_error("{}: cannot be read: {}", escaped(folder.string()), failure.message());
  return false;
}

/// Whether `inner` is `outer` or lies below it.
bool is_within(const Path& inner, const Path& outer) {
  std::error_code failure;
  const std::string below = (fs::weakly_canonical(inner, failure) / "").string();
  return !failure && below.starts_with((fs::weakly_canonical(outer, failure) / "").string());
}

/// What the run reads must not be what it writes: the output folder is not that of `flag`, nor
/// files below it, and where its checkpoints are removed what is read lies elsewhere.
void expect_apart(const std::string& flag, const std::string& name,
                  const TrainArguments& arguments) {
  const Path output = arguments.output_dir;
  if (name.empty()) return;
  const Path read = resolve_model(name, arguments.cache_dir);
  if (is_within(output, read) && is_within(read, output))
    user_error(
        "--output_dir {}: this is the folder of --{}, which training would replace; expected a "
        "folder of its own",
        escaped(output.string()), flag);
  const bool goes_on = !arguments.resume_from_checkpoint.empty();
  if (is_within(output, read) && !goes_on && holds_files(output))
    user_error(
        "--output_dir {}: this is inside the folder of --{} and holds files, which may be the "
        "model's own; expected an empty or new folder",
        escaped(output.string()), flag);
  if (!arguments.overwrite_output_dir || goes_on) return;
  for (const train::FoundCheckpoint& found : train::list_checkpoints(output))
    if (is_within(read, found.folder))
      user_error(
          "--{} {}: --overwrite_output_dir removes the checkpoints of {}, and this is in one; "
          "expected another --output_dir, or a copy of the model",
          flag, escaped(name), escaped(output.string()));
}

step::Schedule schedule_of(const TrainArguments& arguments, int64_t total_steps) {
  step::Schedule schedule;
  schedule.kind = step::schedule_kind(arguments.lr_scheduler_type);
  schedule.learning_rate = arguments.learning_rate;
  schedule.total_steps = total_steps;
  const auto total = static_cast<double>(total_steps);
  // As transformers: warmup_steps wins over warmup_ratio, and below 1 it is a ratio itself.
  if (arguments.warmup_steps >= 1)
    schedule.warmup_steps = static_cast<int64_t>(arguments.warmup_steps);
  else
    schedule.warmup_steps = static_cast<int64_t>(
        std::ceil(total * std::max(arguments.warmup_steps, arguments.warmup_ratio)));
  return schedule;
}

/// Holds that --logging_steps and its like are whole numbers, or shares of all steps.
void expect_steps(const char* flag, double value, bool in_range) {
  if (!in_range || (value > 1 && value != std::floor(value)))
    user_error("--{} {}: expected a whole number of steps, or a share of all steps between 0 and 1",
               flag, value);
}

/// As transformers: below 1 it is a share of all steps.
int64_t step_count(double steps, int64_t total_steps) {
  if (steps >= 1) return static_cast<int64_t>(steps);
  const double share = std::ceil(static_cast<double>(total_steps) * steps);
  return std::max<int64_t>(1, static_cast<int64_t>(share));
}

/// Of the batches of a training. In a job of different backends all compute the same shapes.
Shapes training_shapes(const TrainArguments& arguments, const task::TaskKind& kind,
                       const backend::Backend& backend) {
  if (!arguments.mixed_backends) return shapes_for(backend, kind, task::Split::train);
  return kind.fills_rows(task::Split::train) ? Shapes::one : Shapes::few;
}

bool skips(const TrainArguments& arguments, std::string_view pass) {
  return pass::PipelineOptions{.skip = parts_of_list(arguments.skip_passes)}.skips(pass);
}

}  // namespace

TrainArguments resolved_arguments(const TrainArguments& arguments) {
  if (arguments.max_steps == 0)
    user_error("--max_steps 0: expected at least 1, or -1 for --num_train_epochs");
  TrainArguments resolved = arguments;
  resolved.precision = named_precision(arguments);
  if (arguments.auto_find_batch_size && arguments.micro_batches)
    user_error(
        "--auto_find_batch_size contradicts --micro_batches {}, which says how many there are",
        *arguments.micro_batches);
  padding_of(arguments);
  expect_offload_folder(arguments);
  memory_budget_of(arguments);  // a wrong one is refused before anything is read
  for (const auto& [flag, beta] : {std::pair("adam_beta1", arguments.adam_beta1),
                                   std::pair("adam_beta2", arguments.adam_beta2)})
    if (beta == 1) user_error("--{} 1: expected at least 0 and less than 1", flag);
  const bool evaluates = arguments.eval_strategy != "no";
  if (!evaluates && arguments.load_best_model_at_end)
    user_error("--load_best_model_at_end needs evaluations: give --eval_strategy steps or epoch");
  if (!evaluates && arguments.early_stopping_patience)
    user_error("--early_stopping_patience needs evaluations: give --eval_strategy steps or epoch");
  expect_reports(arguments);
  if (!arguments.save_safetensors)
    user_error("--save_safetensors False: checkpoints are safetensors files; leave the flag out");
  expect_steps("logging_steps", arguments.logging_steps, arguments.logging_steps > 0);
  expect_steps("eval_steps", arguments.eval_steps, true);
  expect_steps("save_steps", arguments.save_steps, arguments.save_steps > 0);
  if (!arguments.optim.empty())
    log_info("--optim {}: AdamW, the only optimizer, whatever its name", arguments.optim);
  if (arguments.pad_to_max_length)
    log_info("--pad_to_max_length: as --pack none; without it steps compute no padding");
  resolved.do_eval = arguments.do_eval || evaluates;  // as transformers
  if (arguments.pad_to_max_length) resolved.pack = "none";
  return resolved;
}

std::optional<train::FoundCheckpoint> find_start(const TrainArguments& arguments) {
  if (arguments.output_dir.empty())
    user_error("--output_dir is missing: say where the model is to be written");
  expect_apart("model_name_or_path", arguments.model_name_or_path, arguments);
  expect_apart("tokenizer_name", arguments.tokenizer_name, arguments);
  expect_apart("adapter", arguments.adapter, arguments);
  const Path output = arguments.output_dir;
  const std::string& resume = arguments.resume_from_checkpoint;
  if (!resume.empty() && resume != "auto") return named_checkpoint(resume);
  if (resume == "auto") {
    auto found = train::newest_checkpoint(output);
    if (!found)
      log_info("{}: no complete checkpoint, the training starts afresh", escaped(output.string()));
    return found;
  }
  if (!holds_files(output)) return std::nullopt;
  if (arguments.overwrite_output_dir) return std::nullopt;
  if (!train::list_checkpoints(output).empty())
    user_error(
        "{} holds checkpoints of an earlier run. To continue it add --resume_from_checkpoint auto; "
        "to start afresh and remove them add --overwrite_output_dir",
        escaped(output.string()));
  user_error("{} is not empty. To write into it all the same add --overwrite_output_dir",
             escaped(output.string()));
}

train::PassControl pass_control(const TrainArguments& arguments) {
  train::PassControl control{parts_of_list(arguments.skip_passes)};
  pass::expect_pass_names(control.skip);
  for (const std::string_view pass : {pass::kAdapt, pass::kDifferentiate, pass::kAssemble})
    if (skips(arguments, pass))
      user_error(
          "--skip_passes {}: a training step is made of adapters and gradients; `tutti ir lower` "
          "shows a program without them",
          pass);
  if (arguments.dump_passes.empty()) return control;
  control.observe = [folder = Path(arguments.dump_passes), count = 0](
                        const std::string& function, std::string_view pass,
                        const std::string& text) mutable {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) io_error("{}: cannot be made: {}", escaped(folder.string()), failure.message());
    const char* const kind = pass == pass::kMemoryPlan ? "txt" : "mlir";
    write_file_atomically(folder / fmt::format("{:03}-{}-{}.{}", count++, function, pass, kind),
                          text);
  };
  return control;
}

train::World world_of(const TrainArguments& arguments) {
  train::World world;
  world.rank = arguments.rank.value_or(0);
  world.ranks = arguments.world_size.value_or(1);
  world.devices = arguments.devices;
  return world;
}

int64_t micro_batches_of(const TrainArguments& arguments) {
  const train::World world = world_of(arguments);
  if (!arguments.micro_batches)
    return checked_multiply(arguments.gradient_accumulation_steps, world.size(),
                            "micro-batches of a step");
  if (*arguments.micro_batches % world.devices != 0)
    user_error("--micro_batches {}: expected a multiple of --devices {}", *arguments.micro_batches,
               world.devices);
  return *arguments.micro_batches;
}

bool shares_follow_speeds(const TrainArguments& arguments) {
  return arguments.shares == "auto";
}

std::vector<int64_t> shares_of(const TrainArguments& arguments) {
  const int64_t ranks = world_of(arguments).ranks, all = micro_batches_of(arguments);
  if (arguments.shares.empty() || shares_follow_speeds(arguments)) {
    if (all < ranks)
      user_error(
          "--micro_batches {}: {} processes need at least one each; expected {} or more, or fewer "
          "processes",
          all, ranks, ranks);
    return comm::even_shares(all, ranks);
  }
  std::vector<int64_t> shares;
  int64_t sum = 0;
  for (const std::string& part : parts_of_list(arguments.shares)) {
    int64_t share = -1;
    const char* const end = part.data() + part.size();
    const auto [at, failure] = std::from_chars(part.data(), end, share);
    if (failure != std::errc() || at != end || share < 0 || share > all)
      user_error("--shares {}: found {}, expected a number from 0 to {}, or auto alone",
                 escaped(arguments.shares), escaped(part), all);
    shares.push_back(share);
    sum += share;
  }
  if (static_cast<int64_t>(shares.size()) != ranks || sum != all)
    user_error(
        "--shares {}: {} shares of {} micro-batches together; expected one for each of {} "
        "processes, and {} together (--micro_batches)",
        escaped(arguments.shares), shares.size(), sum, ranks, all);
  return shares;
}

nlohmann::json common_values(const train::TrainerOptions& options, const data::Loader& loader,
                             const train::Programs& programs, const TrainArguments& arguments,
                             const task::Dataset* validation) {
  nlohmann::json values = options.settings;
  values["validation_features"] = validation ? validation->key() : "";
  values["per_device_eval_batch_size"] = arguments.per_device_eval_batch_size;
  values["train_features"] = options.data;
  values["micro_batches"] = loader.options().accumulate;
  values["shares"] = shares_of(arguments);
  values["shares_follow_speeds"] = shares_follow_speeds(arguments);
  values["seed"] = loader.options().seed;
  values["max_steps"] = options.total_steps;
  values["logging_steps"] = options.logging_steps;
  values["save_steps"] = options.save_steps;
  values["eval_steps"] = options.evaluate_steps;
  values["save_sharded"] = options.save_sharded;
  values["state_check_steps"] = options.check_steps;
  values["early_stopping_patience"] = options.patience;
  values["metric_for_best_model"] = options.metric;
  values["load_best_model_at_end"] = options.keep_best;
  values["train_sampling_strategy"] = arguments.train_sampling_strategy;
  values["skip_passes"] = arguments.skip_passes;
  values["replay_devices"] =
      arguments.replay_devices.empty() ? "" : sha256_of_file(arguments.replay_devices);
  // Of one shape: the others differ in it alone.
  values["program"] = sha256_hex(ir::print(step::step_function(
      "gradients", programs.objective(), {1, *arguments.max_seq_length, 1}, programs.options())));
  return values;
}

step::StepOptions step_options(const TrainArguments& arguments, const backend::Backend& backend,
                               int64_t total_steps) {
  step::StepOptions options;
  options.schedule = schedule_of(arguments, total_steps);
  options.beta1 = arguments.adam_beta1;
  options.beta2 = arguments.adam_beta2;
  options.epsilon = arguments.adam_epsilon;
  options.weight_decay = arguments.weight_decay;
  options.max_gradient_norm = arguments.max_grad_norm;
  if (!skips(arguments, pass::kPrecision))
    options.precision = precision_for(named_precision(arguments), backend);
  options.loss_scale = loss_scale_of(arguments, options.precision);
  options.memory_budget = memory_budget_of(arguments);
  options.pad_to_multiple_of = padding_of(arguments);
  options.host_optimizer = offloads_optimizer(arguments, backend);
  options.max_segment = *arguments.max_seq_length;
  options.devices = world_of(arguments).devices;
  return options;
}

data::Layout evaluation_layout(const TrainArguments& arguments, const task::TaskKind& kind,
                               train::Programs& programs, int64_t features) {
  return layout_of(evaluation_pack(arguments.pack, kind, programs.options().precision),
                   *arguments.max_seq_length,
                   shapes_for(programs.backend(), kind, task::Split::validation), features);
}

data::LoaderOptions loader_options(const TrainArguments& arguments, const task::TaskKind& kind,
                                   const backend::Backend& backend) {
  const int64_t batch = arguments.per_device_train_batch_size;
  const Shapes shapes = training_shapes(arguments, kind, backend);
  return {batch,
          micro_batches_of(arguments),
          arguments.train_sampling_strategy == "random",
          static_cast<uint64_t>(arguments.seed),
          layout_of(arguments.pack, *arguments.max_seq_length, shapes, batch),
          splits_batches(shapes, kind)};
}

std::vector<Path> files_of(const TrainArguments& arguments, task::Split split,
                           const task::TaskKind& kind) {
  const bool training = split == task::Split::train;
  return split_files(training ? arguments.train_file : arguments.validation_file,
                     arguments.dataset_name, split, kind, arguments.cache_dir);
}

task::Reading reading_of(const TrainArguments& arguments, task::Split split,
                         const task::TaskKind& kind, int threads) {
  const int64_t workers = arguments.preprocessing_num_workers.value_or(threads);
  return {.files = files_of(arguments, split, kind),
          .split = split,
          .max_length = *arguments.max_seq_length,
          .max_samples = split == task::Split::train ? arguments.max_train_samples
                                                     : arguments.max_eval_samples,
          .threads = static_cast<int>(workers),
          .cache = feature_cache(),
          .overwrite_cache = arguments.overwrite_cache};
}

task::Metric metric_of(const TrainArguments& arguments, const task::TaskKind& kind) {
  std::string name = arguments.metric_for_best_model;
  const std::vector<std::string> names = kind.metrics();
  if (name.empty()) return kind.metric(names.front());
  if (name.starts_with("eval_")) name.erase(0, 5);
  if (std::find(names.begin(), names.end(), name) == names.end())
    user_error("--metric_for_best_model {}: expected one of {}, the metrics of {}", escaped(name),
               fmt::join(names, ", "), kind.name());
  return kind.metric(name);
}

train::TrainerOptions trainer_options(const TrainArguments& arguments, const data::Loader& loader,
                                      train::Programs& programs, const task::TaskKind& kind,
                                      const std::string& data_key) {
  const step::StepOptions& step = programs.options();
  const int64_t steps_per_epoch = loader.steps_per_epoch();
  train::TrainerOptions options;
  options.world = world_of(arguments);
  options.total_steps = step.schedule.total_steps;
  options.data = data_key;
  const backend::Device device = programs.backend().devices()[0];
  options.settings = {
      {"arithmetic", device.arithmetic.empty() ? device.description : device.arithmetic},
      {"precision", pass::name_of(step.precision)},
      {"learning_rate", step.schedule.learning_rate},
      {"lr_scheduler_type", step::name_of(step.schedule.kind)},
      {"warmup_steps", step.schedule.warmup_steps},
      {"adam_beta1", step.beta1},
      {"adam_beta2", step.beta2},
      {"adam_epsilon", step.epsilon},
      {"weight_decay", step.weight_decay},
      {"max_grad_norm", step.max_gradient_norm},
      {"pack", arguments.pack == "none" ? "none" : "auto"},  // of steps
      {"mixed_backends", arguments.mixed_backends},
      {"per_device_train_batch_size", arguments.per_device_train_batch_size}};
  if (step.loss_scale) options.settings["loss_scale"] = step::description(*step.loss_scale);
  const auto count = [&](double steps) { return step_count(steps, options.total_steps); };
  options.logging_steps = count(arguments.logging_steps);
  if (arguments.save_strategy == "steps") options.save_steps = count(arguments.save_steps);
  if (arguments.save_strategy == "epoch") options.save_steps = steps_per_epoch;
  if (arguments.eval_strategy == "steps")
    options.evaluate_steps =
        count(arguments.eval_steps > 0 ? arguments.eval_steps : arguments.logging_steps);
  if (arguments.eval_strategy == "epoch") options.evaluate_steps = steps_per_epoch;
  options.check_steps = arguments.state_check_steps;
  options.save_sharded = arguments.save_sharded;
  options.keep_checkpoints = arguments.save_total_limit.value_or(0);
  options.output = arguments.output_dir;
  const task::Metric metric = metric_of(arguments, kind);
  options.metric = metric.name;
  options.larger_is_better = metric.larger_is_better;
  options.keep_best = arguments.load_best_model_at_end;
  options.patience = arguments.early_stopping_patience.value_or(0);
  return options;
}

}  // namespace tutti::app
