// SPDX-License-Identifier: Apache-2.0
#include "app/cli/hub.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "app/cli/environment.h"
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

std::optional<Path> find_file(const Path& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (is_file(folder / name)) return folder / name;
  return std::nullopt;
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

Path resolve_dataset(const std::string& name_or_path, Split split, bool version_2,
                     const std::string& cache_dir) {
  const bool named_so = !is_folder(name_or_path) && name_or_path.find("v2") != name_or_path.npos;
  const auto names = file_names(split, version_2 || named_so);
  if (is_folder(name_or_path)) {
    if (const auto file = find_file(name_or_path, names)) return *file;
    io_error("{}: found neither {} in this folder", escaped(name_or_path),
             fmt::join(names, " nor "));
  }
  if (is_hub_name(name_or_path)) {
    for (const std::string& owner : {std::string(), std::string("rajpurkar/")}) {
      const auto folder = snapshot(cache_of(cache_dir), "datasets", owner + name_or_path);
      if (!folder) continue;
      if (const auto file = find_file(*folder, names)) return *file;
    }
  }
  io_error(
      "data set {}: found no {} of it; get it with: curl -LO "
      "https://rajpurkar.github.io/SQuAD-explorer/dataset/{}, and name it with {}",
      escaped(name_or_path), names[0], names[0],
      split == Split::train ? "--train_file" : "--validation_file");
}

}  // namespace tutti::app
