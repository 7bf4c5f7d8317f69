// SPDX-License-Identifier: Apache-2.0
// Maps names on the Hugging Face hub to files on this machine. Downloads nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "run/context.h"
#include "task/task.h"

namespace tutti::run {

/// --cache_dir, or the usual cache if that is empty. Empty if there is none.
Path hub_cache(const std::string& cache_dir, const Context& context);

/// The folder of a model: an existing folder or GGUF file, or the newest `main` of that name in the
/// Hugging Face cache (models--ORG--NAME/snapshots/<commit>). If there is none, throws a UserError
/// of exit code 5 with the command that downloads it.
Path resolve_model(const std::string& name_or_path, const Path& cache);

/// The folder of an adapter, likewise.
Path resolve_adapter(const std::string& name_or_path, const Path& cache);

/// The file that marks a folder as an adapter's.
inline constexpr const char* kAdapterConfigFile = "adapter_config.json";

/// If `model` is an adapter's folder: moves it to `adapter`, uses its tokenizer files if it has
/// any, and replaces the model by the base that the folder names: a folder or GGUF file, possibly
/// relative to the adapter's folder, or a name in the cache. Throws a UserError if there is no such
/// base, or if another adapter is given.
void find_base(std::string& model, std::string& adapter, std::string& tokenizer, const Path& cache);

/// The folder of a model's tokenizer; for an adapter's folder, its own or its base's.
Path resolve_tokenizer(std::string model, const Path& cache);

/// The files of a split of a data set: a folder that contains them, or a name in the Hugging Face
/// cache (datasets--ORG--NAME/snapshots/<commit>). The task names those files.
std::vector<Path> dataset_files(const std::string& name_or_path, task::Split split,
                                const task::TaskKind& task, const Path& cache);

}  // namespace tutti::run
