// SPDX-License-Identifier: Apache-2.0
#include "model/gguf_config.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/gguf_rotary.h"
#include "model/gpt2.h"

namespace tutti::model {
namespace {

using GgufJson = nlohmann::ordered_json;

/// What may follow the architecture's name in a key.
constexpr std::string_view kGgufKnownKeys[] = {"attention.head_count",
                                               "attention.head_count_kv",
                                               "attention.key_length",
                                               "attention.layer_norm_epsilon",
                                               "attention.value_length",
                                               "attention.layer_norm_rms_epsilon",
                                               "attention.causal",
                                               "attention.sliding_window",
                                               "block_count",
                                               "context_length",
                                               "embedding_length",
                                               "expert_count",
                                               "expert_used_count",
                                               "feed_forward_length",
                                               "rope.dimension_count",
                                               "rope.freq_base",
                                               "rope.scaling.factor",
                                               "rope.scaling.type",
                                               "vocab_size",
                                               "tensor_data_layout",
                                               "rope.scaling.original_context_length"};

/// The shortest decimal number that a float32 of a file is: 1e-5 rather than 9.99999974e-06.
double shortest(double value) {
  return std::stod(fmt::format("{}", static_cast<float>(value)));
}

/// Reads the keys of one file's architecture.
class GgufReader {
 public:
  explicit GgufReader(const format::GgufFile& file)
      : file_(file),
        where_(escaped(file.path().native(), 1000)),
        architecture_(gguf_architecture(
            format::gguf_string(file.keys(), "general.architecture", where_), where_)) {
    check_keys();
    for (const char* name : {"expert_count", "expert_used_count"})
      if (integer(name, 0) != 0)
        user_error("{}: key {}: found {}, expected 0: Tutti does not implement experts", where_,
                   key(name), integer(name, 0));
    if (!format::gguf_bool(file.keys(), key("attention.causal"), where_, true))
      user_error("{}: key {}: found false, expected true", where_, key("attention.causal"));
  }

  GgufJson config() const {
    return architecture_ == GgufArchitecture::gpt2 ? gpt2_config() : decoder();
  }

 private:
  /// That each key of the architecture is known.
  void check_keys() const {
    const std::string prefix = key("");
    for (const auto& [name, value] : file_.keys()) {
      if (!name.starts_with(prefix)) continue;
      const std::string_view rest = std::string_view(name).substr(prefix.size());
      if (std::find(std::begin(kGgufKnownKeys), std::end(kGgufKnownKeys), rest) ==
          std::end(kGgufKnownKeys))
        user_error("{}: key {} is given, expected a model without it: Tutti does not implement it",
                   where_, escaped(name));
    }
  }
  std::string key(std::string_view name) const {
    return fmt::format("{}.{}", gguf_name_of(architecture_), name);
  }
  int64_t integer(std::string_view name, std::optional<int64_t> fallback = std::nullopt) const {
    return format::gguf_integer(file_.keys(), key(name), where_, fallback);
  }
  double number(std::string_view name, std::optional<double> fallback = std::nullopt) const {
    return shortest(format::gguf_number(file_.keys(), key(name), where_, fallback));
  }
  bool has(std::string_view name) const { return format::gguf_find(file_.keys(), key(name)); }

  std::optional<int64_t> id(const char* role) const {
    const std::string name = fmt::format("tokenizer.ggml.{}_token_id", role);
    if (!format::gguf_find(file_.keys(), name)) return std::nullopt;
    const int64_t found = format::gguf_integer(file_.keys(), name, where_);
    if (found < 0 || found == UINT32_MAX) return std::nullopt;
    return found;
  }

  void add_ids(GgufJson& config) const {
    for (const auto& [role, ours] :
         {std::pair("bos", "bos"), std::pair("eos", "eos"), std::pair("padding", "pad")})
      if (const auto found = id(role)) config[std::string(ours) + "_token_id"] = *found;
    // Chat models end a message otherwise than a text.
    const auto eot = id("eot");
    if (eot && config.contains("eos_token_id") && config["eos_token_id"] != *eot)
      config["eos_token_id"] = GgufJson::array({config["eos_token_id"], *eot});
  }

  const format::GgufTensor& embedding() const {
    const format::GgufTensor* tensor = file_.find("token_embd.weight");
    if (!tensor || tensor->shape.size() != 2)
      user_error("{}: found no tensor token_embd.weight of two dimensions, expected the embedding",
                 where_);
    return *tensor;
  }

  /// What a decoder's rotation is, as transformers 4 writes it.
  void add_rotary(GgufJson& config, int64_t head_dim) const {
    const int64_t turned = integer("rope.dimension_count", head_dim);
    if (turned != head_dim)
      user_error("{}: key {}: found {}, expected the {} of a whole head", where_,
                 key("rope.dimension_count"), turned, head_dim);
    const double theta = number("rope.freq_base", 10000.0);
    config["rope_theta"] = theta;
    config["rope_scaling"] = nullptr;
    const std::string kind =
        format::gguf_string(file_.keys(), key("rope.scaling.type"), where_, "none");
    if (kind != "none" && kind != "linear")
      user_error("{}: key {}: found \"{}\", expected none or linear", where_,
                 key("rope.scaling.type"), escaped(kind));
    if (kind == "linear")
      config["rope_scaling"] = {{"rope_type", "linear"}, {"factor", number("rope.scaling.factor")}};
    const format::GgufTensor* tensor = file_.find(kGgufRotaryFactors);
    if (!tensor) return;
    if (kind == "linear" || tensor->values() != head_dim / 2)
      user_error(
          "{}: tensor {}: found {} factors of the rotation, expected {}, and no other key "
          "that stretches it",
          where_, kGgufRotaryFactors, tensor->values(), head_dim / 2);
    std::vector<float> factors(static_cast<size_t>(tensor->values()));
    file_.read_values(*tensor, factors);
    const Rotary rotary = rotary_of_factors(factors, theta, where_);
    config["rope_scaling"] = {{"rope_type", "llama3"},
                              {"factor", rotary.factor},
                              {"low_freq_factor", rotary.low_frequency_factor},
                              {"high_freq_factor", rotary.high_frequency_factor},
                              {"original_max_position_embeddings", rotary.original_positions}};
  }

  /// A window of all layers, in the members of any of the decoders; 0 is none.
  void add_window(GgufJson& config) const {
    const int64_t window = integer("attention.sliding_window", 0);
    if (window == 0) return;
    config["sliding_window"] = window;
    if (architecture_ == GgufArchitecture::llama) return;
    if (architecture_ == GgufArchitecture::gemma3) return;
    config["use_sliding_window"] = true;
    config["max_window_layers"] = 0;
  }

  /// The names that transformers has for a decoder's architecture.
  GgufJson names() const {
    switch (architecture_) {
      case GgufArchitecture::llama:
        return {{"architectures", {"LlamaForCausalLM"}}, {"model_type", "llama"}};
      case GgufArchitecture::qwen2:
        return {{"architectures", {"Qwen2ForCausalLM"}}, {"model_type", "qwen2"}};
      case GgufArchitecture::gemma3:
        return {{"architectures", {"Gemma3ForCausalLM"}}, {"model_type", "gemma3_text"}};
      default:
        return {{"architectures", {"Qwen3ForCausalLM"}}, {"model_type", "qwen3"}};
    }
  }

  /// The members of Gemma 3 alone.
  void add_gemma3(GgufJson& config, int64_t head_dim) const {
    constexpr int64_t kLargestLayers = 62;  // which llama.cpp knows its scale by
    config["hidden_activation"] = "gelu_pytorch_tanh";
    config["query_pre_attn_scalar"] =
        integer("block_count") == kLargestLayers
            ? integer("embedding_length") / integer("attention.head_count")
            : head_dim;
    config["rope_local_base_freq"] = 10000.0;  // as llama.cpp has it, and the order of windows
    config["sliding_window_pattern"] = 6;
  }

  GgufJson decoder() const {
    const bool is_llama = architecture_ == GgufArchitecture::llama;
    const int64_t hidden = integer("embedding_length"), heads = integer("attention.head_count");
    if (heads < 1)
      user_error("{}: key {}: found {}, expected at least 1", where_, key("attention.head_count"),
                 heads);
    const int64_t head_dim = integer("attention.key_length", hidden / heads);
    if (integer("attention.value_length", head_dim) != head_dim)
      user_error("{}: key {}: found {}, expected the {} of attention.key_length", where_,
                 key("attention.value_length"), integer("attention.value_length"), head_dim);
    const bool is_gemma = architecture_ == GgufArchitecture::gemma3;
    GgufJson config = names();
    const bool biased = file_.find("blk.0.attn_q.bias");
    if (architecture_ != GgufArchitecture::qwen2) config["attention_bias"] = biased;
    add_ids(config);
    if (has("attention.key_length") || architecture_ == GgufArchitecture::qwen3)
      config["head_dim"] = head_dim;
    if (is_gemma)
      add_gemma3(config, head_dim);
    else
      config["hidden_act"] = "silu";
    config["hidden_size"] = hidden;
    config["intermediate_size"] = integer("feed_forward_length");
    config["max_position_embeddings"] = integer("context_length");
    if (is_llama) config["mlp_bias"] = file_.find("blk.0.ffn_up.bias") != nullptr;
    config["num_attention_heads"] = heads;
    config["num_hidden_layers"] = integer("block_count");
    config["num_key_value_heads"] = integer("attention.head_count_kv", heads);
    config["rms_norm_eps"] = number("attention.layer_norm_rms_epsilon");
    add_rotary(config, head_dim);
    add_window(config);
    config["tie_word_embeddings"] = file_.find("output.weight") == nullptr;
    config["torch_dtype"] = "float32";
    config["vocab_size"] = embedding().shape[0];
    return config;
  }

  GgufJson gpt2_config() const {
    GgufJson config = {{"architectures", {"GPT2LMHeadModel"}},
                       {"model_type", "gpt2"},
                       {"activation_function", "gelu_new"}};
    add_ids(config);
    config["layer_norm_epsilon"] = number("attention.layer_norm_epsilon");
    config["n_embd"] = integer("embedding_length");
    config["n_head"] = integer("attention.head_count");
    config["n_inner"] = integer("feed_forward_length");
    config["n_layer"] = integer("block_count");
    config["n_positions"] = integer("context_length");
    config["tie_word_embeddings"] = file_.find("output.weight") == nullptr;
    config["torch_dtype"] = "float32";
    config["vocab_size"] = embedding().shape[0];
    return config;
  }

  const format::GgufFile& file_;
  std::string where_;
  GgufArchitecture architecture_;
};

}  // namespace

GgufJson gguf_config(const format::GgufFile& file) {
  return GgufReader(file).config();
}

}  // namespace tutti::model
