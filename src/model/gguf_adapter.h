// SPDX-License-Identifier: Apache-2.0
// LoRA adapters as GGUF files, which llama.cpp applies to its own file of the base.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/files.h"
#include "model/adapter_config.h"

namespace tutti::model {

struct GgufAdapter {
  Path tensors;                 // adapter_model.safetensors
  const AdapterConfig& config;  // of the adapter
  const nlohmann::json& base;   // config.json of the model
  std::string name;
};

/// Writes A [rank, inputs] and B [outputs, rank] of each module in float32, under the names of the
/// base's tensors and in the order of their rows. llama.cpp's factor is alpha / rank: B is scaled
/// where the configuration says another. A UserError that begins with `where` for what such a file
/// cannot say: DoRA, biases, modules that are saved whole, embeddings and tied heads, modules that
/// GGUF files have no name for. Returns the number of tensors.
size_t write_gguf_adapter(const Path& file, const GgufAdapter& adapter, std::string_view where);

}  // namespace tutti::model
