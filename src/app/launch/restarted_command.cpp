// SPDX-License-Identifier: Apache-2.0
#include "app/launch/restarted_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "train/checkpoint.h"

namespace tutti::app {
namespace {

constexpr const char* kResume = "--resume_from_checkpoint";

Path output_of(const std::vector<std::string>& words) {
  constexpr std::string_view kFlag = "--output_dir";
  Path output;
  for (size_t k = 0; k < words.size(); k++) {
    if (words[k] == kFlag && k + 1 < words.size()) output = words[k + 1];
    if (words[k].starts_with(fmt::format("{}=", kFlag))) output = words[k].substr(kFlag.size() + 1);
  }
  return output;
}

std::optional<train::FoundCheckpoint> newest_of(const Path& output) {
  const auto found =
      output.empty() ? std::vector<train::FoundCheckpoint>() : train::list_checkpoints(output);
  return found.empty() ? std::nullopt : std::optional(found.back());
}

/// When a checkpoint was written; the minimum time if it is gone.
std::filesystem::file_time_type time_of(const Path& folder) {
  std::error_code failure;
  return std::filesystem::last_write_time(folder, failure);
}

}  // namespace

RestartedCommand::RestartedCommand(std::vector<std::string> words)
    : words_(std::move(words)), output_(output_of(words_)) {
  if (const auto newest = newest_of(output_)) earlier_ = newest->folder;
  if (earlier_) earlier_time_ = time_of(*earlier_);
}

std::vector<std::string> RestartedCommand::resuming() const {
  const auto newest = newest_of(output_);
  const bool is_earlier =
      newest && newest->folder == earlier_ && time_of(newest->folder) == earlier_time_;
  const bool replaces_it = is_earlier && has("--overwrite_output_dir");
  std::vector<std::string> words = words_;
  if (words.front() == "train" && !has(kResume) && !replaces_it)
    words.insert(words.end(), {kResume, "auto"});
  return words;
}

int64_t RestartedCommand::newest_step() const {
  const auto newest = newest_of(output_);
  return newest ? newest->step : 0;
}

bool RestartedCommand::has(const std::string& flag) const {
  return std::any_of(words_.begin(), words_.end(), [&](const std::string& word) {
    return word == flag || word.starts_with(flag + "=");
  });
}

}  // namespace tutti::app
