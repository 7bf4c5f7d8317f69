// SPDX-License-Identifier: Apache-2.0
#include "model/smollm3.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "model/config_members.h"

namespace tutti::model {
namespace {

/// Whether each layer rotates: by the list of them, or all but each last of so many.
std::vector<bool> rotating_layers(const nlohmann::json& json, std::string_view where,
                                  int64_t layers) {
  std::vector<bool> rotates;
  if (!is_given(json, "no_rope_layers")) {
    const int64_t interval = config_size(json, "no_rope_layer_interval", where, 1000, 4);
    for (int64_t i = 0; i < layers; i++) rotates.push_back((i + 1) % interval != 0);
    return rotates;
  }
  const nlohmann::json& list = json["no_rope_layers"];
  for (const auto& one : list)
    if (one.is_number()) rotates.push_back(one != 0);
  if (!list.is_array() || list.size() != rotates.size() ||
      static_cast<int64_t>(rotates.size()) != layers)
    user_error(
        "{}: no_rope_layers is {}, expected a list of num_hidden_layers {} numbers, 0 for a "
        "layer that does not rotate",
        where, escaped(list.dump(), 60), layers);
  return rotates;
}

}  // namespace

void add_smollm3(DecoderConfig& config, const nlohmann::json& json, std::string_view where) {
  refuse_members(json, where, {"use_sliding_window"});
  add_biases(config, json, where);
  const auto rotates = rotating_layers(json, where, config.num_hidden_layers);
  for (size_t i = 0; i < rotates.size(); i++)
    if (!rotates[i]) config.layers[i].positions = DecoderLayer::Positions::none;
}

}  // namespace tutti::model
