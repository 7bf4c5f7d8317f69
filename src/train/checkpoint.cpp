// SPDX-License-Identifier: Apache-2.0
#include "train/checkpoint.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "base/token.h"
#include "format/json.h"

namespace tutti::train {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "checkpoint-";
constexpr std::string_view kUnfinished = ".unfinished-";
constexpr const char* kMark = "complete.json";

/// Of this process alone: one that was taken for dead may still write the same checkpoint as the
/// one that took its place.
Path unfinished_folder(const Path& output, int64_t step) {
  static const std::string chance = random_hex(4);  // process numbers repeat between hosts
  return output / fmt::format("{}{}-{}-{}{}", kUnfinished, ::getpid(), chance, kPrefix, step);
}

void remove_folder(const Path& folder) {
  std::error_code failure;
  fs::remove_all(folder, failure);
  if (failure) io_error("{}: cannot be removed: {}", folder.string(), failure.message());
}

void rename_folder(const Path& from, const Path& to) {
  std::error_code failure;
  fs::rename(from, to, failure);
  if (failure) io_error("{}: cannot become {}: {}", from.string(), to.string(), failure.message());
}

/// Removes a checkpoint: first its name, so that a kill in between leaves no half of one under it.
void remove_checkpoint(const Path& folder) {
  const Path unnamed =
      folder.parent_path() / fmt::format("{}old-{}", kUnfinished, folder.filename().string());
  remove_folder(unnamed);
  rename_folder(folder, unnamed);
  remove_folder(unnamed);
}

/// Gives `unfinished` the name `place`. A folder that has it already keeps it until the new one
/// does, where the file system can exchange two names in one act.
void take_place(const Path& unfinished, const Path& place) {
  if (!fs::exists(place)) return rename_folder(unfinished, place);
  if (::renameat2(AT_FDCWD, unfinished.c_str(), AT_FDCWD, place.c_str(), RENAME_EXCHANGE) == 0) {
    sync_folder(place.parent_path());
    return remove_folder(unfinished);
  }
  remove_checkpoint(place);
  rename_folder(unfinished, place);
}

/// The mark lists every file; it is written last, so it speaks for all of them. Files that are not
/// in `sums` are read.
void write_mark(const Path& folder, FileSums sums) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory()) continue;
    check(entry.is_regular_file(), "{} is not a file of a checkpoint", entry.path().string());
    const std::string name = entry.path().lexically_relative(folder).generic_string();
    if (!sums.contains(name) && !is_leftover(name))
      sums[name] = {entry.file_size(), sha256_of_file(entry.path())};
  }
  nlohmann::json files = nlohmann::json::object();
  for (const auto& [name, sum] : sums) files[name] = {{"bytes", sum.bytes}, {"sha256", sum.sha256}};
  write_file_atomically(folder / kMark, nlohmann::json{{"files", files}}.dump(2) + "\n");
}

std::optional<int64_t> step_of(const Path& folder) {
  const std::string name = folder.filename().string();
  if (!name.starts_with(kPrefix)) return std::nullopt;
  int64_t step = 0;
  const char* end = name.data() + name.size();
  const auto [at, failure] = std::from_chars(name.data() + kPrefix.size(), end, step);
  if (failure != std::errc() || at != end || step < 0) return std::nullopt;
  return step;
}

/// Whether a folder without a mark is a model, or another program's checkpoint: it has none of the
/// optimizer's files, which are the first of ours.
bool is_of_others(const Path& folder) {
  if (!fs::exists(folder / "config.json")) return false;
  return std::none_of(
      fs::directory_iterator(folder), fs::directory_iterator(), [](const auto& one) {
        const std::string name = one.path().filename().string();
        return name.starts_with("optimizer") && one.path().extension() == ".safetensors";
      });
}

/// Whether a name leads out of the folder that has it.
bool is_outside(const Path& name) {
  return name.is_absolute() || *name.lexically_normal().begin() == "..";
}

std::optional<std::string> file_problem(const Path& folder, const std::string& name,
                                        const nlohmann::json& said) {
  const Path path = folder / name;
  if (is_outside(name)) return fmt::format("{} names {}", kMark, escaped(name));
  if (!fs::is_regular_file(path)) return fmt::format("{} is missing", escaped(name));
  const auto bytes = static_cast<int64_t>(fs::file_size(path));
  const int64_t expected = format::json_int(said, "bytes", kMark);
  if (bytes != expected)
    return fmt::format("{} has {} bytes, expected {}", escaped(name), bytes, expected);
  if (sha256_of_file(path) != format::json_string(said, "sha256", kMark))
    return fmt::format("the checksum of {} does not match", escaped(name));
  return std::nullopt;
}

/// What a run reads of a checkpoint; users may add notes of their own.
bool is_read(const Path& file) {
  return file.filename() != kMark &&
         (file.extension() == ".json" || file.extension() == ".safetensors");
}

std::optional<std::string> unlisted_file(const Path& folder, const nlohmann::json& files) {
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (const std::string name = entry.path().lexically_relative(folder).generic_string();
        is_read(entry.path()) && !files.contains(name) && !is_leftover(name))
      return fmt::format("{} does not list {}, which may be damaged or of another run", kMark,
                         escaped(name));
  return std::nullopt;
}

/// A folder's name is believed nowhere: it may have been renamed.
std::optional<std::string> step_problem(const Path& folder) {
  if (!fs::exists(folder / kStateFile)) return std::nullopt;
  const int64_t saved = saved_step(folder), named = step_of(folder).value_or(saved);
  if (saved == named) return std::nullopt;
  return fmt::format("step {} according to its {}; rename it to {}{}", saved, kStateFile, kPrefix,
                     saved);
}

/// Those that write_checkpoint made: other programs give folders the same names.
std::vector<FoundCheckpoint> marked_checkpoints(const Path& output) {
  auto all = list_checkpoints(output);
  std::erase_if(all, [](const FoundCheckpoint& one) { return !fs::exists(one.folder / kMark); });
  return all;
}

/// Does work on an unfinished checkpoint, which is removed where that fails.
template <typename Work>
void complete_or_remove(const Path& output, const Path& unfinished, const Work& work) {
  std::error_code ignored;
  try {
    work();
  } catch (const UserError& error) {
    fs::remove_all(unfinished, ignored);
    const auto whole = marked_checkpoints(output);
    if (whole.empty()) throw;
    throw UserError(
        error.code(),
        fmt::format("{}; {} is complete, and --resume_from_checkpoint auto resumes from it",
                    error.what(), whole.back().folder.string()));
  } catch (...) {
    fs::remove_all(unfinished, ignored);
    throw;
  }
}

/// Removes the oldest checkpoints, as write_checkpoint() says.
void rotate(const Path& output, int64_t step, int64_t keep, const std::vector<int64_t>& protect) {
  if (keep <= 0) return;
  const auto all = marked_checkpoints(output);
  int64_t left = static_cast<int64_t>(all.size());
  for (const FoundCheckpoint& old : all) {
    if (left <= keep) break;
    if (old.step == step || std::find(protect.begin(), protect.end(), old.step) != protect.end())
      continue;
    remove_checkpoint(old.folder);
    left--;
  }
}

}  // namespace

Path begin_checkpoint(const Path& output, int64_t step) {
  const Path unfinished = unfinished_folder(output, step);
  remove_folder(unfinished);
  std::error_code failure;
  fs::create_directories(unfinished, failure);
  if (failure) io_error("{}: cannot be made: {}", unfinished.string(), failure.message());
  return unfinished;
}

void finish_checkpoint(const Path& output, int64_t step, const FileSums& sums, int64_t keep,
                       const std::vector<int64_t>& protect) {
  const Path unfinished = unfinished_folder(output, step);
  complete_or_remove(output, unfinished, [&] {
    write_mark(unfinished, sums);
    sync_folder(unfinished);
    take_place(unfinished, output / fmt::format("{}{}", kPrefix, step));
    sync_folder(output);
  });
  rotate(output, step, keep, protect);
}

void remove_unfinished(const Path& output, int64_t step) {
  std::error_code ignored;
  fs::remove_all(unfinished_folder(output, step), ignored);
}

void write_checkpoint(const Path& output, int64_t step, const FillFolder& fill, int64_t keep,
                      const std::vector<int64_t>& protect) {
  const Path unfinished = begin_checkpoint(output, step);
  FileSums sums;
  complete_or_remove(output, unfinished, [&] { sums = fill(unfinished); });
  finish_checkpoint(output, step, sums, keep, protect);
}

std::optional<std::string> checkpoint_problem(const Path& folder) {
  try {
    if (!fs::is_regular_file(folder / kMark) && is_of_others(folder))
      return "it is not one of Tutti's; to begin with its weights give it as --model_name_or_path";
    if (!fs::is_regular_file(folder / kMark))
      return fmt::format("{} is missing: the checkpoint was never finished", kMark);
    const nlohmann::json mark = format::read_json(folder / kMark);
    if (!mark.is_object() || !mark.contains("files") || !mark["files"].is_object())
      return fmt::format("{} is malformed", kMark);
    for (const auto& [name, said] : mark["files"].items())
      if (auto problem = file_problem(folder, name, said)) return problem;
    if (auto problem = unlisted_file(folder, mark["files"])) return problem;
    return step_problem(folder);
  } catch (const std::exception& error) {
    return error.what();
  }
}

int64_t saved_step(const Path& folder) {
  const Path file = folder / kStateFile;
  const int64_t step = format::json_int(format::read_json(file), "global_step", file.string());
  if (step < 0) user_error("{}: global_step is {}, expected 0 or more", file.string(), step);
  return step;
}

std::vector<FoundCheckpoint> list_checkpoints(const Path& output) {
  std::vector<FoundCheckpoint> found;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(output, failure))
    if (const auto step = step_of(entry.path()); step && entry.is_directory())
      found.push_back({entry.path(), *step});
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.step < b.step; });
  return found;
}

std::optional<FoundCheckpoint> newest_checkpoint(const Path& output) {
  const auto all = list_checkpoints(output);
  for (auto at = all.rbegin(); at != all.rend(); ++at) {
    const auto problem = checkpoint_problem(at->folder);
    if (!problem) return *at;
    log_warning("skipping {}: {}", at->folder.string(), *problem);
  }
  return std::nullopt;
}

bool is_leftover(std::string_view name) {
  return name.starts_with(kUnfinished) || name.starts_with(".tutti-");
}

void remove_checkpoints(const Path& output) {
  for (const FoundCheckpoint& found : marked_checkpoints(output)) remove_checkpoint(found.folder);
}

void remove_leftovers(const Path& output) {
  std::error_code failure;
  std::vector<Path> leftovers;
  for (const auto& entry : fs::directory_iterator(output, failure)) {
    if (is_leftover(entry.path().filename().string())) leftovers.push_back(entry.path());
  }
  for (const Path& path : leftovers) {
    log_info("removing {}, left by an interrupted run", path.string());
    remove_folder(path);
  }
}

}  // namespace tutti::train
