// SPDX-License-Identifier: Apache-2.0
// Names on the Hugging Face hub -> files on this machine. Nothing is fetched.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "run/context.h"
#include "task/task.h"

namespace tutti::run {

/// --cache_dir, or the usual cache where that is empty. Empty where there is none.
Path hub_cache(const std::string& cache_dir, const Context& context);

/// The folder of a model: an existing folder or GGUF file, or the newest `main` of that name in the
/// Hugging Face cache (models--ORG--NAME/snapshots/<commit>). What is not there is a UserError of
/// exit code 5 that gives the command which gets it.
Path resolve_model(const std::string& name_or_path, const Path& cache);

/// The folder of an adapter, likewise.
Path resolve_adapter(const std::string& name_or_path, const Path& cache);

/// The file of an adapter's folder that says so.
inline constexpr const char* kAdapterConfigFile = "adapter_config.json";

/// Where `model` is the folder of an adapter: that is the adapter then, its tokenizer's files are
/// the tokenizer if it has any, and the model is the base that the folder names: a folder or GGUF
/// file, if need be seen from the adapter's folder, or a name in the cache. A UserError where there
/// is no such base, or where another adapter is given.
void find_base(std::string& model, std::string& adapter, std::string& tokenizer, const Path& cache);

/// The folder of a model's tokenizer: where the model is an adapter's folder, its own or its
/// base's.
Path resolve_tokenizer(std::string model, const Path& cache);

/// The files of a split of a data set: a folder that holds them, or a name in the Hugging Face
/// cache (datasets--ORG--NAME/snapshots/<commit>). The task says which files those are.
std::vector<Path> dataset_files(const std::string& name_or_path, task::Split split,
                                const task::TaskKind& task, const Path& cache);

}  // namespace tutti::run
