// SPDX-License-Identifier: Apache-2.0
#include "model/model.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::model {

#define TUTTI_MODEL(type, organisation) \
  Model type##_model(const nlohmann::json& config, std::string_view where);
#include "model/models.def"
#undef TUTTI_MODEL

namespace {

struct ModelKind {
  std::string_view type, organisation;
  Model (*open)(const nlohmann::json&, std::string_view);
};

constexpr ModelKind kModels[] = {
#define TUTTI_MODEL(type, organisation) {#type, organisation, type##_model},
#include "model/models.def"
#undef TUTTI_MODEL
};

}  // namespace

ir::Value Model::next_token_logits(ir::Builder& b, const ParameterValues& values,
                                   ir::Value hidden) const {
  ir::Builder::Scope scope(b, "lm_head");
  const ir::Value weight = values[next_token_weight];
  if (next_token_bias.empty()) return op::matmul(b, hidden, weight, /*transposed=*/true);
  return linear(b, hidden, weight, values[next_token_bias]);
}

Model open_model(const nlohmann::json& config, std::string_view where) {
  const std::string type = format::json_string(config, "model_type", where);
  std::string known;
  for (const ModelKind& kind : kModels) {
    if (kind.type == type) return kind.open(config, where);
    known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", kind.type);
  }
  user_error("{}: model_type is \"{}\", expected {}", where, escaped(type), known);
}

int64_t config_size(const nlohmann::json& config, std::string_view key, std::string_view where,
                    int64_t most, std::optional<int64_t> fallback) {
  const int64_t value = format::json_int(config, key, where, fallback);
  if (value < 1 || value > most)
    user_error("{}: {} is {}, expected 1 to {}", where, key, value, most);
  return value;
}

double config_rate(const nlohmann::json& config, std::string_view key, std::string_view where,
                   double fallback) {
  const double rate = format::json_double(config, key, where, fallback);
  if (!(rate >= 0 && rate < 1)) user_error("{}: {} is {}, expected 0 to below 1", where, key, rate);
  return rate;
}

void refuse_unimplemented(const nlohmann::json& config, std::string_view where) {
  for (const char* key : {"quantization_config", "auto_map", "num_experts", "num_local_experts"})
    if (config.contains(key) && !config[key].is_null())
      user_error("{}: {} is given, expected a model without it: Tutti does not implement it", where,
                 key);
}

std::optional<std::string> hub_name(std::string_view name) {
  for (const ModelKind& kind : kModels)
    if (!kind.organisation.empty() &&
        (name == kind.type || name.starts_with(std::string(kind.type) + "-")))
      return fmt::format("{}/{}", kind.organisation, name);
  return std::nullopt;
}

}  // namespace tutti::model
