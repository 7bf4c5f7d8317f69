// SPDX-License-Identifier: Apache-2.0
#include "generate/settings.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/data.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::generate {
namespace {

using Json = nlohmann::ordered_json;

Settings settings_with(const std::string& generation_config, const Json& config) {
  static const data::Tokenizer tokenizer(test::golden_data("tokenizer/tok512"));
  const test::TemporaryFolder folder;
  if (!generation_config.empty())
    write_file_atomically(folder.path() / "generation_config.json", generation_config);
  return settings_of(folder.path(), config, tokenizer);
}

TEST(GenerationSettings, AreThoseOfTheModelsFile) {
  // Qwen2.5-0.5B-Instruct's.
  const Settings settings = settings_with(
      R"({"bos_token_id": 5, "pad_token_id": 5, "do_sample": true, "eos_token_id": [7, 5],
          "repetition_penalty": 1.1, "temperature": 0.7, "top_p": 0.8, "top_k": 20,
          "transformers_version": "4.37.0"})",
      {{"eos_token_id", 3}});
  EXPECT_TRUE(settings.sampling.sample);
  EXPECT_EQ(settings.sampling.temperature, 0.7);
  EXPECT_EQ(settings.sampling.top_k, 20);
  EXPECT_EQ(settings.sampling.top_p, 0.8);
  EXPECT_EQ(settings.sampling.repetition_penalty, 1.1);
  EXPECT_EQ(settings.stop_ids, (std::vector<int32_t>{7, 5}));
}

TEST(GenerationSettings, TheEndOfATextIsLookedForInThreePlaces) {
  EXPECT_EQ(settings_with("{}", {{"eos_token_id", 9}}).stop_ids, std::vector<int32_t>{9});
  EXPECT_EQ(settings_with("", {{"eos_token_id", nullptr}}).stop_ids, std::vector<int32_t>{2});
  EXPECT_FALSE(settings_with("", {}).sampling.sample);
}

TEST(GenerationSettings, WhatIsNotImplementedIsNamed) {
  for (const auto& [text, part] : {std::pair{R"({"num_beams": 4})", "num_beams is 4, expected 1"},
                                   {R"({"no_repeat_ngram_size": 2})", "no_repeat_ngram_size is 2"},
                                   {R"({"temperature": -1})", "temperature: found -1"},
                                   {R"({"top_p": 2})", "top_p: found 2"},
                                   {R"({"top_k": "x"})", "top_k"},
                                   {R"({"eos_token_id": "x"})", "eos_token_id is \"x\""},
                                   {R"({"eos_token_id": [-1]})", "eos_token_id is [-1]"},
                                   {R"({"stop_strings": [""]})", "stop_strings is [\"\"]"},
                                   {R"({"max_new_tokens": -2})", "max_new_tokens is -2"},
                                   {"[]", "expected an object"}}) {
    const test::Failure failure = test::failure_of([&, text = text] { settings_with(text, {}); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, part);
    test::expect_contains(failure.message, "generation_config.json");
  }
}

}  // namespace
}  // namespace tutti::generate
