// SPDX-License-Identifier: Apache-2.0
// Holds the tokenizer against Hugging Face's on real data.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "data/tokenizer/tokenizer.h"
#include "support/data.h"

namespace tutti::data {
namespace {

using nlohmann::json;
using Offsets = std::vector<std::pair<int32_t, int32_t>>;

/// Each paragraph's context and then its questions.
std::vector<std::string> squad_texts(const Path& path) {
  std::vector<std::string> texts;
  const json squad = json::parse(read_file(path));
  for (const json& article : squad.at("data")) {
    for (const json& paragraph : article.at("paragraphs")) {
      texts.push_back(paragraph.at("context"));
      for (const json& question : paragraph.at("qas")) texts.push_back(question.at("question"));
    }
  }
  return texts;
}

/// The hash that the golden values' README describes.
std::string hash_of(const std::vector<Encoding>& encodings) {
  Sha256 hash;
  for (const Encoding& encoding : encodings) {
    std::string line;
    for (int32_t id : encoding.ids) line += fmt::format("{}{}", line.empty() ? "" : " ", id);
    line += '|';
    const char* separator = "";
    for (const auto& [begin, end] : encoding.offsets) {
      line += fmt::format("{}{}-{}", separator, begin, end);
      separator = " ";
    }
    hash.update(line + "\n");
  }
  return hash.hex();
}

std::vector<Encoding> encode_squad(const Path& tokenizer, const Path& squad) {
  const std::vector<std::string> texts = squad_texts(squad);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return Tokenizer(tokenizer).encode_all(views, 2);
}

void expect_hard_strings(const Path& folder, const Path& golden) {
  const Tokenizer tokenizer(folder);
  std::ifstream lines(golden);
  int count = 0;
  for (std::string line; std::getline(lines, line); count++) {
    const json expected = json::parse(line);
    const Encoding found = tokenizer.with_special_tokens(
        tokenizer.encode(expected.at("text").get_ref<const std::string&>()));
    EXPECT_EQ(found.ids, expected.at("ids").get<std::vector<int32_t>>()) << line;
    EXPECT_EQ(found.offsets, expected.at("offsets").get<Offsets>()) << line;
    std::vector<std::string> tokens;
    for (int32_t id : found.ids) tokens.emplace_back(tokenizer.token(id));
    EXPECT_EQ(tokens, expected.at("tokens").get<std::vector<std::string>>()) << line;
  }
  EXPECT_EQ(count, 50);
}

TEST(TokenizerGolden, HardStringsUncased) {
  TUTTI_DATA_OR_SKIP(folder, "tokenizers/bert-base-uncased");
  TUTTI_DATA_OR_SKIP(golden, "golden/tokenizer/bert-base-uncased.jsonl");
  expect_hard_strings(folder, golden);
}

TEST(TokenizerGolden, HardStringsCased) {
  TUTTI_DATA_OR_SKIP(folder, "tokenizers/bert-base-cased");
  TUTTI_DATA_OR_SKIP(golden, "golden/tokenizer/bert-base-cased.jsonl");
  expect_hard_strings(folder, golden);
}

TEST(TokenizerGolden, HardStringsOfAnotherUncasedModel) {
  TUTTI_DATA_OR_SKIP(folder, "tokenizers/all-MiniLM-L6-v2");
  TUTTI_DATA_OR_SKIP(golden, "golden/tokenizer/bert-base-uncased.jsonl");
  expect_hard_strings(folder, golden);
}

TEST(TokenizerGolden, VocabularyAloneGivesTheSame) {
  TUTTI_DATA_OR_SKIP(vocabulary, "tokenizers/bert-base-uncased/vocab.txt");
  TUTTI_DATA_OR_SKIP(golden, "golden/tokenizer/bert-base-uncased.jsonl");
  TUTTI_DATA_OR_SKIP(squad, "squad/dev-v1.1.json");
  const Path folder = Path(testing::TempDir()) / "tutti_vocabulary_alone";
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(vocabulary, folder / "vocab.txt",
                             std::filesystem::copy_options::overwrite_existing);
  expect_hard_strings(folder, golden);
  EXPECT_EQ(hash_of(encode_squad(folder, squad)),
            "e2a4396e19f391fe57d6a274d4cabc64d7cc1a952e0dd8fc99d20148942ce1c6");
  std::filesystem::remove_all(folder);
}

struct SquadCase {
  const char* tokenizer;
  const char* squad;
  size_t tokens;
  const char* hash;
};

class TokenizerSquad : public testing::TestWithParam<SquadCase> {};

TEST_P(TokenizerSquad, EqualsHuggingFace) {
  TUTTI_DATA_OR_SKIP(folder, std::string("tokenizers/") + GetParam().tokenizer);
  TUTTI_DATA_OR_SKIP(squad, std::string("squad/") + GetParam().squad);
  const std::vector<Encoding> encodings = encode_squad(folder, squad);
  size_t tokens = 0;
  for (const Encoding& encoding : encodings) tokens += encoding.ids.size();
  EXPECT_EQ(tokens, GetParam().tokens);
  EXPECT_EQ(hash_of(encodings), GetParam().hash);
}

INSTANTIATE_TEST_SUITE_P(
    All, TokenizerSquad,
    testing::Values(SquadCase{"bert-base-uncased", "dev-v1.1.json", 462739,
                              "e2a4396e19f391fe57d6a274d4cabc64d7cc1a952e0dd8fc99d20148942ce1c6"},
                    SquadCase{"bert-base-uncased", "train-v1.1.json", 3941892,
                              "0ec287ee94b2beaba990a0c76c82c4d0034cb47de4922366ebfe59aeceefea5a"},
                    SquadCase{"bert-base-cased", "dev-v1.1.json", 475842,
                              "4b4310f95d7546b2fd1f900d6facf6aeda64ec9ac5646f46a2761b982bc6d644"},
                    SquadCase{"bert-base-cased", "train-v1.1.json", 4068151,
                              "a2bbdf045bdfe8f45b5ab5de86521fd14e5b515c91efe647f741aad74c6357a3"}));

}  // namespace
}  // namespace tutti::data
