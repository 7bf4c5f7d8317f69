// SPDX-License-Identifier: Apache-2.0
// The tensors of a GGUF file under Hugging Face's names and in its order, and the other way round.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "format/gguf.h"
#include "format/sharded.h"
#include "model/gguf_names.h"

namespace tutti::model {

/// The weights of a model: of a folder, or of a GGUF file. Quantized tensors of the latter become
/// float32. A tensor there that no model of its architecture has is a UserError.
format::ShardedTensors open_tensors(const Path& folder_or_gguf);

/// Weights as a GGUF file holds them: `quantized` for matrices, float32 for vectors, and a type of
/// as many bits as fit where a row is no whole number of blocks.
struct GgufWeights {
  const format::ShardedTensors& tensors;  // F32, F16, BF16 or F64; must outlive the sources
  const nlohmann::json& config;
  format::GgufType type = format::GgufType::f16;
};

/// The tensors to write, in llama.cpp's order and under its names. `where` names the model in
/// errors: one that GGUF files do not have, and tensors that the architecture has no name for.
std::vector<format::GgufSource> gguf_sources(const GgufWeights& weights, std::string_view where);

}  // namespace tutti::model
