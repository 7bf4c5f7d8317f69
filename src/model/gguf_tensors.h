// SPDX-License-Identifier: Apache-2.0
// The tensors of a GGUF file under Hugging Face's names and in its order, and the other way round.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "format/gguf.h"
#include "format/sharded.h"
#include "model/gguf_names.h"
#include "model/parameters.h"

namespace tutti::model {

/// The weights of a model: of a folder, or of a GGUF file. Quantized tensors of the latter become
/// float32. A tensor there that no model of its architecture has is a UserError.
format::ShardedTensors open_tensors(const Path& folder_or_gguf);

/// The tensor that files have for a parameter, by its name or else by its first alias that is
/// there; null if they lack it.
const format::TensorInfo* find_tensor(const format::ShardedTensors& tensors,
                                      const Parameter& parameter);

/// The blocks in which a GGUF file has each parameter; nothing of a folder.
std::vector<std::optional<blocks::BlockType>> blocks_of_files(
    const Path& folder_or_gguf, const std::vector<Parameter>& parameters);

/// What the names and the order of a model's tensors in GGUF files depend on.
struct GgufDecoder {
  GgufArchitecture architecture;
  int64_t layers, heads, key_heads;
};
/// Of a config.json. A model that GGUF files have no name for is a UserError.
GgufDecoder gguf_decoder(const nlohmann::json& config, std::string_view where);

/// A model whose weights a GGUF file is to have.
struct GgufWeights {
  const format::ShardedTensors& tensors;  // F32, F16, BF16 or F64; must outlive the sources
  const std::vector<Parameter>& parameters;
  const nlohmann::json& config;
  /// Of matrices; vectors are float32. A matrix whose rows are no whole blocks becomes F16.
  format::GgufType type = format::GgufType::f16;
};

/// The tensors to write, under llama.cpp's names. `where` names the model in errors: a parameter
/// that the tensors lack, that has another shape there, or that llama.cpp has no name for.
std::vector<format::GgufSource> gguf_sources(const GgufWeights& weights, std::string_view where);

}  // namespace tutti::model
