// SPDX-License-Identifier: Apache-2.0
#include "generate/cached_model.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "backend/reference/reference_backend.h"
#include "format/json.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "pass/pipeline.h"
#include "pass/rewrite.h"
#include "small_decoder.h"
#include "support/errors.h"
#include "support/golden.h"
#include "support/pjrt.h"

namespace tutti::generate {
namespace {

using Tokens = std::vector<int32_t>;
using Logits = std::vector<float>;

Tokens some_tokens(size_t count, int32_t step = 7) {
  Tokens tokens;
  for (size_t i = 0; i < count; i++)
    tokens.push_back(static_cast<int32_t>((i * i + 3 * i) * static_cast<size_t>(step) % 640));
  return tokens;
}

Logits copied(std::span<const float> logits) {
  return {logits.begin(), logits.end()};
}

/// The logits after a text, computed at once and in double precision, as in a training.
Logits logits_without_cache(const model::Model& model, const model::Weights& weights,
                            const Tokens& text) {
  const auto length = static_cast<int64_t>(text.size());
  ir::Module module;
  ir::Function& function = module.add_function("main");
  ir::Builder b(function.body, op::catalogue());
  model::ParameterValues parameters;
  std::vector<ir::Tensor> inputs;
  for (size_t i = 0; i < weights.size(); i++) {
    inputs.push_back(weights.read(i));
    parameters.set(model.parameters[i].name, function.add_argument(inputs.back().type()));
  }
  const ir::Type token = ir::Type::tensor(ir::ElementType::i32, {1, length});
  const ir::Value ids = function.add_argument(token), ones = op::constant(b, token, 1);
  const ir::Value hidden = model.hidden_states(b, parameters,
                                               {.ids = ids,
                                                .segment = ones,
                                                .position = op::iota(b, token, 1),
                                                .type = ones,
                                                .sample = ones},
                                               {.max_segment = length});
  pass::finish(function, b, {model.next_token_logits(b, parameters, hidden)});
  inputs.push_back(ir::Tensor::of_ints(token, {text.begin(), text.end()}));
  backend::ReferenceBackend reference(2, op::Rounding::wide);
  const ir::Tensor all = test::run_on(reference, module, {.function = "main"}, inputs)[0];
  Logits last;
  for (int64_t i = 0; i < model.vocabulary_size; i++)
    last.push_back(static_cast<float>(all.float_at((length - 1) * model.vocabulary_size + i)));
  return last;
}

void expect_near(const Logits& found, const Logits& expected, float bound) {
  ASSERT_EQ(found.size(), expected.size());
  float largest = 0, error = 0;
  for (size_t i = 0; i < found.size(); i++) {
    largest = std::max(largest, std::fabs(expected[i]));
    error = std::max(error, std::fabs(found[i] - expected[i]));
  }
  EXPECT_LE(error, bound * largest);
}

/// Adds a text in parts of these sizes, one after another.
Logits in_parts(CachedModel& model, const Tokens& text, const std::vector<size_t>& sizes) {
  CachedRows rows(model, 1);
  Logits logits;
  auto at = text.begin();
  for (const size_t size : sizes) {
    const Tokens part(at, at + static_cast<std::ptrdiff_t>(size));
    at += static_cast<std::ptrdiff_t>(size);
    logits = copied(rows.append({&part, 1}));
  }
  EXPECT_EQ(rows.ids(0), text);
  return logits;
}

void expect_like_without_cache(backend::Backend& backend, pass::Precision precision, float bound) {
  test::SmallDecoder decoder(backend, precision);
  const Tokens text = some_tokens(21);
  const Logits expected = logits_without_cache(decoder.model, decoder.weights, text);
  expect_near(in_parts(decoder.cached, text, {21}), expected, bound);
  expect_near(in_parts(decoder.cached, text, {5, 1, 14, 1}), expected, bound);
}

TEST(CachedModel, GivesTheLogitsThatAWholeTextHas) {
  backend::CpuBackend cpu({2, 0, {}});
  expect_like_without_cache(cpu, pass::Precision::f32, 2e-5f);
  expect_like_without_cache(cpu, pass::Precision::bf16, 0.05f);
  backend::ReferenceBackend reference(2, op::Rounding::typed);
  expect_like_without_cache(reference, pass::Precision::f32, 2e-5f);
}

class CachedGolden : public testing::TestWithParam<const char*> {};

TEST_P(CachedGolden, GivesPyTorchsLogitsTokenByToken) {
  TUTTI_DATA_OR_SKIP(folder, std::string("golden/causal/") + GetParam() + "-mini-random");
  const test::Golden golden(folder / "golden.safetensors");
  const model::Model model =
      model::open_model(format::read_json(folder / "config.json"), "config.json");
  const model::Weights weights(folder, model.parameters, 0);
  backend::CpuBackend cpu({2, 0, {}});
  CachedModel cached(cpu, model, pass::Precision::f32,
                     [&](size_t i, ir::ElementType element) { return weights.read(i, element); });
  const auto ids = golden.ints("input_ids"), segments = golden.ints("segment");
  const auto expected = golden.doubles("logits");
  const auto width = static_cast<size_t>(model.vocabulary_size);
  CachedRows rows(cached, 1);
  // The first document: nothing before it is in its row.
  for (size_t i = 0; i < ids.size() && segments[i] == segments[0]; i++) {
    const Tokens next = {static_cast<int32_t>(ids[i])};
    const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(i * width);
    expect_near(copied(rows.append({&next, 1})),
                Logits(begin, begin + static_cast<std::ptrdiff_t>(width)), 2e-5f);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CachedGolden, testing::Values("gpt2", "llama", "qwen2", "qwen3"),
                         [](const auto& model) { return std::string(model.param); });

class CachedFamily : public testing::TestWithParam<const char*> {};

TEST_P(CachedFamily, GivesPyTorchsLogitsTokenByToken) {
  TUTTI_DATA_OR_SKIP(folder, std::string("golden/models/") + GetParam() + "/causal");
  const test::Golden golden(folder / "golden.safetensors");
  const model::Model model =
      model::open_model(format::read_json(folder / "config.json"), "config.json");
  const model::Weights weights(folder, model.parameters, 0);
  backend::CpuBackend cpu({2, 0, {}});
  CachedModel cached(cpu, model, pass::Precision::f32,
                     [&](size_t i, ir::ElementType element) { return weights.read(i, element); });
  const auto ids = golden.ints("input_ids");
  const auto expected = golden.doubles("logits_of_last_row");  // of its last tokens
  const auto width = static_cast<size_t>(model.vocabulary_size), kept = expected.size() / width,
             length = static_cast<size_t>(golden.shape("input_ids")[1]);
  CachedRows rows(cached, 1);
  for (size_t i = 0; i < length; i++) {
    const Tokens next = {static_cast<int32_t>(ids[ids.size() - length + i])};
    const Logits logits = copied(rows.append({&next, 1}));
    if (i + kept < length) continue;
    const auto begin = expected.begin() + static_cast<std::ptrdiff_t>((i + kept - length) * width);
    expect_near(logits, Logits(begin, begin + static_cast<std::ptrdiff_t>(width)), 2e-5f);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CachedFamily,
                         testing::Values("gemma3", "olmoe", "phi3", "qwen3_moe", "smollm3"),
                         [](const auto& model) { return std::string(model.param); });

TEST(CachedModel, RunsOnAPlugin) {
  TUTTI_PLUGIN_OR_SKIP(library);
  backend::PjrtOptions options;
  options.library = library;
  options.options = {{"cpu_device_count", int64_t{1}}};
  backend::PjrtBackend plugin(options);
  expect_like_without_cache(plugin, pass::Precision::f32, 2e-5f);
  expect_like_without_cache(plugin, pass::Precision::bf16, 0.05f);
}

TEST(CachedModel, HowATextIsCutDoesNotChangeABit) {
  for (const pass::Precision precision : {pass::Precision::f32, pass::Precision::bf16}) {
    backend::CpuBackend one({1, 0, {}}), three({3, 0, {}});
    test::SmallDecoder decoder(one, precision), with_threads(three, precision);
    const Tokens text = some_tokens(600);
    const Logits at_once = in_parts(decoder.cached, text, {600});
    EXPECT_EQ(in_parts(decoder.cached, text, {599, 1}), at_once);
    EXPECT_EQ(in_parts(decoder.cached, text, {1, 30, 9, 460, 17, 1, 82}), at_once);
    EXPECT_EQ(in_parts(with_threads.cached, text, {599, 1}), at_once);
  }
}

TEST(CachedModel, RowsOfUnequalLengthsAreAsAlone) {
  for (const pass::Precision precision : {pass::Precision::f32, pass::Precision::bf16}) {
    backend::CpuBackend cpu({2, 0, {}});
    test::SmallDecoder decoder(cpu, precision);
    std::vector<Tokens> texts;
    for (const size_t size : {1, 40, 3, 130, 16, 17, 2, 64})
      texts.push_back(some_tokens(size, static_cast<int32_t>(size)));
    CachedRows rows(decoder.cached, texts.size());
    const Logits first = copied(rows.append(texts));
    std::vector<Tokens> more(texts.size());
    more[1] = {5};
    more[3] = {6, 7, 8};
    const Logits second = copied(rows.append(more));
    for (size_t row = 0; row < texts.size(); row++) {
      CachedRows alone(decoder.cached, 1);
      const auto at = [&](const Logits& all) {
        return Logits(all.begin() + static_cast<std::ptrdiff_t>(row * 640),
                      all.begin() + static_cast<std::ptrdiff_t>(row * 640 + 640));
      };
      EXPECT_EQ(at(first), copied(alone.append({&texts[row], 1}))) << row;
      if (more[row].empty()) continue;
      EXPECT_EQ(at(second), copied(alone.append({&more[row], 1}))) << row;
    }
  }
}

TEST(CachedModel, WhatARowHasInCommonIsNotComputedAgain) {
  backend::CpuBackend cpu({2, 0, {}});
  test::SmallDecoder decoder(cpu);
  CachedRows rows(decoder.cached, 1);
  Tokens text = some_tokens(40);
  const Logits first = copied(rows.replace(text));
  EXPECT_EQ(rows.computed(), 40);
  EXPECT_EQ(copied(rows.replace(text)), first);  // its last token, for the logits
  EXPECT_EQ(rows.computed(), 41);
  text[30] = 1;
  const Logits changed = copied(rows.replace(text));
  EXPECT_EQ(rows.computed(), 51);
  text.resize(20);
  const Logits shorter = copied(rows.replace(text));
  EXPECT_EQ(rows.computed(), 52);
  text[0] = 9;
  const Logits other = copied(rows.replace(text));
  EXPECT_EQ(rows.computed(), 72);
  EXPECT_EQ(other, in_parts(decoder.cached, text, {20}));
  text[0] = some_tokens(1)[0];
  EXPECT_EQ(shorter, in_parts(decoder.cached, text, {20}));
}

TEST(CachedModel, RefusesWhatTheModelDoesNotHave) {
  backend::CpuBackend cpu({1, 0, {}});
  test::SmallDecoder decoder(cpu);
  CachedRows rows(decoder.cached, 1);
  const Tokens unknown = {1, 640}, negative = {-1}, all = some_tokens(1025);
  test::expect_contains(test::failure_of([&] {
                          rows.append({&unknown, 1});
                        }).message,
                        "found the token id 640, but the model's embedding has 640 rows");
  test::expect_contains(test::failure_of([&] { rows.append({&negative, 1}); }).message, "id -1");
  test::expect_contains(test::failure_of([&] {
                          rows.append({&all, 1});
                        }).message,
                        "found 1025 tokens, expected at most the model's 1024 positions");
  EXPECT_TRUE(rows.ids(0).empty());
}

}  // namespace
}  // namespace tutti::generate
