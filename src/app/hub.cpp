// SPDX-License-Identifier: Apache-2.0
#include "app/hub.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <vector>

#include "app/environment.h"
#include "base/error.h"
#include "base/text.h"

namespace tutti::app {
namespace {

constexpr size_t kLongestCommit = 200;

bool is_file(const Path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

bool is_folder(const Path& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
}

/// NAME or ORG/NAME as the hub allows it; nothing that could leave the cache's folder.
bool is_hub_name(const std::string& name) {
  const size_t slash = name.find('/');
  const auto is_part = [](std::string_view part) {
    return !part.empty() && part.front() != '.' &&
           std::all_of(part.begin(), part.end(), is_name_character);
  };
  const std::string_view whole = name;
  if (slash == name.npos) return is_part(whole);
  return is_part(whole.substr(0, slash)) && is_part(whole.substr(slash + 1));
}

/// The snapshot of `main` of models--ORG--NAME; nothing where there is none.
std::optional<Path> snapshot(const Path& cache, const std::string& kind, std::string name) {
  if (const size_t slash = name.find('/'); slash != name.npos) name.replace(slash, 1, "--");
  const Path repository = cache / (kind + "--" + name);
  const Path reference = repository / "refs" / "main";
  if (!is_file(reference)) return std::nullopt;
  std::string commit = read_file(reference, kLongestCommit);
  while (!commit.empty() && std::isspace(static_cast<unsigned char>(commit.back())))
    commit.pop_back();
  if (commit.empty() || !std::all_of(commit.begin(), commit.end(), is_name_character) ||
      commit.front() == '.')
    user_error("{}: found \"{}\", expected a commit; remove {} and fetch it again",
               reference.string(), escaped(commit), repository.string());
  const Path folder = repository / "snapshots" / commit;
  if (!is_folder(folder)) return std::nullopt;
  return folder;
}

Path cache_of(const std::string& cache_dir) {
  return cache_dir.empty() ? hugging_face_cache() : Path(cache_dir);
}

/// The file names of a split, the expected version first.
std::vector<std::string> file_names(Split split, bool version_2) {
  const std::string start = split == Split::train ? "train-" : "dev-";
  std::vector<std::string> names = {start + "v1.1.json", start + "v2.0.json"};
  if (version_2) std::reverse(names.begin(), names.end());
  return names;
}

/// The number of shards that "train-00000-of-00002.parquet" speaks of; nothing for another name.
std::optional<size_t> shards_of(std::string_view name) {
  const size_t of = name.rfind("-of-");
  if (of == name.npos) return std::nullopt;
  const std::string_view number = name.substr(of + 4);
  size_t shards = 0;
  const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), shards);
  if (failure != std::errc() || end == number.data()) return std::nullopt;
  return shards;
}

/// The split's Parquet files in this very folder, in order; all of them or an error.
std::vector<Path> parquet_files(const Path& folder, Split split) {
  const std::string_view start = split == Split::train ? "train-" : "validation-";
  std::vector<Path> files;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure))
    if (entry.path().filename().string().starts_with(start) &&
        entry.path().extension() == ".parquet" && is_file(entry.path()))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  if (files.empty()) return files;
  if (const auto shards = shards_of(files[0].filename().string());
      shards && *shards != files.size())
    io_error("{}: found {} of the {} files {}*.parquet, expected all; fetch them again",
             escaped(folder.string(), 1000), files.size(), *shards, start);
  return files;
}

/// Where data sets on the hub keep their Parquet files, the expected version first.
std::vector<Path> parquet_folders(const Path& folder, bool version_2) {
  std::vector<Path> folders = {folder / "plain_text", folder / "squad_v2"};
  if (version_2) std::reverse(folders.begin(), folders.end());
  folders.push_back(folder / "data");
  folders.push_back(folder);
  return folders;
}

std::vector<Path> find_files(const Path& folder, Split split, bool version_2) {
  for (const std::string& name : file_names(split, version_2))
    if (is_file(folder / name)) return {folder / name};
  for (const Path& place : parquet_folders(folder, version_2))
    if (auto files = parquet_files(place, split); !files.empty()) return files;
  return {};
}

}  // namespace

Path resolve_model(const std::string& name_or_path, const std::string& cache_dir) {
  if (name_or_path.empty())
    user_error("--model_name_or_path is missing: expected a model's folder or name");
  if (is_folder(name_or_path)) return name_or_path;
  if (is_file(name_or_path))
    user_error("{}: found a file, expected a folder with config.json and model.safetensors",
               escaped(name_or_path));
  if (!is_hub_name(name_or_path))
    io_error(
        "{}: there is no such folder; expected a model's folder or a name like "
        "bert-base-uncased",
        escaped(name_or_path));
  const Path cache = cache_of(cache_dir);
  if (const auto folder = snapshot(cache, "models", name_or_path)) return *folder;
  // Names of old, without an organisation, are the hub's short form of these.
  if (name_or_path.starts_with("bert-"))
    if (const auto folder = snapshot(cache, "models", "google-bert/" + name_or_path))
      return *folder;
  io_error(
      "model {}: found neither a folder of that name nor a copy in the Hugging Face cache ({});"
      " get it with: hf download {}",
      name_or_path, cache.empty() ? "HOME is not set" : escaped(cache.string()), name_or_path);
}

std::vector<Path> resolve_dataset(const std::string& name_or_path, Split split, bool version_2,
                                  const std::string& cache_dir) {
  if (is_folder(name_or_path)) {
    auto files = find_files(name_or_path, split, version_2);
    if (files.empty())
      io_error(
          "{}: found neither {} in this folder nor {}-*.parquet in it or its plain_text, squad_v2 "
          "or data",
          escaped(name_or_path), fmt::join(file_names(split, version_2), " nor "),
          split == Split::train ? "train" : "validation");
    return files;
  }
  const bool is_version_2 = version_2 || name_or_path.find("v2") != name_or_path.npos;
  const Path cache = cache_of(cache_dir);
  if (!is_hub_name(name_or_path))
    io_error(
        "{}: there is no such folder; expected a data set's folder or a name like rajpurkar/squad",
        escaped(name_or_path));
  // Names of old, without an organisation, are the hub's short form of these.
  const bool is_short = name_or_path.find('/') == name_or_path.npos;
  const std::string full = (is_short ? "rajpurkar/" : "") + name_or_path;
  for (const std::string& name : {name_or_path, full}) {
    const auto folder = snapshot(cache, "datasets", name);
    if (!folder) continue;
    if (auto files = find_files(*folder, split, is_version_2); !files.empty()) return files;
  }
  io_error(
      "data set {}: found neither a folder of that name nor its {} split in the Hugging Face cache "
      "({}); get it with: hf download {} --repo-type dataset",
      name_or_path, split == Split::train ? "train" : "validation",
      cache.empty() ? "HOME is not set" : escaped(cache.string()), full);
}

}  // namespace tutti::app
