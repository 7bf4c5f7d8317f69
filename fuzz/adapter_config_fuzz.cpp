// SPDX-License-Identifier: Apache-2.0
// Any text is an adapter's configuration that is written again as it was read, or a UserError; its
// patterns choose modules in bounded time.
#include <cstdlib>

#include "base/error.h"
#include "model/adapter_modules.h"
#include "model/adapter_tensors.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using tutti::model::AdaptedModule;
  const std::vector<AdaptedModule> modules = {
      {"model.embed_tokens", AdaptedModule::Kind::embedding, 512, 64},
      {"model.layers.0.self_attn.q_proj", AdaptedModule::Kind::linear, 64, 64},
      {"model.layers.1.mlp.down_proj", AdaptedModule::Kind::linear, 176, 64},
      {"model.norm", AdaptedModule::Kind::other, 0, 64}};
  try {
    const auto config =
        tutti::model::parse_adapter_config({reinterpret_cast<const char*>(data), size}, "fuzz");
    const std::string text = tutti::model::adapter_config_text(config);
    if (tutti::model::adapter_config_text(tutti::model::parse_adapter_config(text, "again")) !=
        text)
      std::abort();
    tutti::model::adapter_tensors(config, modules, "fuzz");
  } catch (const tutti::UserError&) {
  }
  return 0;
}
