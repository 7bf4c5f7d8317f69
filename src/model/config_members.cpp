// SPDX-License-Identifier: Apache-2.0
#include "model/config_members.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/error.h"
#include "base/text.h"
#include "format/gguf.h"
#include "format/json.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;

/// How repositories of a quantization are named: the original's name, and this.
struct Quantization {
  std::string_view method, suffix;
};
constexpr Quantization kQuantizations[] = {{"awq", "-AWQ"},
                                           {"gptq", "-GPTQ"},
                                           {"bitsandbytes", "-bnb-4bit"},
                                           {"bitsandbytes_4bit", "-bnb-4bit"},
                                           {"bitsandbytes_8bit", "-bnb-8bit"},
                                           {"fp8", "-FP8"},
                                           {"fbgemm_fp8", "-FP8"}};

bool asks_for_something(const Json& value) {
  const bool is_zero = value.is_number() && value.get<double>() == 0;
  return !value.is_null() && value != Json(false) && !is_zero && value != Json("") &&
         !(value.is_structured() && value.empty());
}

bool member_asks(const Json& config, const char* key) {
  const auto found = config.find(key);
  return found != config.end() && asks_for_something(*found);
}

/// The method of a quantization_config; older files of bitsandbytes only say how they load.
std::string method_of(const Json& quantization) {
  const auto method = quantization.find("quant_method");
  if (method != quantization.end() && method->is_string()) return method->get<std::string>();
  const bool loads =
      member_asks(quantization, "load_in_4bit") || member_asks(quantization, "load_in_8bit");
  return loads ? "bitsandbytes" : "a method that it does not name";
}

/// The bits of a weight, or 0 where the member does not say.
int64_t bits_of(const Json& quantization) {
  if (member_asks(quantization, "load_in_4bit")) return 4;
  if (member_asks(quantization, "load_in_8bit")) return 8;
  for (const char* key : {"bits", "w_bit"})
    if (const auto bits = quantization.find(key);
        bits != quantization.end() && bits->is_number_integer())
      return bits->get<int64_t>();
  return 0;
}

[[noreturn]] void refuse_quantized(const Json& quantization, std::string_view where) {
  const bool says = quantization.is_object();
  const std::string method = says ? method_of(quantization) : "a method that it does not name";
  const int64_t bits = says ? bits_of(quantization) : 0;
  const auto* known =
      std::find_if(std::begin(kQuantizations), std::end(kQuantizations),
                   [&](const Quantization& one) { return one.method == in_lower_case(method); });
  const std::string repository =
      known == std::end(kQuantizations)
          ? "the repository of the model before it was quantized"
          : fmt::format("the repository without {} in its name", known->suffix);
  user_error(
      "{}: quantization_config: the weights are quantized by {}{}, which Tutti does not read; take "
      "{}, or a GGUF file of {}; docs/models.md says what is read",
      where, escaped(method), bits > 0 ? fmt::format(" with {} bits", bits) : "", repository,
      format::gguf_read_types());
}

}  // namespace

int64_t config_size(const Json& config, std::string_view key, std::string_view where, int64_t most,
                    std::optional<int64_t> fallback) {
  const int64_t value = format::json_int(config, key, where, fallback);
  if (value < 1 || value > most)
    user_error("{}: {} is {}, expected 1 to {}", where, key, value, most);
  return value;
}

int64_t config_size(const Json& config, const EitherName& names, std::string_view where,
                    int64_t most, std::optional<int64_t> fallback) {
  const std::string_view key = config.contains(names.alias) ? names.alias : names.key;
  return config_size(config, key, where, most, fallback);
}

std::optional<int64_t> config_id(const Json& config, std::string_view key, std::string_view where,
                                 int64_t fallback) {
  if (const auto found = config.find(key); found != config.end() && found->is_null())
    return std::nullopt;
  return format::json_int(config, key, where, fallback);
}

double config_rate(const Json& config, std::string_view key, std::string_view where,
                   double fallback) {
  const double rate = format::json_double(config, key, where, fallback);
  if (!(rate >= 0 && rate < 1)) user_error("{}: {} is {}, expected 0 to below 1", where, key, rate);
  return rate;
}

ir::ElementType config_element(const Json& config) {
  for (const char* key : {"dtype", "torch_dtype"}) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null()) continue;
    return *found == "bfloat16"  ? ir::ElementType::bf16
           : *found == "float16" ? ir::ElementType::f16
                                 : ir::ElementType::f32;
  }
  return ir::ElementType::f32;
}

void refuse_members(const Json& config, std::string_view where,
                    std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (member_asks(config, key))
      user_error("{}: {} is {}, expected a model without it: Tutti does not implement it", where,
                 key, escaped(config[key].dump(), 60));
}

void refuse_unimplemented(const Json& config, std::string_view where) {
  if (member_asks(config, "quantization_config"))
    refuse_quantized(config["quantization_config"], where);
  refuse_members(config, where,
                 {"auto_map", "per_layer_config", "pruned_heads", "is_encoder_decoder"});
}

}  // namespace tutti::model
