// SPDX-License-Identifier: Apache-2.0
#include "model/decoder.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "op/catalogue.h"
#include "support/errors.h"

namespace tutti::model {
namespace {

nlohmann::json small_llama() {
  return {{"model_type", "llama"},    {"vocab_size", 10},        {"hidden_size", 8},
          {"num_hidden_layers", 2},   {"intermediate_size", 12}, {"num_attention_heads", 2},
          {"attention_dropout", 0.25}};
}

/// The rate and the site of each layer's attention.
std::vector<std::pair<double, int64_t>> dropout_of_attention(const Model& model, bool trains) {
  ir::Block block;
  ir::Builder b(block, op::catalogue());
  ParameterValues values;
  for (const Parameter& parameter : model.parameters)
    values.set(parameter.name,
               block.add_argument(ir::Type::tensor(ir::ElementType::f32, parameter.shape)));
  TokenValues tokens;
  for (ir::Value* value : {&tokens.ids, &tokens.segment, &tokens.position, &tokens.sample})
    *value = block.add_argument(ir::Type::tensor(ir::ElementType::i32, {1, 3}));
  ForwardOptions options;
  if (trains)
    options.dropout_key = block.add_argument(ir::Type::tensor(ir::ElementType::ui32, {2}));
  model.hidden_states(b, values, tokens, options);
  std::vector<std::pair<double, int64_t>> found;
  for (const auto& op : block.operations)
    if (op->name() == "tutti.attention") {
      EXPECT_EQ(op->operand_count(), trains ? 7U : 4U);
      found.emplace_back(op->float_attribute("rate"), op->int_attribute("site"));
    }
  return found;
}

TEST(Decoder, DropsProbabilitiesOfAttentionInTraining) {
  const Model model = open_model(small_llama(), "config.json");
  using Found = std::vector<std::pair<double, int64_t>>;
  EXPECT_EQ(dropout_of_attention(model, true), (Found{{0.25, 0}, {0.25, 1}}));
  for (const auto& [rate, site] : dropout_of_attention(model, false)) EXPECT_EQ(rate, 0);
  EXPECT_EQ(model.dropout_sites, 2);  // those of an adapter come after them
}

TEST(Decoder, RefusesARateThatIsNone) {
  nlohmann::json config = small_llama();
  config["attention_dropout"] = 1;
  const auto failure = test::failure_of([&] { open_model(config, "config.json"); });
  test::expect_contains(failure.message, "attention_dropout is 1, expected 0 to below 1");
}

}  // namespace
}  // namespace tutti::model
