// SPDX-License-Identifier: Apache-2.0
#include "model/phi3.h"

#include <nlohmann/json.hpp>

#include "model/config_members.h"

namespace tutti::model {

void add_phi3(DecoderConfig& config, const nlohmann::json& json, std::string_view where) {
  refuse_members(json, where, {"resid_pdrop"});
  config.fuses_projections = true;
}

}  // namespace tutti::model
