// SPDX-License-Identifier: Apache-2.0
// Any text as a model's config.json: refused, or a model whose parameters can be listed.
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/json.h"
#include "model/bert.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto config =
        tutti::model::bert_config(tutti::format::parse_json(text, "config.json"), "config.json");
    if (config.num_hidden_layers > 100) return 0;  // a list as long as the file says
    for (const auto& parameter : tutti::model::bert_parameters(config))
      tutti::ir::element_count(parameter.shape);
  } catch (const tutti::UserError&) {
  }
  return 0;
}
