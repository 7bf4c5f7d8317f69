// SPDX-License-Identifier: Apache-2.0
#include "task/data_files.h"

#include <glob.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace tutti::task {
namespace {

bool exists(const Path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::vector<Path> matching_files(const std::string& pattern, std::string_view flag) {
  glob_t found{};
  const int failure = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
  std::vector<Path> files(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  if (failure == GLOB_NOSPACE) throw std::bad_alloc();
  if (files.empty())
    user_error("--{} {}: found no file whose name fits, expected some", flag,
               escaped(pattern, 1000));
  std::sort(files.begin(), files.end());
  return files;
}

void expect_file(const Path& path, std::string_view flag) {
  const std::string name = escaped(path.string(), 1000);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    user_error(
        "--{} {}: found a folder, expected a file; give the folder as --dataset_name, whose files "
        "are called train and validation, or name its files: \"{}/*.jsonl\"",
        flag, name, name.ends_with('/') ? name.substr(0, name.size() - 1) : name);
  if (path.native().find("://") == std::string::npos) return;
  user_error(
      "--{} {}: found an address, expected a file of this machine; download it first, by `curl -LO "
      "{}` or, from the Hugging Face hub, by `hf download --repo-type dataset`",
      flag, name, name);
}

}  // namespace

std::vector<Path> named_files(const std::string& names, std::string_view flag) {
  std::vector<Path> files;
  const std::vector<std::string> parts =
      exists(names) ? std::vector<std::string>{names} : parts_of_list(names);
  for (const std::string& part : parts) {
    const bool is_pattern =
        part.find_first_of("*?[") != part.npos && !exists(part) && part.find("://") == part.npos;
    for (const Path& file : is_pattern ? matching_files(part, flag) : std::vector<Path>{part}) {
      expect_file(file, flag);
      if (std::find(files.begin(), files.end(), file) != files.end())
        user_error("--{}: found {} twice, expected each file once", flag,
                   escaped(file.string(), 1000));
      files.push_back(file);
    }
  }
  return files;
}

}  // namespace tutti::task
