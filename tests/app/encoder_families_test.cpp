// SPDX-License-Identifier: Apache-2.0
// Encoder families through the commands: trained whole and with an adapter, under the names that
// transformers and PEFT read, and used again.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/small_models.h"
#include "format/json.h"
#include "format/safetensors.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

/// What the files of a trained family are called in.
struct Family {
  const char* type;
  const char* architecture;        // the beginning of transformers' names of classes
  const char* weight;              // one of the encoder's
  std::vector<std::string> saved;  // modules that an adapter of a classifier saves whole
  std::vector<std::string> head;   // their weights
};

const Family kFamilies[] = {
    {"roberta",
     "Roberta",
     "roberta.encoder.layer.1.attention.self.query",
     {"classifier"},
     {"classifier.dense.weight", "classifier.out_proj.weight"}},
    {"distilbert",
     "DistilBert",
     "distilbert.transformer.layer.1.attention.q_lin",
     {"pre_classifier", "classifier"},
     {"pre_classifier.weight", "classifier.weight"}},
    {"electra",
     "Electra",
     "electra.encoder.layer.1.attention.self.query",
     {"classifier"},
     {"classifier.dense.weight", "classifier.out_proj.weight"}},
};

class EncoderFamilies : public testing::TestWithParam<Family> {
 protected:
  /// A small model without weights, and texts whose class is one of their words.
  EncoderFamilies() {
    std::filesystem::copy(quickstart_folder() / "tiny_bert", model_,
                          std::filesystem::copy_options::recursive);
    nlohmann::json config = {
        {"model_type", GetParam().type}, {"vocab_size", 30522}, {"max_position_embeddings", 64}};
    for (const auto& [name, other, size] :
         {std::tuple("hidden_size", "dim", 32), std::tuple("num_hidden_layers", "n_layers", 2),
          std::tuple("num_attention_heads", "n_heads", 4),
          std::tuple("intermediate_size", "hidden_dim", 48)})
      config[config["model_type"] == "distilbert" ? other : name] = size;
    config["pad_token_id"] = 0;
    write_file_atomically(model_ / "config.json", config.dump());
    std::string lines;
    for (int i = 0; i < 40; i++)
      lines += fmt::format("{{\"sentence\": \"the play was {} and long\", \"label\": {}}}\n",
                           i % 2 ? "good" : "bad", i % 2);
    write_file_atomically(texts_, lines);
  }

  Outcome train(const Path& file, const std::string& line) const {
    const std::vector<std::string> words = {
        "train",       "--model_name_or_path", model_.string(), "--train_file",
        file.string(), "--output_dir",         output_,         "--allow_missing_tensors",
        "--do_train"};
    return run_tutti(joined(words, words_of(line)));
  }
  static std::vector<std::string> names_in(const Path& file) {
    const format::SafetensorsFile tensors(file);
    std::vector<std::string> names;
    for (const format::TensorInfo& tensor : tensors.tensors()) names.push_back(tensor.name);
    return names;
  }
  static void expect_names(const Path& file, const std::vector<std::string>& expected) {
    const std::vector<std::string> names = names_in(file);
    for (const std::string& name : expected)
      EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }

  TemporaryFolder folder_;
  Path model_ = folder_.path() / "model", texts_ = folder_.path() / "texts.jsonl";
  std::string output_ = (folder_.path() / "output").string();
};

TEST_P(EncoderFamilies, LearnAClassAndSayIt) {
  const Family& family = GetParam();
  const Outcome trained = train(texts_,
                                "--task text-classification --max_steps 30 --learning_rate 1e-2 "
                                "--per_device_train_batch_size 8 --max_seq_length 16");
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_EQ(format::read_json(Path(output_) / "config.json")["architectures"][0],
            std::string(family.architecture) + "ForSequenceClassification");
  expect_names(Path(output_) / "model.safetensors",
               joined({std::string(family.weight) + ".weight"}, family.head));
  for (const auto& [word, label] : {std::pair("good", "1"), std::pair("bad", "0")}) {
    const Outcome answer =
        run_tutti({"predict", output_, "--text", fmt::format("the play was {} and long", word),
                   "--max_seq_length", "16", "--json"});
    ASSERT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(nlohmann::json::parse(answer.out)["answers"][0]["answer"], label) << word;
  }
}

TEST_P(EncoderFamilies, AnswerQuestionsAndGiveAClassifierTheirEncoder) {
  const Family& family = GetParam();
  const std::string weight = family.weight;
  const Outcome trained = train(quickstart_folder() / "dev.json",
                                "--max_steps 2 --max_seq_length 60 --doc_stride 20 --bf16");
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_EQ(format::read_json(Path(output_) / "config.json")["architectures"][0],
            std::string(family.architecture) + "ForQuestionAnswering");
  expect_names(Path(output_) / "model.safetensors",
               {weight + ".bias", "qa_outputs.weight", "qa_outputs.bias"});

  // An adapter of a classifier on it saves its head whole.
  const std::string adapter = (folder_.path() / "adapter").string();
  const Outcome adapted = run_tutti(joined(
      {"train", "--model_name_or_path", output_, "--train_file", texts_.string(), "--output_dir",
       adapter, "--lora_target_modules", weight.substr(weight.rfind('.') + 1)},
      words_of("--do_train --task text-classification --use_peft --max_steps 2 --lora_r 4 "
               "--max_seq_length 16")));
  ASSERT_EQ(adapted.code, 0) << adapted.err;
  EXPECT_EQ(format::read_json(Path(adapter) / "adapter_config.json")["modules_to_save"],
            nlohmann::json(family.saved));
  std::vector<std::string> expected = {"base_model.model." + weight + ".lora_A.weight"};
  for (const std::string& name : family.head) expected.push_back("base_model.model." + name);
  expect_names(Path(adapter) / "adapter_model.safetensors", expected);
  const Outcome answer = run_tutti(
      {"predict", adapter, "--text", "the play was good and long", "--max_seq_length", "16"});
  EXPECT_EQ(answer.code, 0) << answer.err;
}

INSTANTIATE_TEST_SUITE_P(Models, EncoderFamilies, testing::ValuesIn(kFamilies),
                         [](const auto& family) { return std::string(family.param.type); });

}  // namespace
}  // namespace tutti::test
