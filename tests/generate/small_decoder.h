// SPDX-License-Identifier: Apache-2.0
// A decoder of two layers with random weights.
#pragma once

#include <nlohmann/json.hpp>

#include "backend/cpu/cpu_backend.h"
#include "generate/cached_model.h"
#include "model/weights.h"

namespace tutti::test {

inline nlohmann::json small_decoder_config() {
  return {{"model_type", "qwen2"},    {"vocab_size", 640},
          {"hidden_size", 64},        {"num_hidden_layers", 2},
          {"num_attention_heads", 4}, {"num_key_value_heads", 2},
          {"intermediate_size", 96},  {"max_position_embeddings", 1024},
          {"initializer_range", 0.4}, {"tie_word_embeddings", true}};
}

/// The model of such a config, with weights of seed 1, on a backend.
struct SmallDecoder {
  explicit SmallDecoder(backend::Backend& backend, pass::Precision precision = pass::Precision::f32,
                        const nlohmann::json& config = small_decoder_config())
      : model(model::open_model(config, "config.json")),
        weights(model.parameters, 1),
        cached(backend, model, precision,
               [this](size_t i, ir::ElementType element) { return weights.read(i, element); }) {}

  model::Model model;
  model::Weights weights;
  generate::CachedModel cached;
};

}  // namespace tutti::test
