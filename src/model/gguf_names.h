// SPDX-License-Identifier: Apache-2.0
// What llama.cpp calls the models and tensors of Hugging Face, and how it arranges their values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::model {

/// The architectures of GGUF files that are read and written.
enum class GgufArchitecture { llama, qwen2, qwen3, gemma3, gpt2 };

/// "llama", ...: the value of general.architecture, and the beginning of its keys.
std::string_view gguf_name_of(GgufArchitecture architecture);
/// Of that value. One that there is not is a UserError; `where` names the file in it.
GgufArchitecture gguf_architecture(std::string_view name, std::string_view where);
/// Of a config.json's model_type. A model that GGUF files have no name for is a UserError.
GgufArchitecture gguf_architecture_of(std::string_view model_type, std::string_view where);

/// How the values of a tensor [outputs, inputs] in a GGUF file are arranged otherwise than in
/// Hugging Face's files.
enum class GgufOrder {
  same,
  transposed,  // GPT-2's weights are [inputs, outputs] in Hugging Face's files
  /// llama.cpp rotates neighbouring pairs of a head, Hugging Face its first half against the
  /// second: rows of queries' and keys' weights are interleaved by heads.
  query_pairs,
  key_pairs
};

struct GgufTensorName {
  std::string gguf, ours;
  GgufOrder order = GgufOrder::same;
  bool adds_one = false;  // the file has the values plus 1
};

/// All tensors that a model of that many layers may have.
std::vector<GgufTensorName> gguf_tensor_names(GgufArchitecture architecture, int64_t layers);

/// The factors by which Llama 3 divides the frequencies of its rotation, a tensor of its own.
inline constexpr std::string_view kGgufRotaryFactors = "rope_freqs.weight";

}  // namespace tutti::model
