// SPDX-License-Identifier: Apache-2.0
#include "model/gguf_tensors.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/convert_elements.h"
#include "model/decoder.h"
#include "model/gguf_config.h"
#include "model/gguf_rearrangement.h"

namespace tutti::model {
namespace {

using format::Dtype;
using format::GgufType;

Dtype dtype_of_gguf(GgufType type) {
  return type == GgufType::f16 ? Dtype::f16 : type == GgufType::bf16 ? Dtype::bf16 : Dtype::f32;
}

/// A GGUF file's tensors under Hugging Face's names.
class GgufModelTensors {
 public:
  explicit GgufModelTensors(const Path& path) : file_(path) {
    const std::string where = escaped(path.native(), 1000);
    const auto architecture =
        gguf_architecture(format::gguf_string(file_.keys(), "general.architecture", where), where);
    const std::string prefix(gguf_name_of(architecture));
    const auto count = [&](const char* name, std::optional<int64_t> fallback) {
      constexpr int64_t kMost = 1 << 12;  // of layers and heads
      const std::string key = fmt::format("{}.{}", prefix, name);
      const int64_t found = format::gguf_integer(file_.keys(), key, where, fallback);
      if (found < 1 || found > kMost)
        user_error("{}: key {}: found {}, expected 1 to {}", where, key, found, kMost);
      return found;
    };
    const int64_t heads = count("attention.head_count", std::nullopt),
                  kv = count("attention.head_count_kv", heads);
    std::map<std::string_view, const format::GgufTensor*> unknown;
    for (const format::GgufTensor& tensor : file_.tensors()) unknown.emplace(tensor.name, &tensor);
    unknown.erase(kGgufRotaryFactors);
    for (GgufTensorName& name : gguf_tensor_names(architecture, count("block_count", {}))) {
      const auto found = unknown.find(name.gguf);
      if (found == unknown.end()) continue;
      add(*found->second, name, name.order == GgufOrder::query_pairs ? heads : kv, where);
      unknown.erase(found);
    }
    if (!unknown.empty())
      user_error(
          "{}: tensor {}: no model of the architecture {} has it here; Tutti does not "
          "implement what it is for",
          where, escaped(unknown.begin()->first), prefix);
  }

  const std::vector<format::TensorInfo>& tensors() const { return infos_; }

  /// Whole rows of blocks may be in another order, too.
  void read_blocks(const format::TensorInfo& info, std::span<std::byte> out) const {
    const auto& [tensor, how, adds_one] = places_.at(info.name);
    check(!adds_one, "{}: blocks have no place for an addend", info.name);
    std::vector<std::byte> bytes(out.size());
    file_.read_blocks(*tensor, bytes);
    rearrange(how, bytes, out);
  }

  void read(const format::TensorInfo& info, std::span<std::byte> out) const {
    const auto& [tensor, how, adds_one] = places_.at(info.name);
    const bool same = how.order == GgufOrder::same;
    std::vector<std::byte> other(same ? 0 : out.size());
    const std::span<std::byte> to = same ? out : std::span<std::byte>(other);
    const bool is_half = tensor->type == GgufType::f16 || tensor->type == GgufType::bf16;
    if (is_half && !adds_one)
      file_.read(*tensor, to);
    else
      file_.read_values(*tensor, {reinterpret_cast<float*>(to.data()), to.size() / sizeof(float)});
    if (!same) rearrange(how, other, out);
    if (!adds_one) return;
    for (size_t at = 0; at < out.size(); at += sizeof(float)) {
      float value = 0;
      std::memcpy(&value, out.data() + at, sizeof(value));
      value -= 1;
      std::memcpy(out.data() + at, &value, sizeof(value));
    }
  }

 private:
  struct Place {
    const format::GgufTensor* tensor;
    Rearrangement how;
    bool adds_one;
  };

  void add(const format::GgufTensor& tensor, const GgufTensorName& name, int64_t heads,
           std::string_view where) {
    Rearrangement how = rearrangement(name.order, tensor.shape, heads, where, name.gguf);
    const Dtype dtype = name.adds_one ? Dtype::f32 : dtype_of_gguf(tensor.type);
    how.element_bytes = format::byte_size(dtype);
    std::vector<int64_t> shape = tensor.shape;
    if (name.order == GgufOrder::transposed) std::reverse(shape.begin(), shape.end());
    const auto bytes = static_cast<uint64_t>(tensor.values()) * how.element_bytes;
    const bool is_as_it_is = how.order != GgufOrder::transposed && !name.adds_one;
    const auto blocks = is_as_it_is ? format::gguf_blocks_of(tensor.type) : std::nullopt;
    infos_.push_back({name.ours, dtype, shape, 0, bytes, blocks});
    places_.emplace(name.ours, Place{&tensor, how, name.adds_one});
  }

  format::GgufFile file_;
  std::vector<format::TensorInfo> infos_;
  std::map<std::string, Place> places_;
};

/// The type in which a tensor is written. What the embedding holds is worth more bits than a
/// layer's matrix, as in llama.cpp: four or five bits there become eight.
GgufType written_type(const std::string& name, const std::vector<int64_t>& shape, GgufType wanted) {
  if (shape.size() < 2 || name.ends_with("_norm.weight")) return GgufType::f32;
  if (name.starts_with("position_embd")) return GgufType::f32;
  const auto blocks = format::gguf_blocks_of(wanted);
  if (blocks && wanted != GgufType::q8_0 &&
      (name.starts_with("token_embd") || name.starts_with("output.")))
    wanted = GgufType::q8_0;
  return shape.back() % format::gguf_block(wanted).values == 0 ? wanted : GgufType::f16;
}

/// The tensor that a parameter has, under any of its names.
const format::TensorInfo& tensor_of(const Parameter& parameter,
                                    const format::ShardedTensors& tensors, std::string_view where) {
  const format::TensorInfo* found = find_tensor(tensors, parameter);
  for (const std::string& name : parameter.copies)
    if (!found) found = tensors.find(name);
  if (!found) user_error("{}: tensor {} is missing", where, parameter.name);
  if (found->shape != parameter.shape)
    user_error("{}: tensor {}: found the shape [{}], expected [{}]", where, escaped(found->name),
               fmt::join(found->shape, ", "), fmt::join(parameter.shape, ", "));
  if (!element_of(found->dtype))
    user_error("{}: tensor {}: found {}, expected F32, F16, BF16 or F64", where,
               escaped(found->name), format::name_of(found->dtype));
  return *found;
}

/// A tensor's values as float32, in the order of GGUF files.
std::vector<float> gguf_values(const format::ShardedTensors& tensors,
                               const format::TensorInfo& info, Rearrangement how, bool adds_one) {
  std::vector<std::byte> bytes(info.bytes());
  tensors.read(info, bytes);
  std::vector<float> values = float_elements(info.dtype, bytes);
  if (adds_one)
    for (float& value : values) value += 1;
  return rearranged(how, std::move(values));
}

}  // namespace

format::ShardedTensors open_tensors(const Path& path) {
  if (!format::is_gguf(path)) return format::ShardedTensors(path);
  const auto file = std::make_shared<const GgufModelTensors>(path);
  using Info = format::TensorInfo;
  return {path, file->tensors(),
          [file](const Info& info, std::span<std::byte> out) { file->read(info, out); },
          [file](const Info& info, std::span<std::byte> out) { file->read_blocks(info, out); }};
}

const format::TensorInfo* find_tensor(const format::ShardedTensors& tensors,
                                      const Parameter& parameter) {
  const format::TensorInfo* found = tensors.find(parameter.name);
  for (const std::string& alias : parameter.aliases)
    if (!found) found = tensors.find(alias);
  return found;
}

std::vector<std::optional<blocks::BlockType>> blocks_of_files(
    const Path& path, const std::vector<Parameter>& parameters) {
  std::vector<std::optional<blocks::BlockType>> found(parameters.size());
  if (!format::is_gguf(path)) return found;
  const format::ShardedTensors tensors = open_tensors(path);
  for (size_t i = 0; i < parameters.size(); i++)
    if (const auto* info = find_tensor(tensors, parameters[i])) found[i] = info->blocks;
  return found;
}

GgufDecoder gguf_decoder(const nlohmann::json& config, std::string_view where) {
  const std::string type = format::json_string(config, "model_type", where);
  const GgufArchitecture architecture = gguf_architecture_of(type, where);
  const bool is_gpt2 = architecture == GgufArchitecture::gpt2;
  const auto count = [&](const char* key, std::optional<int64_t> fallback) {
    return format::json_int(config, key, where, fallback);
  };
  const int64_t layers = count(is_gpt2 ? "n_layer" : "num_hidden_layers", {}),
                heads = count(is_gpt2 ? "n_head" : "num_attention_heads", {});
  return {architecture, layers, heads, is_gpt2 ? heads : count("num_key_value_heads", heads)};
}

std::vector<format::GgufSource> gguf_sources(const GgufWeights& weights, std::string_view where) {
  const auto [architecture, layers, heads, kv] = gguf_decoder(weights.config, where);
  std::vector<format::GgufSource> sources;
  if (auto factors = gguf_rotary_factors(architecture, weights.config, where); !factors.empty())
    sources.push_back({std::string(kGgufRotaryFactors),
                       GgufType::f32,
                       {static_cast<int64_t>(factors.size())},
                       [factors] { return factors; }});
  std::map<std::string_view, const Parameter*> left;
  for (const Parameter& parameter : weights.parameters) left.emplace(parameter.name, &parameter);
  for (const GgufTensorName& name : gguf_tensor_names(architecture, layers)) {
    const auto parameter = left.find(name.ours);
    if (parameter == left.end()) continue;
    const format::TensorInfo& info = tensor_of(*parameter->second, weights.tensors, where);
    left.erase(parameter);
    Rearrangement how =
        rearrangement(name.order, info.shape, name.order == GgufOrder::query_pairs ? heads : kv,
                      where, info.name);
    how.to_gguf = true;
    std::vector<int64_t> shape = info.shape;
    if (name.order == GgufOrder::transposed) std::reverse(shape.begin(), shape.end());
    const GgufType written = written_type(name.gguf, shape, weights.type);
    sources.push_back({name.gguf, written, shape,
                       [&tensors = weights.tensors, &info, how, adds_one = name.adds_one] {
                         return gguf_values(tensors, info, how, adds_one);
                       }});
  }
  if (!left.empty())
    user_error("{}: tensor {}: GGUF files have no place for it", where, left.begin()->first);
  return sources;
}

}  // namespace tutti::model
