// SPDX-License-Identifier: Apache-2.0
#include "generate/continuation.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "backend/reference/reference_backend.h"
#include "format/json.h"
#include "small_decoder.h"
#include "support/errors.h"
#include "support/golden.h"
#include "support/pjrt.h"

namespace tutti::generate {
namespace {

using Tokens = std::vector<int32_t>;

/// The tensor with each element rounded to bf16.
ir::Tensor rounded(const ir::Tensor& tensor) {
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.type().count(); i++) values.push_back(tensor.float_at(i));
  const ir::Tensor narrow =
      ir::Tensor::of(tensor.type().with(ir::ElementType::bf16), std::move(values));
  std::vector<double> back;
  for (int64_t i = 0; i < narrow.type().count(); i++) back.push_back(narrow.float_at(i));
  return ir::Tensor::of(tensor.type(), back);
}

/// A real model of a shared folder, on a backend, in float32.
/// `rounds`: its matrices have bf16's values, whatever it computes in.
struct RealModel {
  RealModel(backend::Backend& backend, const Path& folder, bool rounds = false)
      : model(model::open_model(format::read_json(folder / "config.json"), "config.json")),
        tokenizer(folder),
        weights(folder, model.parameters, 0),
        cached(backend, model, pass::Precision::f32,
               [this, rounds](size_t i, ir::ElementType element) {
                 ir::Tensor tensor = weights.read(i, element);
                 return rounds ? rounded(tensor) : tensor;
               }),
        continuer(cached, tokenizer) {}

  model::Model model;
  data::Tokenizer tokenizer;
  model::Weights weights;
  CachedModel cached;
  Continuer continuer;
};

/// llama2.c's own model: so many tokens from the beginning of a text and as many after a prompt.
void expect_stories(backend::Backend& backend, const Path& folder, bool rounds = false,
                    size_t count = 100) {
  const nlohmann::json facts = format::read_json(folder / "facts.json");
  RealModel model(backend, folder, rounds);
  Settings settings;
  settings.max_new_tokens = static_cast<int64_t>(count);
  const std::vector<Tokens> prompts = {{1}, facts["prompt_ids"].get<Tokens>()};
  const auto found = model.continuer.run(prompts, settings);
  for (const size_t i : {0, 1}) {
    Tokens expected = facts[i == 0 ? "greedy_from_bos" : "greedy_from_prompt"].get<Tokens>();
    expected.erase(expected.begin(),
                   expected.begin() + static_cast<std::ptrdiff_t>(prompts[i].size()));
    ASSERT_EQ(expected.size(), 100u);
    expected.resize(count);
    EXPECT_EQ(found[i].ids, expected);
  }
}

TEST(Continuation, WritesTheStoriesOfLlama2C) {
  TUTTI_DATA_OR_SKIP(folder, "golden/causal/stories260K");
  backend::CpuBackend cpu({2, 0, {}});
  expect_stories(cpu, folder);
  expect_stories(cpu, folder, /*rounds=*/true);
  backend::ReferenceBackend reference(2, op::Rounding::typed);
  expect_stories(reference, folder, /*rounds=*/false, 25);  // it is slow
}

TEST(Continuation, WritesTheStoriesOnAPlugin) {
  TUTTI_DATA_OR_SKIP(folder, "golden/causal/stories260K");
  TUTTI_PLUGIN_OR_SKIP(library);
  backend::PjrtOptions options;
  options.library = library;
  options.options = {{"cpu_device_count", int64_t{1}}};
  backend::PjrtBackend plugin(options);
  expect_stories(plugin, folder);
}

TEST(Continuation, IsGreedyLikeTransformers) {
  TUTTI_DATA_OR_SKIP(folder, "golden/causal");
  const nlohmann::json facts = format::read_json(folder / "generation/facts.json");
  const test::Golden golden(folder / "generation/golden.safetensors");
  const std::vector<int64_t> ids = golden.ints("input_ids");
  const Tokens prompt(ids.begin(), ids.end());
  backend::CpuBackend cpu({2, 0, {}});
  RealModel model(cpu, folder / "qwen2-mini-random");
  for (const auto& [penalty, name] :
       {std::pair{1.0, "greedy"}, {1.1, "greedy_repetition_penalty"}}) {
    const Tokens expected = facts[name].get<Tokens>();
    Settings settings;
    settings.sampling.repetition_penalty = penalty;
    settings.max_new_tokens = static_cast<int64_t>(expected.size());
    EXPECT_EQ(model.continuer.run({&prompt, 1}, settings)[0].ids, expected) << name;
  }
}

/// A small decoder and the tokenizer of stories260K.
class SmallContinuation : public testing::Test {
 protected:
  SmallContinuation()
      : cpu({2, 0, {}}),
        decoder(cpu),
        tokenizer(test::golden_data("tokenizer/tok512")),
        continuer(decoder.cached, tokenizer) {
    settings.max_new_tokens = 40;
  }

  Continuation of(const Tokens& prompt, const Progress& progress = {}) {
    return continuer.run({&prompt, 1}, settings, 0, progress)[0];
  }

  backend::CpuBackend cpu;
  test::SmallDecoder decoder;
  data::Tokenizer tokenizer;
  Continuer continuer;
  Settings settings;
};

TEST_F(SmallContinuation, ABatchIsWhatEachPromptIsAlone) {
  std::vector<Tokens> prompts;
  for (int32_t i = 0; i < 8; i++) prompts.push_back(Tokens(static_cast<size_t>(1 + 9 * i), 3 + i));
  for (const bool samples : {false, true}) {
    settings.sampling.sample = samples;
    const auto together = continuer.run(prompts, settings);
    for (uint32_t i = 0; i < 8; i++) {
      const auto alone = continuer.run({&prompts[i], 1}, settings, i);
      EXPECT_EQ(together[i].ids, alone[0].ids) << i;
      EXPECT_EQ(together[i].text, alone[0].text) << i;
    }
  }
}

TEST_F(SmallContinuation, WhatIsDrawnDependsOnSeedAndSequence) {
  settings.sampling.sample = true;
  const Tokens prompt = {1, 2, 3};
  const Tokens first = of(prompt).ids;
  EXPECT_EQ(of(prompt).ids, first);
  EXPECT_NE(continuer.run({&prompt, 1}, settings, 1)[0].ids, first);
  settings.seed = 43;
  EXPECT_NE(of(prompt).ids, first);
}

TEST_F(SmallContinuation, NoTokenIsWrittenThatTheTokenizerDoesNotHave) {
  settings.sampling.sample = true;
  settings.sampling.temperature = 50;  // the model has 640 tokens, the tokenizer 512
  settings.max_new_tokens = 300;
  for (const int32_t id : of({1}).ids) EXPECT_LT(id, 512);
}

TEST_F(SmallContinuation, EndsAtTheTokensAndStringsThatEndIt) {
  const Continuation whole = of({1, 300});
  ASSERT_EQ(whole.ending, Ending::length);
  ASSERT_EQ(whole.ids.size(), 40u);

  settings.stop_ids = {9999, whole.ids[20]};
  const Continuation to_token = of({1, 300});
  EXPECT_EQ(to_token.ending, Ending::stop);
  const auto first = std::find(whole.ids.begin(), whole.ids.end(), whole.ids[20]);
  EXPECT_EQ(to_token.ids, Tokens(whole.ids.begin(), first + 1));
  settings.stop_ids.clear();

  // A string that begins in one token and ends in the next.
  ASSERT_GE(whole.text.size(), 12u);
  settings.stop_strings = {whole.text.substr(5, 6)};
  std::string told;
  const Continuation to_string =
      of({1, 300}, {.on_text = [&](size_t, const std::string& piece) { told += piece; }});
  EXPECT_EQ(to_string.ending, Ending::stop);
  EXPECT_EQ(to_string.text, whole.text.substr(0, whole.text.find(settings.stop_strings[0])));
  EXPECT_EQ(told, to_string.text);
}

TEST_F(SmallContinuation, WhatIsToldIsTheText) {
  settings.sampling.sample = true;
  settings.sampling.temperature = 50;  // any token: single bytes that are no character among them
  settings.max_new_tokens = 200;
  std::string told;
  const Continuation found = of({1}, {.on_text = [&](size_t row, const std::string& piece) {
                                  EXPECT_EQ(row, 0u);
                                  told += piece;
                                }});
  EXPECT_EQ(told, found.text);
  EXPECT_FALSE(found.text.empty());
}

TEST_F(SmallContinuation, CanBeInterrupted) {
  int asked = 0;
  const Continuation found = of({1}, {.stops = [&] { return ++asked > 5; }});
  EXPECT_EQ(found.ending, Ending::interrupted);
  EXPECT_EQ(found.ids.size(), 5u);
}

TEST_F(SmallContinuation, StopsWhereTheModelHasNoMorePositions) {
  settings.max_new_tokens = 100;
  const Continuation found = of(Tokens(1020, 1));
  EXPECT_EQ(found.ending, Ending::length);
  EXPECT_EQ(found.ids.size(), 4u);
}

TEST_F(SmallContinuation, NoTokensAreNotComputed) {
  settings.max_new_tokens = 0;
  const Continuation found = of({1});
  EXPECT_TRUE(found.ids.empty());
  EXPECT_EQ(found.text, "");
}

TEST_F(SmallContinuation, RefusesPromptsThatCannotBeContinued) {
  test::expect_contains(test::failure_of([&] { of({}); }).message,
                        "prompt 0: found no token, expected a prompt of at least one");
  test::expect_contains(
      test::failure_of([&] { of(Tokens(1024, 1)); }).message,
      "prompt 0: found 1024 tokens, expected fewer than the model's 1024 positions");
}

TEST_F(SmallContinuation, RefusesTokensThatTheModelDoesNotHave) {
  test::expect_contains(test::failure_of([&] {
                          of({1, 640});
                        }).message,
                        "prompt 0: found the token 640, but the model's embedding has 640 rows");
}

TEST_F(SmallContinuation, AConversationGoesOnWhereItWas) {
  CachedRows rows(decoder.cached, 1);
  Tokens prompt = {1, 20, 30};
  const Continuation first = continuer.run_in(rows, prompt, settings);
  EXPECT_EQ(first.ids, of(prompt).ids);
  prompt.insert(prompt.end(), first.ids.begin(), first.ids.end());
  prompt.insert(prompt.end(), {40, 50});
  const int64_t before = rows.computed();
  const Continuation second = continuer.run_in(rows, prompt, settings);
  EXPECT_EQ(second.ids, of(prompt).ids);
  EXPECT_EQ(rows.computed() - before, 3 + 39);  // the last token, the new ones, and the answer
}

TEST(ContinuationModels, AModelThatWritesNoTextIsRefused) {
  const nlohmann::json bert = {
      {"model_type", "bert"},        {"vocab_size", 9},          {"hidden_size", 4},
      {"num_hidden_layers", 1},      {"num_attention_heads", 1}, {"intermediate_size", 4},
      {"max_position_embeddings", 8}};
  backend::CpuBackend cpu({1, 0, {}});
  test::expect_contains(
      test::failure_of([&] { test::SmallDecoder(cpu, pass::Precision::f32, bert); }).message,
      "the model is a Bert, expected a decoder");
}

}  // namespace
}  // namespace tutti::generate
