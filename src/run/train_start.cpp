// SPDX-License-Identifier: Apache-2.0
#include "run/train_start.h"

#include "base/log.h"
#include "base/text.h"
#include "format/json.h"
#include "run/hub.h"

namespace tutti::run {
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
  return {folder, train::saved_step(folder)};
}

/// Whether a folder has more than locks and an interrupted run's unfinished files.
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

/// A run must not write what it reads: the output folder must not be `flag`'s folder or a non-empty
/// folder inside it, and if its checkpoints are to be removed, `flag`'s folder must be elsewhere.
void expect_apart(const std::string& flag, const std::string& name, const TrainSettings& settings,
                  const Path& cache) {
  const Path output = settings.output_dir;
  if (name.empty()) return;
  const Path read = flag == "adapter" ? resolve_adapter(name, cache) : resolve_model(name, cache);
  if (is_within(output, read) && is_within(read, output))
    user_error(
        "--output_dir {}: this is the folder of --{}, which training would replace; expected a "
        "separate folder",
        escaped(output.string()), flag);
  const bool goes_on = !settings.resume_from_checkpoint.empty();
  if (is_within(output, read) && !goes_on && holds_files(output))
    user_error(
        "--output_dir {}: this is inside the folder of --{} and holds files, which may be the "
        "model's own; expected an empty or new folder",
        escaped(output.string()), flag);
  if (!settings.overwrite_output_dir || goes_on) return;
  for (const train::FoundCheckpoint& found : train::list_checkpoints(output))
    if (is_within(read, found.folder))
      user_error(
          "--{} {}: --overwrite_output_dir removes the checkpoints of {}, and this is in one; "
          "expected another --output_dir, or a copy of the model",
          flag, escaped(name), escaped(output.string()));
}

}  // namespace

std::optional<train::FoundCheckpoint> find_start(const TrainSettings& settings,
                                                 const Context& context) {
  if (settings.output_dir.empty())
    user_error("--output_dir is missing: expected a folder for the model");
  std::string model = settings.model_name_or_path, adapter = settings.adapter,
              tokenizer = settings.tokenizer_name;
  const Path cache = hub_cache(settings.cache_dir, context);
  find_base(model, adapter, tokenizer, cache);
  expect_apart("model_name_or_path", model, settings, cache);
  expect_apart("tokenizer_name", tokenizer, settings, cache);
  expect_apart("adapter", adapter, settings, cache);
  const Path output = settings.output_dir;
  const std::string& resume = settings.resume_from_checkpoint;
  if (!resume.empty() && resume != "auto") return named_checkpoint(resume);
  if (resume == "auto") {
    auto found = train::newest_checkpoint(output);
    if (!found)
      log_info("{}: no complete checkpoint, the training starts afresh", escaped(output.string()));
    return found;
  }
  if (!holds_files(output)) return std::nullopt;
  if (settings.overwrite_output_dir) return std::nullopt;
  if (!train::list_checkpoints(output).empty())
    user_error(
        "{} holds checkpoints of an earlier run. To continue it, add --resume_from_checkpoint "
        "auto; to start afresh and remove them, add --overwrite_output_dir",
        escaped(output.string()));
  user_error("{} is not empty. To write into it anyway, add --overwrite_output_dir",
             escaped(output.string()));
}

int64_t recorded_most_processes(const Path& state_file) {
  const nlohmann::json state = format::read_json(state_file);
  const auto settings = state.find("settings");
  if (settings == state.end()) return 0;
  const std::string where = fmt::format("{}: settings", escaped(state_file.string()));
  return format::json_int(*settings, "max_processes", where, 0);
}

}  // namespace tutti::run
