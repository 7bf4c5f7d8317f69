// SPDX-License-Identifier: Apache-2.0
#include "run/hub.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "model/adapter_config.h"
#include "run/user_folders.h"

namespace tutti::run {
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

/// NAME or ORG/NAME as the hub allows it; never a path out of the cache's folder.
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

/// The snapshot of `main` of models--ORG--NAME; nullopt if there is none.
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

/// Rejects a file that is not a model, by its first bytes.
void expect_gguf(const std::string& file) {
  const InputFile opened{Path(file)};
  std::string start(std::min<uint64_t>(opened.size(), 4), '\0');
  opened.read_at(0, std::as_writable_bytes(std::span(start)));
  if (start != "GGUF")
    user_error(
        "{}: found a file, expected a folder with config.json and model.safetensors, or a GGUF "
        "file; a file of arguments is named .json, .yaml or .yml",
        escaped(file));
}

/// The model's folder in the cache, by the given name or by its full name on the hub.
std::optional<Path> cached_model(const Path& cache, const std::string& name) {
  if (auto folder = snapshot(cache, "models", name)) return folder;
  const auto whole_name = model::hub_name(name);
  return whole_name ? snapshot(cache, "models", *whole_name) : std::nullopt;
}

/// The local or cached folder or GGUF file of that name; nullopt if there is none.
std::optional<Path> model_here(const std::string& name_or_path, const Path& cache) {
  if (is_folder(name_or_path)) return name_or_path;
  if (is_file(name_or_path)) {
    expect_gguf(name_or_path);
    return name_or_path;
  }
  return is_hub_name(name_or_path) ? cached_model(cache, name_or_path) : std::nullopt;
}

/// The same, or an error that says what kind of folder it should be: "model", "adapter".
Path resolved(const char* kind, const std::string& name_or_path, const Path& cache) {
  if (const auto found = model_here(name_or_path, cache)) return *found;
  if (!is_hub_name(name_or_path))
    io_error(
        "{} {}: there is no such folder; expected its folder or its name on the Hugging Face hub",
        kind, escaped(name_or_path));
  io_error(
      "{} {}: found neither a folder of that name nor a copy in the Hugging Face cache ({});"
      " get it with: hf download {}",
      kind, name_or_path, cache.empty() ? "HOME is not set" : escaped(cache.string()),
      name_or_path);
}

}  // namespace

Path hub_cache(const std::string& cache_dir, const Context& context) {
  return cache_dir.empty() ? hugging_face_cache(context.variables) : Path(cache_dir);
}

Path resolve_model(const std::string& name_or_path, const Path& cache) {
  if (name_or_path.empty())
    user_error("--model_name_or_path is missing: expected a model's folder or name");
  return resolved("model", name_or_path, cache);
}

Path resolve_adapter(const std::string& name_or_path, const Path& cache) {
  return resolved("adapter", name_or_path, cache);
}

void find_base(std::string& model, std::string& adapter, std::string& tokenizer,
               const Path& cache) {
  const auto folder = model.empty() ? std::nullopt : model_here(model, cache);
  if (!folder || !is_file(*folder / kAdapterConfigFile)) return;
  const std::string shown = escaped(folder->string(), 1000);
  if (!adapter.empty())
    user_error("{}: this is an adapter's folder, but --adapter {} gives another: leave one out",
               shown, escaped(adapter));
  const Path file = *folder / kAdapterConfigFile;
  const std::string base =
      model::parse_adapter_config(read_file(file), escaped(file.string(), 1000)).base_model;
  if (base.empty())
    user_error(
        "{}: base_model_name_or_path is missing: give the base model as --model_name_or_path, and "
        "this folder as --adapter",
        escaped(file.string(), 1000));
  auto found = model_here(base, cache);
  if (!found && Path(base).is_relative()) found = model_here((*folder / base).string(), {});
  if (!found)
    io_error(
        "{}: the adapter's base model is {} (base_model_name_or_path), and there is neither a "
        "folder of that name nor a copy in the Hugging Face cache ({}); {}give the base as "
        "--model_name_or_path and this folder as --adapter",
        shown, escaped(base), cache.empty() ? "HOME is not set" : escaped(cache.string()),
        is_hub_name(base) ? fmt::format("get it with: hf download {}, or ", base) : "");
  if (tokenizer.empty() && is_file(*folder / "tokenizer.json")) tokenizer = folder->string();
  adapter = std::exchange(model, found->string());
}

Path resolve_tokenizer(std::string model, const Path& cache) {
  std::string adapter, tokenizer;
  find_base(model, adapter, tokenizer, cache);
  return resolve_model(tokenizer.empty() ? model : tokenizer, cache);
}

std::vector<Path> dataset_files(const std::string& name_or_path, task::Split split,
                                const task::TaskKind& task, const Path& cache) {
  if (is_folder(name_or_path)) {
    auto files = task.find_files(name_or_path, split, "");
    if (files.empty())
      io_error("{}: found neither {}", escaped(name_or_path), task.wanted_files(split));
    return files;
  }
  const std::string full = task.hub_name(name_or_path);
  if (!is_hub_name(name_or_path))
    io_error(
        "{}: there is no such folder; expected a data set's folder or its name on the Hugging Face "
        "hub",
        escaped(name_or_path));
  for (const std::string& name : {name_or_path, full}) {
    const auto folder = snapshot(cache, "datasets", name);
    if (!folder) continue;
    if (auto files = task.find_files(*folder, split, name_or_path); !files.empty()) return files;
  }
  io_error(
      "data set {}: found neither a folder of that name nor its {} split in the Hugging Face cache "
      "({}); get it with: hf download {} --repo-type dataset",
      name_or_path, task::name_of(split),
      cache.empty() ? "HOME is not set" : escaped(cache.string()), full);
}

}  // namespace tutti::run
