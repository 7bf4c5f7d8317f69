// SPDX-License-Identifier: Apache-2.0
// Members of a config.json, for the functions that models.def lists. What changes a model's results
// and is not implemented is refused by its name.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "ir/element_type.h"

namespace tutti::model {

/// A size: a whole number from 1 to `most`. Another is a UserError, and so is an absent one without
/// a fallback.
int64_t config_size(const nlohmann::json& config, std::string_view key, std::string_view where,
                    int64_t most, std::optional<int64_t> fallback = std::nullopt);
/// A size that may have either of two names. transformers takes the second if both are given.
struct EitherName {
  std::string_view key, alias;
};
int64_t config_size(const nlohmann::json& config, const EitherName& names, std::string_view where,
                    int64_t most, std::optional<int64_t> fallback = std::nullopt);
/// The id of a token, or the fallback if there is no such member. A null gives no id.
std::optional<int64_t> config_id(const nlohmann::json& config, std::string_view key,
                                 std::string_view where, int64_t fallback);
/// A rate of dropout, from 0 to below 1, or the fallback if there is none.
double config_rate(const nlohmann::json& config, std::string_view key, std::string_view where,
                   double fallback);

/// The elements of a model's files, as its config.json says: by "dtype", which transformers 4 calls
/// "torch_dtype". float32 unless that is a type of weights.
ir::ElementType config_element(const nlohmann::json& config);

/// Throws a UserError that names the first of these members that asks for something: that is
/// neither null, false, 0 nor empty.
void refuse_members(const nlohmann::json& config, std::string_view where,
                    std::initializer_list<const char*> keys);

/// Throws a UserError where a config.json asks for what no model here has: quantized weights, code
/// of the model's own, layers that differ from one another, an encoder besides.
void refuse_unimplemented(const nlohmann::json& config, std::string_view where);

}  // namespace tutti::model
