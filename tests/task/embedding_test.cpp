// SPDX-License-Identifier: Apache-2.0
// Sentence embeddings: their files, the folders of sentence-transformers, and their metrics.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "format/json.h"
#include "support/data.h"
#include "support/written_files.h"
#include "task/embedding/examples.h"
#include "task/embedding/folder.h"
#include "task/embedding/losses.h"
#include "task/embedding/pooling.h"
#include "task/embedding/retrieval.h"
#include "task/embedding/texts.h"

namespace tutti::task::embedding {
namespace {

using test::expect_contains;

Examples read_file_of(const Path& file, const ColumnArguments& arguments = {}) {
  return read_examples(std::span(&file, 1), arguments);
}

class EmbeddingFiles : public test::WrittenFiles {
 protected:
  void expect_refused(const std::string& name, const std::string& content,
                      const std::string& message) const {
    expect_refusal([](const Path& file) { read_file_of(file); }, name, content, message);
  }
};

TEST_F(EmbeddingFiles, ReadTextsInFileOrder) {
  const Examples triplets =
      read_file_of(write("a.jsonl", R"({"id": 7, "query": "q", "answer": "a", "wrong": "w"})"));
  EXPECT_EQ(triplets.columns, (std::vector<std::string>{"query", "answer", "wrong"}));
  EXPECT_FALSE(triplets.scored);
  EXPECT_EQ(triplets.rows[0].texts, (std::vector<std::string>{"q", "a", "w"}));

  const Examples scored =
      read_file_of(write("a.csv", "score,sentence1,sentence2\n0.5,one,two\n1,three,four\n"));
  EXPECT_TRUE(scored.scored);
  EXPECT_EQ(scored.rows[1].texts, (std::vector<std::string>{"three", "four"}));
  EXPECT_EQ(scored.rows[0].score, 0.5F);
  expect_contains(scored.rows[1].where, "a.csv: row 3");
}

TEST_F(EmbeddingFiles, ReadTheColumnsThatWereNamed) {
  const std::string rows = "title,body,stars,label\nt,b,0.25,x\n";
  const Examples named =
      read_file_of(write("a.csv", rows), {.text_columns = "body, title", .score_column = "stars"});
  EXPECT_EQ(named.rows[0].texts, (std::vector<std::string>{"b", "t"}));
  EXPECT_EQ(named.rows[0].score, 0.25F);
}

TEST_F(EmbeddingFiles, SayWhereTheyAreWrong) {
  expect_refused("a.jsonl", R"({"text": "alone"})", "expected two of texts at least");
  expect_refused("a.jsonl", R"({"a": "x", "b": ""})", "a.jsonl:1: \"b\" is empty");
  expect_refused("a.jsonl", "{\"a\": \"x\", \"b\": \"y\"}\n{\"a\": \"z\"}\n",
                 "a.jsonl:2: found no \"b\"");
  expect_refused("a.jsonl", R"({"a": "x", "b": ["y"]})", "\"b\" is an array, expected a text");
  expect_refused("a.csv", "a,b,score\nx,y,high\n", "row 2: \"score\" is \"high\"");
  expect_refused("a.jsonl", R"({"a": "x", "b": "y", "label": null})", "expected a number");
}

class EmbeddingFolders : public test::WrittenFiles {
 protected:
  /// A folder with a pooling module of this config.
  Path folder(const std::string& pooling, const std::string& type = "x.Pooling") const {
    const Path place = write("modules.json", R"([{"path": "", "type": "a.Transformer"},
        {"path": "1_Pooling", "type": ")" + type +
                                                 R"("}])")
                           .parent_path();
    std::filesystem::create_directories(place / "1_Pooling");
    write_file_atomically(place / "1_Pooling" / "config.json", pooling);
    return place;
  }

  void expect_refused(const std::string& pooling, const std::string& message,
                      const std::string& type = "x.Pooling") const {
    const Path place = folder(pooling, type);
    try {
      read_folder(place, 8);
      FAIL() << "was read: " << pooling;
    } catch (const UserError& error) {
      expect_contains(error.what(), message);
    }
  }
};

TEST_F(EmbeddingFolders, ReadBothFormsOfPooling) {
  EXPECT_EQ(read_folder(folder(R"({"pooling_mode": ["lasttoken"]})"), 8).pooling,
            Pooling::last_token);
  EXPECT_EQ(read_folder(folder(R"({"pooling_mode_max_tokens": true,
                                   "word_embedding_dimension": 8})"),
                        8)
                .pooling,
            Pooling::max);
  EXPECT_EQ(read_folder(folder("{}"), 8).pooling, Pooling::mean);
}

TEST_F(EmbeddingFolders, RefuseWhatTheyCannotMean) {
  expect_refused(R"({"embedding_dimension": 9})", "embedding_dimension is 9");
  expect_refused(R"({"pooling_mode": "median"})", "pooling_mode is \"median\"");
  expect_refused(R"({"pooling_mode": ["mean", "cls"]})", "several ways of pooling");
  expect_refused("{}", "found a module Dense", "x.Dense");
  expect_refused("[]", "expected an object");
}

TEST_F(EmbeddingFolders, WriteWhatTheyRead) {
  for (const std::string& name : pooling_names()) {
    FolderSettings settings{pooling_named(name), name != "cls", 64, true, {}};
    const Path place = write("model", "").parent_path() / name;
    for (const ResultFile& file : files_of(settings, 8)) {
      if (!file.content) continue;
      std::filesystem::create_directories((place / file.name).parent_path());
      write_file_atomically(place / file.name, *file.content);
    }
    const FolderSettings again = read_folder(place, 8);
    EXPECT_EQ(again.pooling, settings.pooling);
    EXPECT_EQ(again.normalizes, settings.normalizes);
    EXPECT_EQ(again.max_seq_length, 64);
  }
}

TEST(EmbeddingNames, AreThoseOfSentenceTransformers) {
  EXPECT_EQ(name_of(Pooling::weighted_mean), "weightedmean");
  EXPECT_EQ(name_of(loss_named("cosent")), "cosent");
  EXPECT_TRUE(is_scored(Kind::contrastive));
  EXPECT_FALSE(is_scored(Kind::triplet));
}

/// What a query of the golden file found: results of one score in the order of their names,
/// descending, as sentence-transformers' heap leaves them.
Found found_of(const nlohmann::json& relevant, const nlohmann::json& results) {
  std::vector<std::pair<double, std::string>> order;
  for (const auto& hit : results) order.emplace_back(-hit["score"].get<double>(), hit["corpus_id"]);
  std::sort(order.begin(), order.end());
  Found found{{}, relevant.size()};
  for (size_t rank = 0; rank < order.size(); rank++)
    if (std::find(relevant.begin(), relevant.end(), order[rank].second) != relevant.end())
      found.ranks.push_back(rank);
  return found;
}

TEST(Retrieval, IsMeasuredAsSentenceTransformersDoes) {
  TUTTI_DATA_OR_SKIP(file, "golden/models/metrics/retrieval.json");
  using Measure = double (*)(const std::vector<Found>&, size_t);
  const std::map<std::string, Measure> measures = {
      {"accuracy@k", accuracy_at}, {"precision@k", precision_at}, {"recall@k", recall_at},
      {"mrr@k", mrr_at},           {"ndcg@k", ndcg_at},           {"map@k", map_at}};
  size_t compared = 0;
  for (const auto& one : format::read_json(file)) {
    std::vector<Found> queries;
    for (const auto& [query, relevant] : one["relevant"].items())
      queries.push_back(found_of(relevant, one["results"][query]));
    for (const auto& [name, values] : one["metrics"].items())
      for (const auto& [k, value] : values.items()) {
        EXPECT_NEAR(measures.at(name)(queries, std::stoul(k)), value, 1e-12) << name << " " << k;
        compared++;
      }
  }
  EXPECT_GT(compared, 0U);
}

TEST(Retrieval, RanksDocumentsByProductAndPlace) {
  const Vectors queries{{1, 0}, 2}, documents{{0, 1, 1, 0, 1, 0, -1, 0}, 2};
  const auto found = rank_documents(queries, documents, {{0, 2}}, 2);
  EXPECT_EQ(found[0].ranks, (std::vector<size_t>{1, 2}));
  EXPECT_EQ(recall_at(found, 2), 0.5);
}

TEST(EmbeddingCosine, IsZeroOfNothing) {
  EXPECT_EQ(cosine_of(std::vector<float>{0, 0}, std::vector<float>{1, 0}), 0);
  EXPECT_NEAR(cosine_of(std::vector<float>{3, 4}, std::vector<float>{4, 3}), 0.96, 1e-12);
}

}  // namespace
}  // namespace tutti::task::embedding
