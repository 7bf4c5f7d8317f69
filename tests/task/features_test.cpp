// SPDX-License-Identifier: Apache-2.0
#include "task/squad/features.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/hash.h"
#include "support/data.h"
#include "support/temporary_folder.h"
#include "task/squad/feature_file.h"
#include "task/word_encoder.h"

namespace tutti::task::squad {
namespace {

using Ints = std::vector<int32_t>;

Corpus corpus_of(const std::string& context, const std::string& question,
                 std::vector<Answer> answers) {
  return {"", false, {context}, {{"id", question, 0, std::move(answers), false}}, 0};
}

FeatureSet build(const Corpus& corpus, FeatureOptions options,
                 const Encoder& encoder = word_encoder()) {
  Team team(2);
  return build_features(corpus, encoder, options, team);
}

std::string error_of(const Corpus& corpus, FeatureOptions options,
                     const Encoder& encoder = word_encoder()) {
  try {
    build(corpus, options, encoder);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

struct Tokens {
  Ints ids, types;
};

Tokens tokens_of(const FeatureSet& features, int64_t feature) {
  const auto length = static_cast<size_t>(features.length(feature));
  Tokens tokens{Ints(length), Ints(length)};
  features.write(feature, tokens.ids, tokens.types);
  return tokens;
}

TEST(Features, OneWindow) {
  const Corpus corpus = corpus_of("aa bb cc", " \u00A0 x y", {{"bb", 3}});
  const FeatureSet features = build(corpus, {.max_length = 10, .stride = 2});
  ASSERT_EQ(features.size(), 1);
  EXPECT_EQ(features.length(0), 8);
  const Tokens tokens = tokens_of(features, 0);
  EXPECT_EQ(tokens.ids, (Ints{kCls, 'x', 'y', kSeparator, 'a', 'b', 'c', kSeparator}));
  EXPECT_EQ(tokens.types, (Ints{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(features.label(0).start, 5);
  EXPECT_EQ(features.label(0).end, 5);
}

TEST(Features, WindowsOverlapByTheStride) {
  // 9 words, room 8 - 3 - 1 = 4, steps of 4 - 1 = 3: [0, 4), [3, 7), [6, 9).
  const Corpus corpus = corpus_of("a b c d e f g h i", "q", {{"f g", 10}});
  const FeatureSet features = build(corpus, {.max_length = 8, .stride = 1});
  ASSERT_EQ(features.size(), 3);
  EXPECT_EQ(tokens_of(features, 0).ids,
            (Ints{kCls, 'q', kSeparator, 'a', 'b', 'c', 'd', kSeparator}));
  EXPECT_EQ(tokens_of(features, 1).ids,
            (Ints{kCls, 'q', kSeparator, 'd', 'e', 'f', 'g', kSeparator}));
  EXPECT_EQ(tokens_of(features, 2).ids, (Ints{kCls, 'q', kSeparator, 'g', 'h', 'i', kSeparator}));
  EXPECT_EQ(features.label(0).start, 0);  // not in the window: [CLS]
  EXPECT_EQ(features.label(0).end, 0);
  EXPECT_EQ(features.label(1).start, 5);
  EXPECT_EQ(features.label(1).end, 6);
  EXPECT_EQ(features.label(2).start, 0);  // only half of it
  EXPECT_EQ(features.label(2).end, 0);
}

TEST(Features, AWindowThatJustFitsIsTheOnlyOne) {
  EXPECT_EQ(build(corpus_of("a b c d", "q", {{"a", 0}}), {.max_length = 8, .stride = 1}).size(), 1);
  EXPECT_EQ(build(corpus_of("a b c d e", "q", {{"a", 0}}), {.max_length = 8, .stride = 1}).size(),
            2);
  EXPECT_EQ(
      build(corpus_of("a b c d e f g", "q", {{"a", 0}}), {.max_length = 8, .stride = 1}).size(), 2);
}

TEST(Features, LabelsCoverAnswersInsideWords) {
  // Words at [0, 4), [5, 9), [10, 14).
  const auto label = [](Answer answer) {
    return build(corpus_of("abcd efgh ijkl", "q", {std::move(answer)}),
                 {.max_length = 20, .stride = 2})
        .label(0);
  };
  const std::vector<std::pair<Answer, std::array<int32_t, 2>>> cases = {
      {{"abcd", 0}, {3, 3}},  {{"bc", 1}, {3, 3}},
      {{"d e", 3}, {3, 4}},   {{"efgh ij", 5}, {4, 5}},
      {{"ijkl", 10}, {5, 5}}, {{"l", 13}, {5, 5}},
      {{" efgh", 4}, {3, 4}}, {{"abcd efgh ijkl", 0}, {3, 5}},
  };
  for (const auto& [answer, expected] : cases) {
    EXPECT_EQ(label(answer).start, expected[0]) << answer.text;
    EXPECT_EQ(label(answer).end, expected[1]) << answer.text;
  }
}

TEST(Features, TrainOnTheFirstAnswerThatStandsInItsContext) {
  Corpus corpus = corpus_of("aa bb cc", "q", {{"zz", kNotThere}, {"cc", 6}, {"aa", 0}});
  corpus.questions.push_back({"misplaced", "q", 0, {{"zz", kNotThere}}, false});
  corpus.questions.push_back({"impossible", "q", 0, {}, true});
  const FeatureSet train = build(corpus, {.max_length = 20, .stride = 2});
  ASSERT_EQ(train.size(), 2);
  EXPECT_EQ(train.content().questions_left_out, 1);
  EXPECT_EQ(train.label(0).start, 5);
  EXPECT_EQ(train.at(1).question, 2);
  EXPECT_EQ(train.label(1).start, 0);
  const FeatureSet all =
      build(corpus, {.max_length = 20, .stride = 2, .purpose = Purpose::evaluate});
  EXPECT_EQ(all.size(), 3);
}

TEST(Features, OffsetsAreOfTheContextOnly) {
  const Corpus corpus = corpus_of("a b c d e f g h i", "q", {});
  const FeatureSet features =
      build(corpus, {.max_length = 8, .stride = 1, .purpose = Purpose::evaluate});
  for (int64_t token : {0, 1, 2, 7, 8, 400}) EXPECT_EQ(features.offsets(0, token), std::nullopt);
  EXPECT_EQ(features.offsets(0, 3), (Offsets{0, 1}));
  EXPECT_EQ(features.offsets(1, 3), (Offsets{6, 7}));
  EXPECT_EQ(features.offsets(1, 6), (Offsets{12, 13}));
}

TEST(Features, AnEmptyContextHasOneWindow) {
  const FeatureSet features =
      build(corpus_of("", "q", {}), {.max_length = 8, .stride = 1, .purpose = Purpose::evaluate});
  ASSERT_EQ(features.size(), 1);
  EXPECT_EQ(tokens_of(features, 0).ids, (Ints{kCls, 'q', kSeparator, kSeparator}));
}

TEST(Features, RefusesAQuestionWithoutRoomForItsContext) {
  const Corpus corpus = corpus_of("a b c d e f", "q r s", {{"a", 0}});
  EXPECT_EQ(build(corpus, {.max_length = 9, .stride = 2}).size(), 4);
  EXPECT_EQ(
      error_of(corpus, {.max_length = 8, .stride = 2}),
      "question \"id\": its 3 tokens leave 2 of --max_seq_length 8 for the context, which must "
      "be more than --doc_stride 2; shorten it or change those");
}

TEST(Features, RefusesImpossibleOptionsAndDataWithoutAnswers) {
  const Corpus corpus = corpus_of("a b", "q", {{"a", 0}});
  EXPECT_THROW(build(corpus, {.max_length = 3, .stride = 0}), UserError);
  EXPECT_THROW(build(corpus, {.max_length = 8, .stride = 5}), UserError);
  EXPECT_THROW(build(corpus, {.max_length = 8, .stride = -1}), UserError);
  EXPECT_THROW(build(corpus_of("a b", "q", {}), {}), UserError);
  EXPECT_THROW(build(corpus_of("a b", "q", {{"c", kNotThere}}), {}), UserError);
}

TEST(Features, ErrorsNameTheFile) {
  Corpus corpus = corpus_of("a b c d e f", "q r s", {});
  corpus.file = "data.json";
  EXPECT_EQ(error_of(corpus, {}),
            "data.json: none of the 1 questions has an answer in its context; train on "
            "a file with answers");
  EXPECT_EQ(error_of(corpus, {.max_length = 8, .stride = 2}).find("data.json: question \"id\""),
            0U);
}

struct Window {
  Ints ids, types;
  int32_t start, end;  // the label
};

/// Compares features of "a b c d e f g h i" with the answer "f g" with what transformers and
/// run_qa's prepare_train_features gave for the same template.
void expect_windows(const data::Template& pair, const std::string& question, int32_t max_length,
                    const std::vector<Window>& expected) {
  Encoder encoder = word_encoder();
  encoder.pair = pair;
  const Corpus corpus = corpus_of("a b c d e f g h i", question, {{"f g", 10}});
  const FeatureSet built = build(corpus, {.max_length = max_length, .stride = 1}, encoder);
  const FeatureSet features = deserialize(serialize(built));
  ASSERT_EQ(features.size(), static_cast<int64_t>(expected.size()));
  for (size_t i = 0; i < expected.size(); i++) {
    const auto feature = static_cast<int64_t>(i);
    EXPECT_EQ(tokens_of(features, feature).ids, expected[i].ids);
    EXPECT_EQ(tokens_of(features, feature).types, expected[i].types);
    EXPECT_EQ(features.label(feature).start, expected[i].start);
    EXPECT_EQ(features.label(feature).end, expected[i].end);
  }
}

using Kind = data::TemplatePiece::Kind;

TEST(Features, ExtraSpecialTokensAndTypesOfTheTemplate) {
  expect_windows({{Kind::special, {1}, 0},
                  {Kind::first, {}, 0},
                  {Kind::special, {2}, 0},
                  {Kind::special, {2}, 1},
                  {Kind::second, {}, 1},
                  {Kind::special, {2}, 0}},
                 "q", 9,
                 {{{1, 'q', 2, 2, 'a', 'b', 'c', 'd', 2}, {0, 0, 0, 1, 1, 1, 1, 1, 0}, 0, 0},
                  {{1, 'q', 2, 2, 'd', 'e', 'f', 'g', 2}, {0, 0, 0, 1, 1, 1, 1, 1, 0}, 6, 7},
                  {{1, 'q', 2, 2, 'g', 'h', 'i', 2}, {0, 0, 0, 1, 1, 1, 1, 0}, 0, 0}});
}

TEST(Features, ATemplateWithTheContextFirst) {
  const data::Template pair = {{Kind::second, {}, 1},
                               {Kind::special, {1}, 0},
                               {Kind::first, {}, 0},
                               {Kind::special, {2}, 1}};
  expect_windows(pair, "q x", 8,
                 {{{'a', 'b', 'c', 'd', 1, 'q', 'x', 2}, {1, 1, 1, 1, 0, 0, 0, 1}, 4, 4},
                  {{'d', 'e', 'f', 'g', 1, 'q', 'x', 2}, {1, 1, 1, 1, 0, 0, 0, 1}, 2, 3},
                  {{'g', 'h', 'i', 1, 'q', 'x', 2}, {1, 1, 1, 0, 0, 0, 1}, 3, 3}});
  Encoder encoder = word_encoder();
  encoder.pair = pair;
  const FeatureSet features =
      build(corpus_of("a b", "q x", {}), {.purpose = Purpose::evaluate}, encoder);
  EXPECT_EQ(features.offsets(0, 1), (Offsets{2, 3}));
  EXPECT_EQ(features.offsets(0, 2), std::nullopt);
}

TEST(Features, ATemplateWithoutSpecialTokens) {
  const data::Template pair = {{Kind::first, {}, 0}, {Kind::second, {}, 1}};
  expect_windows(pair, "q", 5,
                 {{{'q', 'a', 'b', 'c', 'd'}, {0, 1, 1, 1, 1}, 0, 0},
                  {{'q', 'd', 'e', 'f', 'g'}, {0, 1, 1, 1, 1}, 3, 4},
                  {{'q', 'g', 'h', 'i'}, {0, 1, 1, 1}, 0, 0}});
  Encoder encoder = word_encoder();
  encoder.pair = pair;
  EXPECT_NE(error_of(corpus_of("", "", {}), {.purpose = Purpose::evaluate}, encoder)
                .find("question \"id\": found no token"),
            std::string::npos);
  // A [CLS] in a text is the place of a label without an answer: "b" is taken for one.
  encoder.cls_id = 'b';
  const FeatureSet features =
      build(corpus_of("a b c d e", "q", {{"e", 8}}), {.max_length = 5, .stride = 1}, encoder);
  EXPECT_EQ(features.label(0).start, 2);
  EXPECT_EQ(features.label(0).end, 2);
  EXPECT_EQ(features.label(1).start, 2);  // "q d e": the answer
}

TEST(FeatureFile, KeepsEverything) {
  const Corpus corpus = corpus_of("a b c d e f g h i", "q", {{"f g", 10}});
  for (Purpose purpose : {Purpose::train, Purpose::evaluate}) {
    const FeatureSet features = build(corpus, {.max_length = 8, .stride = 1, .purpose = purpose});
    const FeatureSet read = deserialize(serialize(features));
    ASSERT_EQ(read.size(), features.size());
    for (int64_t f = 0; f < read.size(); f++) {
      EXPECT_EQ(tokens_of(read, f).ids, tokens_of(features, f).ids);
      EXPECT_EQ(read.label(f).start, features.label(f).start);
      EXPECT_EQ(read.label(f).end, features.label(f).end);
    }
    EXPECT_EQ(read.content().offsets, features.content().offsets);
  }
}

TEST(FeatureFile, RefusesEveryDamage) {
  const Corpus corpus = corpus_of("a b c d e f g h i", "q", {{"f g", 10}});
  const std::string good =
      serialize(build(corpus, {.max_length = 8, .stride = 1, .purpose = Purpose::evaluate}));
  for (size_t size = 0; size < good.size(); size++)
    EXPECT_THROW(deserialize(good.substr(0, size)), UserError) << size;
  EXPECT_THROW(deserialize(good + "x"), UserError);
  // Whatever byte is altered: refused, or features that can be read without harm.
  for (size_t i = 0; i < good.size(); i++) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x80);
    try {
      const FeatureSet features = deserialize(bad);
      for (int64_t f = 0; f < features.size(); f++) tokens_of(features, f);
    } catch (const UserError&) {
    }
  }
}

TEST(FeatureFile, IsBuiltOnceAndAgainWhenItsContentIsNoFeatures) {
  const test::TemporaryFolder folder;
  const data::ContentCache cache(folder.path());
  const Corpus corpus = corpus_of("a b", "q", {{"a", 0}});
  int builds = 0;
  const auto make = [&] {
    builds++;
    return build(corpus, {.max_length = 8, .stride = 1});
  };
  EXPECT_EQ(cached_features(cache, "12", make).size(), 1);
  EXPECT_EQ(cached_features(cache, "12", make).size(), 1);
  EXPECT_EQ(builds, 1);
  cache.write("12", "no features");
  EXPECT_EQ(cached_features(cache, "12", make).size(), 1);
  EXPECT_EQ(builds, 2);
}

TEST(FeatureFile, TheKeyDependsOnAllThatMatters) {
  const Path dev = test::quickstart_data("dev.json");
  const Path dev2 = test::golden_data("squad/dev-v2.0.json");
  const std::vector<Path> none;
  const std::vector<Path> one = {dev}, other = {dev2}, both = {dev, dev2}, turned = {dev2, dev};
  const std::string key = feature_key(one, none, {});
  EXPECT_EQ(key, feature_key(one, none, {}));
  EXPECT_NE(key, feature_key(other, none, {}));
  EXPECT_NE(key, feature_key(both, none, {}));
  EXPECT_NE(feature_key(both, none, {}), feature_key(turned, none, {}));
  EXPECT_NE(key, feature_key(one, other, {}));
  EXPECT_EQ(cache_key(key, none), cache_key(key, none));
  EXPECT_NE(cache_key(key, none), cache_key(key, other));
  EXPECT_NE(cache_key(key, other), cache_key(feature_key(one, other, {}), other));
  EXPECT_NE(key, feature_key(one, none, {.max_length = 383}));
  EXPECT_NE(key, feature_key(one, none, {.stride = 127}));
  EXPECT_NE(key, feature_key(one, none, {.purpose = Purpose::evaluate}));
}

/// SHA-256 of a line "ids|types|start end" for each feature, numbers joined by spaces.
std::string hash_of(const FeatureSet& features) {
  Sha256 hash;
  for (int64_t f = 0; f < features.size(); f++) {
    const Tokens tokens = tokens_of(features, f);
    const Label label = features.label(f);
    hash.update(fmt::format("{}|{}|{} {}\n", fmt::join(tokens.ids, " "),
                            fmt::join(tokens.types, " "), label.start, label.end));
  }
  return hash.hex();
}

struct Golden {
  int64_t features;
  const char* hash;
};

// Counts are run_qa's; the hashes were made with Hugging Face tokenizers 0.23 and run_qa's way of
// labelling, bounded by the window's last token (tools/write_golden.py tokens).
void expect_hugging_faces(const Path& squad, const Golden& golden) {
  const data::Tokenizer tokenizer(test::quickstart_data("tiny_bert"));
  Team team(2);
  const FeatureSet features = build_features(read_corpus(squad), encoder_of(tokenizer), {}, team);
  EXPECT_EQ(features.size(), golden.features);
  EXPECT_EQ(hash_of(features), golden.hash);
}

TEST(FeaturesGolden, OfSlicesAreHuggingFaces) {
  expect_hugging_faces(test::quickstart_data("dev.json"),
                       {368, "109ae1505d5882c825b6768aad155f153e762c7708a9d5588e1633eae2d3152b"});
  expect_hugging_faces(test::quickstart_data("train.json"),
                       {4901, "b4cde121d3f3e37269efbca66d7586df17a7132ca24429f054c6423465c6edff"});
}

TEST(FeaturesGolden, OfAllOfSquadAreHuggingFaces) {
  TUTTI_DATA_OR_SKIP(dev, "squad/dev-v1.1.json");
  TUTTI_DATA_OR_SKIP(train, "squad/train-v1.1.json");
  expect_hugging_faces(dev,
                       {10784, "f4279db9265b4087397777b2f0c1560196bf2e358ae4c3f1576492bb05e8828c"});
  expect_hugging_faces(train,
                       {88524, "58c7471b74697f3fe926b9a53d4a2f6e116075466af53df1ecba95cf39643b3d"});
}

}  // namespace
}  // namespace tutti::task::squad
