// SPDX-License-Identifier: Apache-2.0
#include "model/model.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/blocks/transformer.h"
#include "model/config_members.h"
#include "op/emit.h"

namespace tutti::model {

#define TUTTI_MODEL(function, type, name, organisation) \
  Model function##_model(const nlohmann::json& config, std::string_view where);
#include "model/models.def"
#undef TUTTI_MODEL

namespace {

struct ModelKind {
  std::string_view type, name, organisation;
  Model (*open)(const nlohmann::json&, std::string_view);
};

constexpr ModelKind kModels[] = {
#define TUTTI_MODEL(function, type, name, organisation) \
  {type, name, organisation, function##_model},
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
  refuse_unimplemented(config, where);
  std::string known;
  for (const ModelKind& kind : kModels) {
    if (kind.type == type) return kind.open(config, where);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", kind.name);
  }
  user_error(
      "{}: model_type: Tutti has no {}. It has: {}. Take a model of one of these kinds; "
      "docs/models.md says what each is read from",
      where, escaped(type, 60), known);
}

std::optional<std::string> hub_name(std::string_view name) {
  for (const ModelKind& kind : kModels)
    if (!kind.organisation.empty() &&
        (name == kind.type || name.starts_with(std::string(kind.type) + "-")))
      return fmt::format("{}/{}", kind.organisation, name);
  return std::nullopt;
}

}  // namespace tutti::model
