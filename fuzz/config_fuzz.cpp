// SPDX-License-Identifier: Apache-2.0
// Any text as a model's config.json: refused, or a model whose program can be built.
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/json.h"
#include "ir/verify.h"
#include "model/bert.h"
#include "op/catalogue.h"

using namespace tutti;

namespace {

/// The encoder over one row of eight tokens, with dropout where `key` is wanted.
void build(const model::BertConfig& config, bool key) {
  using ir::ElementType;
  ir::Module module;
  ir::Function& function = module.add_function("main");
  const auto argument = [&](ElementType element, ir::Shape shape) {
    return function.add_argument(ir::Type::tensor(element, std::move(shape)));
  };
  model::ParameterValues parameters;
  for (const model::Parameter& parameter : model::bert_parameters(config))
    parameters.set(parameter.name, argument(ElementType::f32, parameter.shape));
  const auto tokens = [&] { return argument(ElementType::i32, {1, 8}); };
  const model::TokenValues batch = {tokens(), tokens(), tokens(), tokens(), tokens()};
  model::ForwardOptions options;
  if (key) options.dropout_key = argument(ElementType::ui32, {2});
  ir::Builder builder(function.body, op::catalogue());
  const ir::Value hidden = model::bert(builder, config, parameters, batch, options);
  builder.create("func.return", {hidden});
  function.result_types = {hidden->type};
  ir::verify(module);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  model::BertConfig config;
  try {
    config = model::bert_config(format::parse_json(text, "config.json"), "config.json");
  } catch (const UserError&) {
    return 0;
  }
  // What was accepted is ours: from here on an error is a finding.
  if (config.num_hidden_layers > 4) return 0;  // a program as long as the file says
  for (const bool key : {false, true}) build(config, key);
  return 0;
}
