// SPDX-License-Identifier: Apache-2.0
// Compares the tokenizer with Hugging Face's on real data.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "data/chat_template/chat_template.h"
#include "data/tokenizer/tokenizer.h"
#include "support/data.h"
#include "support/temporary_folder.h"

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

Path hard_strings(const std::string& model) {
  return test::golden_data("tokenizer") / (model + ".jsonl");
}

TEST(TokenizerGolden, HardStringsUncased) {
  expect_hard_strings(test::quickstart_data("tiny_bert"), hard_strings("bert-base-uncased"));
}

TEST(TokenizerGolden, HardStringsCased) {
  expect_hard_strings(test::golden_data("bert-base-cased"), hard_strings("bert-base-cased"));
}

// It has a tokenizer.json.
TEST(TokenizerGolden, HardStringsOfAnotherUncasedModel) {
  TUTTI_MINILM_OR_SKIP(folder);
  expect_hard_strings(folder, hard_strings("bert-base-uncased"));
}

TEST(TokenizerGolden, VocabularyAloneGivesTheSame) {
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(test::quickstart_data("tiny_bert/vocab.txt"),
                             folder.path() / "vocab.txt");
  expect_hard_strings(folder.path(), hard_strings("bert-base-uncased"));
}

/// What Hugging Face's tokenizer makes of a file of SQuAD: tools/write_golden.py tokens.
struct Tokens {
  size_t count;
  const char* hash;
};

void expect_tokens(const Path& tokenizer, const Path& squad, const Tokens& expected) {
  const std::vector<Encoding> encodings = encode_squad(tokenizer, squad);
  size_t count = 0;
  for (const Encoding& encoding : encodings) count += encoding.ids.size();
  EXPECT_EQ(count, expected.count) << tokenizer << " " << squad;
  EXPECT_EQ(hash_of(encodings), expected.hash) << tokenizer << " " << squad;
}

TEST(TokenizerGolden, SlicesOfSquad) {
  const Path uncased = test::quickstart_data("tiny_bert"),
             cased = test::golden_data("bert-base-cased"), dev = test::quickstart_data("dev.json"),
             train = test::quickstart_data("train.json");
  expect_tokens(uncased, dev,
                {14851, "62a42cccfebedbae1857e46153050fa1b6c126f503283fe3d51c2057421cc8ab"});
  expect_tokens(uncased, train,
                {216813, "a646ef320044ac1095c6b2d65f705a7527ab63cf34ff4236aa0e7675f05d97be"});
  expect_tokens(cased, dev,
                {15196, "5ae0fb005739fdcd7b855b5cdbf7018ae546a9c6a9322b9dca585c9f41744da2"});
  expect_tokens(cased, train,
                {223779, "9dff2ba1560247f2765d13208d6603914838c7e29081cc913e6c0bf6b3dceaca"});
}

/// Strings of a causal model, whose lines also have the decoded text.
void expect_causal_strings(const Tokenizer& tokenizer, const Path& golden) {
  std::ifstream lines(golden);
  int count = 0;
  for (std::string line; std::getline(lines, line); count++) {
    const json expected = json::parse(line);
    const Encoding found = tokenizer.encode(expected.at("text").get_ref<const std::string&>());
    EXPECT_EQ(found.ids, expected.at("ids").get<std::vector<int32_t>>()) << line;
    EXPECT_EQ(found.offsets, expected.at("offsets").get<Offsets>()) << line;
    std::vector<std::string> tokens;
    for (int32_t id : found.ids) tokens.emplace_back(tokenizer.token(id));
    EXPECT_EQ(tokens, expected.at("tokens").get<std::vector<std::string>>()) << line;
    for (const bool skip : {false, true}) {
      const std::string text = expected.at(skip ? "decoded_without_special" : "decoded");
      EXPECT_EQ(tokenizer.decode(found.ids, skip), text) << line;
      TextStream stream(tokenizer, skip);
      std::string streamed;
      for (int32_t id : found.ids) {
        streamed += stream.push(id);
        EXPECT_TRUE(is_valid_utf8(streamed)) << line;
      }
      EXPECT_EQ(streamed + stream.finish(), text) << line;
    }
  }
  EXPECT_EQ(count, 60);
}

TEST(TokenizerGolden, CausalStringsOfSmallTokenizers) {
  for (const char* name : {"mini512", "tok512"})
    expect_causal_strings(Tokenizer(test::golden_data("tokenizer") / name), hard_strings(name));
}

/// Qwen2.5's tokenizer, which its folder has in older files only.
Tokenizer qwen_tokenizer(const Path& folder) {
  const json config = json::parse(read_file(folder / "tokenizer_config.json"));
  json merges = json::array(), added = json::array();
  std::ifstream lines(folder / "merges.txt");
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && !line.starts_with("#version")) merges.push_back(line);
  for (const auto& [id, description] : config.at("added_tokens_decoder").items()) {
    json token = description;
    token["id"] = std::stoi(id);
    added.push_back(token);
  }
  json root = json::parse(read_file(test::golden_data("tokenizer/mini512/tokenizer.json")));
  root["added_tokens"] = added;
  root["model"]["vocab"] = json::parse(read_file(folder / "vocab.json"));
  root["model"]["merges"] = merges;
  return Tokenizer(TokenizerFiles{.tokenizer_json = {"tokenizer.json", root.dump()}});
}

TEST(TokenizerGolden, MasksOfConversations) {
  TUTTI_DATA_OR_SKIP(golden, "golden/causal/chat_templates.jsonl");
  TUTTI_DATA_OR_SKIP(folder, "tokenizers/qwen2.5");
  const Tokenizer qwen = qwen_tokenizer(folder);
  const std::string lines = read_file(golden);
  int masks = 0;
  for (size_t begin = 0; begin < lines.size(); begin = lines.find('\n', begin) + 1) {
    const nlohmann::ordered_json line =
        nlohmann::ordered_json::parse(lines.substr(begin, lines.find('\n', begin) - begin));
    if (!line.contains("assistant_mask")) continue;
    masks++;
    SCOPED_TRACE(line["template"].get<std::string>() + ", " +
                 line["conversation"].get<std::string>());
    const auto source =
        golden.parent_path() / "templates" / (line["template"].get<std::string>() + ".jinja");
    const ChatTemplate chat(read_file(source), "t.jinja");
    ChatInput input;
    input.messages = line["messages"];
    input.tools = line["tools"];
    input.add_generation_prompt = line["add_generation_prompt"].get<bool>();
    input.variables = line["variables"];
    const RenderedChat rendered = chat.render(input);
    const Encoding encoding = qwen.encode(rendered.text);
    EXPECT_EQ(encoding.ids, line["ids"].get<std::vector<int32_t>>());
    const std::vector<bool> found = tokens_in_spans(encoding.offsets, rendered.generated);
    EXPECT_EQ(std::vector<int32_t>(found.begin(), found.end()),
              line["assistant_mask"].get<std::vector<int32_t>>());
  }
  EXPECT_EQ(masks, 40);
}

Tokenizer causal_tokenizer(const std::string& name, const Path& tokenizers) {
  if (name == "qwen2.5") return qwen_tokenizer(tokenizers / name);
  return Tokenizer((name == "gpt2" ? tokenizers : test::golden_data("tokenizer")) / name);
}

constexpr const char* kCausalTokenizers[] = {"gpt2", "qwen2.5", "mini512", "tok512"};

TEST(TokenizerGolden, CausalStrings) {
  TUTTI_DATA_OR_SKIP(tokenizers, "tokenizers");
  TUTTI_DATA_OR_SKIP(golden, "golden/causal/tokenizer");
  for (const std::string name : kCausalTokenizers)
    expect_causal_strings(causal_tokenizer(name, tokenizers), golden / (name + ".jsonl"));
}

TEST(TokenizerGolden, AllOfLegalBench) {
  TUTTI_DATA_OR_SKIP(tokenizers, "tokenizers");
  TUTTI_DATA_OR_SKIP(golden, "golden/causal/tokenizer/legalbench.json");
  TUTTI_DATA_OR_SKIP(data, "sft/legalbench-ccby.jsonl");
  std::vector<std::string> texts;
  std::ifstream lines(data);
  for (std::string line; std::getline(lines, line);) texts.push_back(json::parse(line).at("input"));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const json expected = json::parse(read_file(golden));
  for (const std::string name : kCausalTokenizers) {
    const Tokenizer tokenizer = causal_tokenizer(name, tokenizers);
    const std::clock_t start = std::clock();
    const std::vector<Encoding> encodings = tokenizer.encode_all(views, 2);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    size_t count = 0;
    for (const Encoding& encoding : encodings) count += encoding.ids.size();
    EXPECT_EQ(count, expected.at(name).at("tokens").get<size_t>()) << name;
    EXPECT_EQ(hash_of(encodings), expected.at(name).at("sha256")) << name;
    RecordProperty(name + "_tokens_a_cpu_second",
                   std::to_string(static_cast<double>(count) / seconds));
  }
}

TEST(TokenizerGolden, AllOfSquad) {
  TUTTI_DATA_OR_SKIP(uncased, "tokenizers/bert-base-uncased");
  TUTTI_DATA_OR_SKIP(cased, "tokenizers/bert-base-cased");
  TUTTI_DATA_OR_SKIP(squad, "squad");
  expect_tokens(uncased, squad / "dev-v1.1.json",
                {462739, "e2a4396e19f391fe57d6a274d4cabc64d7cc1a952e0dd8fc99d20148942ce1c6"});
  expect_tokens(uncased, squad / "train-v1.1.json",
                {3941892, "0ec287ee94b2beaba990a0c76c82c4d0034cb47de4922366ebfe59aeceefea5a"});
  expect_tokens(cased, squad / "dev-v1.1.json",
                {475842, "4b4310f95d7546b2fd1f900d6facf6aeda64ec9ac5646f46a2761b982bc6d644"});
  expect_tokens(cased, squad / "train-v1.1.json",
                {4068151, "a2bbdf045bdfe8f45b5ab5de86521fd14e5b515c91efe647f741aad74c6357a3"});
}

}  // namespace
}  // namespace tutti::data
