// SPDX-License-Identifier: Apache-2.0
#include "task/squad/files.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace tutti::task::squad {
namespace {

bool is_file(const Path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
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

}  // namespace

std::vector<Path> find_files(const Path& folder, Split split, bool version_2) {
  for (const std::string& name : file_names(split, version_2))
    if (is_file(folder / name)) return {folder / name};
  for (const Path& place : parquet_folders(folder, version_2))
    if (auto files = parquet_files(place, split); !files.empty()) return files;
  return {};
}

std::string wanted_files(Split split, bool version_2) {
  return fmt::format("{} in this folder nor {}-*.parquet in it or its plain_text, squad_v2 or data",
                     fmt::join(file_names(split, version_2), " nor "),
                     split == Split::train ? "train" : "validation");
}

}  // namespace tutti::task::squad
