// SPDX-License-Identifier: Apache-2.0
// Sentence embeddings through the commands: trained, written, read again, and encode.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/small_models.h"
#include "format/json.h"
#include "format/safetensors.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;
using Json = nlohmann::json;

const char* const kThings[] = {"film", "story", "song", "book", "play",  "game",
                               "city", "river", "king", "war",  "music", "school"};

/// Questions with the answer that has their two things.
std::string pairs() {
  std::string lines;
  for (size_t i = 0; i < std::size(kThings); i++)
    for (size_t k = 0; k < i; k++)
      lines +=
          Json{{"anchor", fmt::format("which {} is in the {} ?", kThings[i], kThings[k])},
               {"positive", fmt::format("it was the {} , and also a {}", kThings[k], kThings[i])}}
              .dump() +
          "\n";
  return lines;
}

class EmbeddingCommands : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) const {
    const Path file = folder_.path() / name;
    write_file_atomically(file, content);
    return file.string();
  }

  Outcome train(const std::string& data, const Words& more = {}) const {
    return run_tutti(
        joined({"train", "--model_name_or_path", (quickstart_folder() / "tiny_bert").string(),
                "--task", "embedding", "--train_file", data, "--do_train", "--max_seq_length", "32",
                "--allow_missing_tensors", "--output_dir", output_},
               more));
  }

  Json evaluate(const std::string& data, const Words& more = {}) const {
    const Outcome found = run_tutti(joined(
        {"evaluate", output_, "--task", "embedding", "--validation_file", data, "--json"}, more));
    EXPECT_EQ(found.code, 0) << found.err;
    return Json::parse(found.out);
  }

  void expect_refused(const std::string& content, const Words& more,
                      const std::string& message) const {
    const Outcome refused = train(write("bad.jsonl", content), more);
    EXPECT_EQ(refused.code, 2) << refused.err;
    expect_contains(refused.err, message);
    EXPECT_FALSE(std::filesystem::exists(Path(output_) / "model.safetensors"));
  }

  TemporaryFolder folder_;
  std::string output_ = (folder_.path() / "output").string();
};

TEST_F(EmbeddingCommands, LearnWriteAndReadAFolder) {
  const std::string data = write("train.jsonl", pairs());
  const Words longer = {"--num_train_epochs",
                        "6",
                        "--learning_rate",
                        "2e-3",
                        "--per_device_train_batch_size",
                        "16",
                        "--pooling",
                        "mean",
                        "--normalize_embeddings",
                        "true",
                        "--do_eval",
                        "--validation_file",
                        data};
  const Outcome trained = train(data, longer);
  ASSERT_EQ(trained.code, 0) << trained.err;
  expect_contains(trained.err, "66 rows of 2 texts");
  expect_contains(trained.err, "\"anchor\", \"positive\"");
  expect_contains(trained.err, "mnrl");
  EXPECT_GE(format::read_json(Path(output_) / "eval_results.json")["eval_recall@10"], 0.8);

  const Json modules = format::read_json(Path(output_) / "modules.json");
  EXPECT_EQ(modules.size(), 3U);
  EXPECT_EQ(modules[1]["type"], "sentence_transformers.models.Pooling");
  EXPECT_EQ(format::read_json(Path(output_) / "config.json")["architectures"][0], "BertModel");
  EXPECT_TRUE(format::read_json(Path(output_) / "1_Pooling" / "config.json")
                  .at("pooling_mode_mean_tokens"));
  // Neither pooling nor normalisation need to be said again.
  EXPECT_EQ(evaluate(data)["eval_recall@10"],
            format::read_json(Path(output_) / "eval_results.json")["eval_recall@10"]);
  // Further texts to search make it no easier.
  const std::string corpus = write("corpus.jsonl", R"({"text": "it was the film , and a film"})");
  EXPECT_LE(evaluate(data, {"--corpus_file", corpus})["eval_mrr@10"],
            evaluate(data)["eval_mrr@10"]);
}

TEST_F(EmbeddingCommands, ResumeToTheSameBits) {
  const std::string data = write("train.jsonl", pairs());
  const Words short_run = {"--max_steps", "4", "--save_steps", "2", "--matryoshka_dims", "8,16"};
  ASSERT_EQ(train(data, short_run).code, 0);
  const std::string whole = read_file(Path(output_) / "model.safetensors");
  std::filesystem::remove_all(Path(output_) / "checkpoint-4");
  std::filesystem::remove(Path(output_) / "model.safetensors");
  ASSERT_TRUE(std::filesystem::exists(Path(output_) / "checkpoint-2" / "1_Pooling/config.json"));
  const Outcome resumed =
      train(data, joined(short_run, {"--resume_from_checkpoint", output_ + "/checkpoint-2"}));
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(read_file(Path(output_) / "model.safetensors"), whole);
}

TEST_F(EmbeddingCommands, LearnScoresWithAnAdapter) {
  const std::string data =
      write("train.csv",
            "sentence1,sentence2,score\nthe film,a film,0.9\nthe film,a war,0.1\n"
            "the king,king,1\nthe king,a river,0.0\nthe city,cities,0.8\ncity,music,0.2\n");
  const std::string base = (folder_.path() / "base").string();
  ASSERT_EQ(train(data, {"--max_steps", "1", "--output_dir", base}).code, 0);
  const Outcome trained =
      train(data, {"--model_name_or_path", base, "--use_peft", "--learning_rate", "1e-2",
                   "--num_train_epochs", "20", "--per_device_train_batch_size", "6", "--pooling",
                   "weightedmean"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  expect_contains(trained.err, "cosent");
  EXPECT_GE(evaluate(data)["eval_spearman"], 0.7);
  EXPECT_EQ(format::read_json(Path(output_) / "adapter_config.json")["task_type"],
            "FEATURE_EXTRACTION");
  // As PEFT names the modules of transformers' AutoModel, which has no "bert." before them.
  const format::SafetensorsFile adapter(Path(output_) / "adapter_model.safetensors");
  EXPECT_NE(adapter.find("base_model.model.encoder.layer.0.attention.self.query.lora_A.weight"),
            nullptr);
}

TEST_F(EmbeddingCommands, EvaluateWhatTheirDataMeasure) {
  const std::string rows = write("train.jsonl", pairs());
  const Words flags = {"--max_steps",     "2",     "--validation_file",       rows, "--do_eval",
                       "--eval_strategy", "epoch", "--load_best_model_at_end"};
  const Outcome trained = train(rows, joined(flags, {"--save_strategy", "epoch"}));
  EXPECT_EQ(trained.code, 0) << trained.err;
  const Outcome refused =
      train(rows, joined(flags, {"--metric_for_best_model", "spearman", "--overwrite_output_dir"}));
  EXPECT_EQ(refused.code, 2) << refused.err;
  expect_contains(refused.err, "evaluations of this model do not measure it on this data");
  // The folder says what the model is for.
  const Outcome exported = run_tutti({"export", output_, "--max_seq_length", "16"});
  EXPECT_EQ(exported.code, 0) << exported.err;
  EXPECT_EQ(exported.out.find("qa_outputs"), std::string::npos);
}

TEST_F(EmbeddingCommands, GiveAFeatureOfTwoTextsARowOfItsOwn) {
  const std::string data = write("train.jsonl", pairs());
  const Words flags = {"--max_steps", "2", "--max_seq_length", "16", "--precision", "f32"};
  ASSERT_EQ(train(data, flags).code, 0);
  const double packed = format::read_json(Path(output_) / "train_results.json")["train_loss"];
  ASSERT_EQ(train(data, joined(flags, {"--pack", "none", "--overwrite_output_dir"})).code, 0);
  const double padded = format::read_json(Path(output_) / "train_results.json")["train_loss"];
  EXPECT_NEAR(padded, packed, 1e-4 * packed);
}

TEST_F(EmbeddingCommands, RefuseBadData) {
  const Outcome searched = train(write("train.jsonl", pairs()), {"--auto_find_batch_size"});
  EXPECT_EQ(searched.code, 2);
  expect_contains(train(write("train.jsonl", pairs()), {"--per_device_train_batch_size", "1"}).err,
                  "--per_device_train_batch_size 1: the loss compares");
  expect_contains(searched.err, "compares the features of a micro-batch");
  expect_refused(R"({"a": "x", "b": "y", "score": 2})", {"--loss", "cosine"},
                 "bad.jsonl:1: the score is 2, expected a number from -1 to 1");
  expect_refused(
      "{\"a\": \"x\", \"b\": \"y\", \"score\": 1}\n{\"a\": \"z\", \"b\": \"y\", "
      "\"score\": 1}\n",
      {}, "all scores are 1");
  expect_refused(R"({"a": "x", "b": "y", "c": "y"})", {},
                 "bad.jsonl:1: \"b\" and \"c\" are the same text");
  expect_refused(R"({"a": "x", "b": "y"})", {"--loss", "triplet"}, "takes 3 texts in each row");
  expect_refused(R"({"a": "x", "b": "y"})", {"--loss", "cosent"}, "takes rows with a score");
  expect_refused(R"({"a": "x", "b": "y"})", {"--matryoshka_dims", "9999"}, "found 9999");
  expect_refused(R"({"a": "x"})", {}, "expected two of texts at least");
}

class Encode : public EmbeddingCommands {
 protected:
  void SetUp() override {
    const Outcome trained = train(write("train.jsonl", pairs()), {"--max_steps", "1"});
    ASSERT_EQ(trained.code, 0) << trained.err;
  }

  Outcome encode(const Words& more) const {
    return run_tutti(joined({"encode", output_, texts_, "--precision", "f32"}, more));
  }

  std::vector<float> encoded(const std::string& name, const Words& more = {}) const {
    const Path file = folder_.path() / name;
    const Outcome done = encode(joined({"--output", file.string()}, more));
    EXPECT_EQ(done.code, 0) << done.err;
    const format::SafetensorsFile tensors(file);
    const format::TensorInfo& info = *tensors.find("embeddings");
    EXPECT_EQ(info.shape[0], 4);
    std::vector<float> values(info.bytes() / sizeof(float));
    tensors.read(info, std::as_writable_bytes(std::span(values)));
    return values;
  }

  std::string texts_ = write("texts.txt", "which film ?\nthe song was a long one\n\nthe king\n");
};

TEST_F(Encode, WritesTheSameNumbersInEachForm) {
  const std::vector<float> values = encoded("a.safetensors");
  const size_t width = values.size() / 4;
  const Outcome lines = encode({});
  ASSERT_EQ(lines.code, 0) << lines.err;
  const Json first = Json::parse(lines.out.substr(0, lines.out.find('\n')));
  EXPECT_EQ(first["text"], "which film ?");
  for (size_t i = 0; i < width; i++) EXPECT_EQ(first["embedding"][i].get<float>(), values[i]);

  const Path npy = folder_.path() / "a.npy";
  ASSERT_EQ(encode({"--output", npy.string()}).code, 0);
  const std::string bytes = read_file(npy);
  expect_contains(bytes, fmt::format("'shape': (4, {})", width));
  const size_t header = bytes.size() - values.size() * sizeof(float);
  EXPECT_EQ(header % 64, 0U);
  EXPECT_EQ(std::memcmp(bytes.data() + header, values.data(), bytes.size() - header), 0);
}

TEST_F(Encode, DoesNotDependOnOtherTexts) {
  const std::vector<float> together = encoded("a.safetensors"),
                           apart = encoded("b.safetensors", {"--batch_size", "1"});
  for (size_t i = 0; i < together.size(); i++) EXPECT_NEAR(together[i], apart[i], 1e-5);
}

TEST_F(Encode, CutsToLeadingNumbersOfNormOne) {
  const std::vector<float> whole = encoded("a.safetensors"),
                           cut = encoded("b.safetensors", {"--dim", "8"});
  ASSERT_EQ(cut.size(), 32U);
  double norm = 0;
  for (size_t i = 0; i < 8; i++) norm += whole[i] * whole[i];
  for (size_t i = 0; i < 8; i++) EXPECT_NEAR(cut[i], whole[i] / std::sqrt(norm), 1e-6);
}

TEST_F(Encode, RefusesWhatItCannotDo) {
  const auto expect_refused = [&](const Words& words, const std::string& message) {
    const Outcome refused = encode(words);
    EXPECT_EQ(refused.code, 2) << refused.err;
    expect_contains(refused.err, message);
  };
  expect_refused({"--output", "a.bin"}, ".safetensors, .npy or .jsonl");
  expect_refused({"--dim", "100000"}, "--dim");
  expect_refused({"--text_column", "x"}, "is for records");
  expect_refused({"--prompt_name", "query"}, "it has none");
}

}  // namespace
}  // namespace tutti::test
