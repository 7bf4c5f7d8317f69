// SPDX-License-Identifier: Apache-2.0
#include "task/squad/files.h"

#include <algorithm>

#include "base/text.h"
#include "format/records.h"

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
  const std::string stem(name_of(split));
  for (const Path& place : parquet_folders(folder, version_2))
    if (auto files = format::find_parquet(place, stem); !files.empty()) return files;
  return {};
}

std::string wanted_files(Split split, bool version_2) {
  return fmt::format("{} in this folder nor {}-*.parquet in it or its plain_text, squad_v2 or data",
                     fmt::join(file_names(split, version_2), " nor "), name_of(split));
}

}  // namespace tutti::task::squad
