// SPDX-License-Identifier: Apache-2.0
#include "model/gguf_names.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace tutti::model {
namespace {

constexpr std::string_view kGgufArchitectures[] = {"llama", "qwen2", "qwen3", "gemma3", "gpt2"};

/// A module of a layer or beside them, without ".weight" and ".bias".
struct GgufModule {
  const char *gguf, *ours;  // without the layer
  bool turns = false;       // GPT-2: transposed; Llama: its rows are pairs
};

constexpr GgufModule kDecoderModules[] = {
    {"token_embd", "model.embed_tokens"}, {"output_norm", "model.norm"}, {"output", "lm_head"}};
constexpr GgufModule kDecoderLayer[] = {
    {"attn_norm", "input_layernorm"},     {"attn_q", "self_attn.q_proj", true},
    {"attn_k", "self_attn.k_proj", true}, {"attn_v", "self_attn.v_proj"},
    {"attn_output", "self_attn.o_proj"},  {"attn_q_norm", "self_attn.q_norm"},
    {"attn_k_norm", "self_attn.k_norm"},  {"ffn_norm", "post_attention_layernorm"},
    {"ffn_gate", "mlp.gate_proj"},        {"ffn_up", "mlp.up_proj"},
    {"ffn_down", "mlp.down_proj"}};
/// Where what attention and feed forward make is normalised too.
constexpr GgufModule kGemma3Norms[] = {{"attn_norm", "input_layernorm"},
                                       {"post_attention_norm", "post_attention_layernorm"},
                                       {"ffn_norm", "pre_feedforward_layernorm"},
                                       {"post_ffw_norm", "post_feedforward_layernorm"}};
constexpr GgufModule kGpt2Modules[] = {{"token_embd", "transformer.wte"},
                                       {"position_embd", "transformer.wpe"},
                                       {"output_norm", "transformer.ln_f"},
                                       {"output", "lm_head"}};
constexpr GgufModule kGpt2Layer[] = {
    {"attn_norm", "ln_1"}, {"attn_qkv", "attn.c_attn", true}, {"attn_output", "attn.c_proj", true},
    {"ffn_norm", "ln_2"},  {"ffn_up", "mlp.c_fc", true},      {"ffn_down", "mlp.c_proj", true}};

GgufOrder order_of(GgufArchitecture architecture, const GgufModule& module, bool is_bias) {
  if (!module.turns) return GgufOrder::same;
  if (architecture == GgufArchitecture::gpt2)
    return is_bias ? GgufOrder::same : GgufOrder::transposed;
  if (architecture != GgufArchitecture::llama) return GgufOrder::same;
  return std::string_view(module.gguf) == "attn_q" ? GgufOrder::query_pairs : GgufOrder::key_pairs;
}

}  // namespace

std::string_view gguf_name_of(GgufArchitecture architecture) {
  return kGgufArchitectures[static_cast<size_t>(architecture)];
}

GgufArchitecture gguf_architecture(std::string_view name, std::string_view where) {
  const auto found = std::find(std::begin(kGgufArchitectures), std::end(kGgufArchitectures), name);
  if (found == std::end(kGgufArchitectures))
    user_error(
        "{}: key general.architecture: Tutti reads no GGUF files of {}. It reads those of: {}; "
        "docs/models.md says what other models are read from",
        where, escaped(name, 60), fmt::join(kGgufArchitectures, ", "));
  return static_cast<GgufArchitecture>(found - std::begin(kGgufArchitectures));
}

GgufArchitecture gguf_architecture_of(std::string_view type, std::string_view where) {
  if (type == "mistral") return GgufArchitecture::llama;  // the same network
  if (type == "gemma3_text") return GgufArchitecture::gemma3;
  const auto found = std::find(std::begin(kGgufArchitectures), std::end(kGgufArchitectures), type);
  if (found == std::end(kGgufArchitectures))
    user_error(
        "{}: model_type is \"{}\", expected one of llama, mistral, qwen2, qwen3, gemma3_text, "
        "gpt2: "
        "GGUF files of others are not written",
        where, escaped(type));
  return static_cast<GgufArchitecture>(found - std::begin(kGgufArchitectures));
}

std::vector<GgufTensorName> gguf_tensor_names(GgufArchitecture architecture, int64_t layers) {
  const bool is_gpt2 = architecture == GgufArchitecture::gpt2,
             is_gemma = architecture == GgufArchitecture::gemma3;
  std::vector<GgufTensorName> names;
  const auto add = [&](const GgufModule& module, const std::string& gguf, const std::string& ours) {
    for (const bool is_bias : {false, true}) {
      const char* part = is_bias ? ".bias" : ".weight";
      names.push_back({gguf + module.gguf + part, ours + module.ours + part,
                       order_of(architecture, module, is_bias),
                       is_gemma && std::string_view(module.gguf).ends_with("norm")});
    }
  };
  const auto add_all = [&](const auto& modules, const auto& layer, const char* prefix) {
    for (const GgufModule& module : modules) add(module, "", "");
    for (int64_t index = 0; index < layers; index++)
      for (const GgufModule& module : layer)
        add(module, fmt::format("blk.{}.", index), fmt::format("{}{}.", prefix, index));
  };
  std::vector<GgufModule> decoder_layer(std::begin(kDecoderLayer), std::end(kDecoderLayer));
  if (is_gemma) {
    std::erase_if(decoder_layer, [](const GgufModule& module) {
      return std::string_view(module.ours).ends_with("layernorm");
    });
    decoder_layer.insert(decoder_layer.end(), std::begin(kGemma3Norms), std::end(kGemma3Norms));
  }
  if (is_gpt2)
    add_all(kGpt2Modules, kGpt2Layer, "transformer.h.");
  else
    add_all(kDecoderModules, decoder_layer, "model.layers.");
  return names;
}

}  // namespace tutti::model
