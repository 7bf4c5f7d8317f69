// SPDX-License-Identifier: Apache-2.0
// Names like "bert-base-uncased" and "squad" -> files on this machine. Nothing is fetched.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/files.h"

namespace tutti::app {

/// The folder of a model: an existing folder, or the newest `main` of that name in the Hugging Face
/// cache (models--ORG--NAME/snapshots/<commit>). What is not there is a UserError of exit code 5
/// that gives the command which gets it. `cache_dir`: another cache; empty: the usual one.
Path resolve_model(const std::string& name_or_path, const std::string& cache_dir = "");

enum class Split { train, validation };

/// The SQuAD files of a split of a data set: a folder that holds them, or "squad" / "squad_v2" in
/// the Hugging Face cache (datasets--ORG--NAME/snapshots/<commit>). A JSON file (train-v1.1.json,
/// dev-v2.0.json, ...), else all shards of the Parquet form
/// (plain_text/train-00000-of-00001.parquet).
std::vector<Path> resolve_dataset(const std::string& name_or_path, Split split, bool version_2,
                                  const std::string& cache_dir = "");

/// --train_file or --validation_file where it is given, else what --dataset_name names.
template <typename Arguments>
std::vector<Path> dataset_files(const std::string& file, Split split, const Arguments& arguments) {
  if (!file.empty()) return {file};
  if (arguments.dataset_name.empty())
    user_error("--{} or --dataset_name is missing",
               split == Split::train ? "train_file" : "validation_file");
  return resolve_dataset(arguments.dataset_name, split, arguments.version_2_with_negative,
                         arguments.cache_dir);
}

}  // namespace tutti::app
