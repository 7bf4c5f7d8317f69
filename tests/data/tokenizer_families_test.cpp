// SPDX-License-Identifier: Apache-2.0
// Tokenizers of more families against Hugging Face's on strings that are hard to split.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "data/tokenizer/tokenizer.h"
#include "support/data.h"

namespace tutti::data {
namespace {

using nlohmann::json;
using Offsets = std::vector<std::pair<int32_t, int32_t>>;

class TokenizerFamily : public testing::TestWithParam<const char*> {};

TEST_P(TokenizerFamily, SplitsHardStringsAsHuggingFace) {
  TUTTI_DATA_OR_SKIP(folder, "golden/models/tokenizers");
  const Tokenizer tokenizer(folder / GetParam());
  std::ifstream lines(folder / (std::string(GetParam()) + ".jsonl"));
  int count = 0;
  for (std::string line; std::getline(lines, line); count++) {
    const json expected = json::parse(line);
    if (expected.contains("pair")) continue;
    const Encoding found = tokenizer.with_special_tokens(
        tokenizer.encode(expected.at("text").get_ref<const std::string&>()));
    EXPECT_EQ(found.ids, expected.at("ids").get<std::vector<int32_t>>()) << line;
    EXPECT_EQ(found.offsets, expected.at("offsets").get<Offsets>()) << line;
    EXPECT_EQ(tokenizer.decode(found.ids, true), expected.at("decoded")) << line;
  }
  EXPECT_EQ(count, 62);
}

INSTANTIATE_TEST_SUITE_P(Kinds, TokenizerFamily,
                         testing::Values("albert", "bert", "gemma", "gpt4o", "llama3", "modernbert",
                                         "mpnet", "roberta", "xlm_roberta"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace tutti::data
