// SPDX-License-Identifier: Apache-2.0
// The tensors of an adapter, by the names that PEFT gives them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/adapter_config.h"
#include "model/adapter_modules.h"

namespace tutti::model {

/// A tensor of adapter_model.safetensors.
struct AdapterTensor {
  /// a, b, magnitude: of an adapter; base: the base model's own, which is not trained; copy: takes
  /// the place of the base model's.
  enum class Part { a, b, magnitude, base, copy };

  std::string name;  // "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight"
  std::vector<int64_t> shape;
  Part part = Part::a;
  std::string parameter = {};  // the base model's that it adapts, is or replaces
  size_t module = 0;           // its index in the modules given
};

/// The tensors of an adapter: of each adapted module, then of each module that is saved whole, then
/// biases that are trained. An embedding and an output head come with their base weights, as PEFT
/// saves them; those of a tied head are the embedding's once more.
std::vector<AdapterTensor> adapter_tensors(const AdapterConfig& config,
                                           std::span<const AdaptedModule> modules,
                                           std::string_view where);

}  // namespace tutti::model
