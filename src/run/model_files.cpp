// SPDX-License-Identifier: Apache-2.0
#include "run/model_files.h"

#include "base/log.h"
#include "run/hub.h"
#include "run/user_folders.h"
#include "task/data_files.h"

namespace tutti::run {

std::vector<Path> split_files(const std::string& file, const std::string& dataset_name,
                              task::Split split, const task::TaskKind& kind, const Path& cache) {
  const char* const flag = split == task::Split::train ? "train_file" : "validation_file";
  if (!file.empty()) return task::named_files(file, flag);
  if (dataset_name.empty()) user_error("--{} or --dataset_name is missing", flag);
  return dataset_files(dataset_name, split, kind, cache);
}

std::optional<Path> feature_cache(const Context& context) {
  const auto folder = cache_folder(context.variables);
  if (folder) return *folder / "features";
  log_warning("neither XDG_CACHE_HOME nor HOME is set: prepared features are not kept");
  return std::nullopt;
}

}  // namespace tutti::run
