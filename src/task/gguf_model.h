// SPDX-License-Identifier: Apache-2.0
// Writes a model as one GGUF file, which llama.cpp and what is built on it load.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/files.h"
#include "format/gguf.h"
#include "format/sharded.h"

namespace tutti::task {

struct GgufModel {
  const Path& folder;  // with config.json, tokenizer and chat template; it may be a GGUF file too
  const format::ShardedTensors& tensors;          // the weights under Hugging Face's names
  format::GgufType type = format::GgufType::f16;  // of matrices; vectors are float32
  std::string name;                               // general.name
  std::optional<nlohmann::json> config = {};      // in place of the folder's config.json
};

/// Writes the file atomically. A model or tokenizer that llama.cpp has no name for is a UserError,
/// and so is a tensor whose values do not fit into its type.
void write_gguf_model(const Path& file, const GgufModel& model);

}  // namespace tutti::task
