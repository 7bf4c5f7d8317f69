// SPDX-License-Identifier: Apache-2.0
// evaluate, predict and their kin on a model whose logits are known.
#include <gtest/gtest.h>

#include "app/hand_made_model.h"
#include "app/program.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

/// SQuAD with one question about "aa bb cc", and one that has no answer.
constexpr const char* kDataset = R"({"version": "v2.0", "data": [{"paragraphs": [{
    "context": "aa bb cc", "qas": [
      {"id": "1", "question": "who", "answers": [{"text": "bb", "answer_start": 3}],
       "is_impossible": false},
      {"id": "2", "question": "who", "answers": [], "is_impossible": true}]}]}]})";

// By word: [PAD] above all, then bb.
const std::vector<float> kPaddingIsBest = {9, 0, -1, -1, 0, 0, 1, 4, 2};
const std::vector<float> kWordIsBest = {-9, 0, -1, -1, 0, 0, 1, 4, 2};

class QaModel : public testing::Test {
 protected:
  QaModel() { write_file_atomically(dataset_, kDataset); }

  Path model(const std::vector<NamedTensor>& tensors, int layers = 1) const {
    const Path path = folder_.path() / "model";
    write_hand_made_model(path, tensors, layers);
    return path;
  }

  Outcome run(const std::string& command, const Path& model, const Words& more) const {
    const bool validates = command == "validate";  // which does not take windows
    Words words = {command, validates ? "--model" : "--model_name_or_path", model,
                   "--max_seq_length", "64"};
    if (!validates) words.insert(words.end(), {"--doc_stride", "16"});
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words);
  }

  Outcome evaluate(const Path& model, const Words& more = {}) const {
    Words words = {"--validation_file", dataset_.string(), "--output_dir", output_.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run("evaluate", model, words);
  }

  Outcome predict(const Path& model, const Words& more = {}) const {
    Words words = {"--question", "who", "--context", "aa bb cc"};
    words.insert(words.end(), more.begin(), more.end());
    return run("predict", model, words);
  }

  std::string answer(const Path& model, const Words& more) const {
    const Outcome outcome = evaluate(model, more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return format::read_json(output_ / "eval_predictions.json")["1"].get<std::string>();
  }

  TemporaryFolder folder_;
  Path dataset_ = folder_.path() / "dev.json";
  Path output_ = folder_.path() / "output";
};

TEST_F(QaModel, PaddingTakesPlacesAmongTheBestAsInRunQa) {
  // [CLS] who [SEP] aa bb cc [SEP] and 57 times [PAD]: the 20 best starts and ends are all padding,
  // and run_qa, which pads by default, says "empty".
  const Path best = model(hand_made_tensors(kPaddingIsBest));
  EXPECT_EQ(answer(best, {"--precision", "f32"}), "empty");
  EXPECT_EQ(answer(best, {"--precision", "f32", "--pack", "none"}), "empty");
  EXPECT_EQ(answer(best, {"--precision", "f32", "--pack", "always"}), "bb");
  EXPECT_EQ(answer(model(hand_made_tensors(kWordIsBest)), {"--precision", "f32"}), "bb");
}

TEST_F(QaModel, EvaluationSaysWhereTheModelIsAndHowFarItGot) {
  const Path path = model(hand_made_tensors(kWordIsBest));
  const Outcome outcome = evaluate(path, {"--version_2_with_negative"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "evaluating " + path.string() + ": 2 questions, 2 features\n");
  expect_contains(outcome.err, "evaluated 2/2 features");
  // Of both questions the answer is "bb", which is right once.
  expect_contains(outcome.out, "exact match 50.0000  F1 50.0000  (2 questions)\n");
  expect_contains(outcome.out, "2 features, ");
  expect_contains(outcome.out, "HasAns  exact match 100.0000  F1 100.0000  (1 question with");
  expect_contains(outcome.out, "NoAns   exact match 0.0000  F1 0.0000  (1 question without)");
  const Outcome quiet = evaluate(path, {"-q", "--version_2_with_negative"});
  EXPECT_EQ(quiet.code, 0) << quiet.err;
  EXPECT_EQ(quiet.err.find("evaluat"), std::string::npos) << quiet.err;
}

TEST_F(QaModel, AQuestionNeedsAContext) {
  const Path path = model(hand_made_tensors(kWordIsBest));
  const Outcome outcome = run("predict", path, {"--question", "who"});
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "--context is empty: expected a question and the text");
}

TEST_F(QaModel, FinalEvaluationIsInTheEventFile) {
  const Path path = model(hand_made_tensors(kWordIsBest));
  for (const Words& mode : {Words{"--do_eval"}, Words{"--do_train", "--do_eval"}}) {
    Words words = {"--validation_file",
                   dataset_.string(),
                   "--train_file",
                   dataset_.string(),
                   "--version_2_with_negative",
                   "--max_steps",
                   "1",
                   "--output_dir",
                   (output_ / std::to_string(mode.size())).string()};
    words.insert(words.end(), mode.begin(), mode.end());
    const Outcome outcome = run("train", path, words);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_contains(outcome.out, "NoAns");
    expect_contains(outcome.err, "evaluated 2/2 features");
    const Path folder = output_ / std::to_string(mode.size());
    const std::string& trained = mode.size() == 2 ? folder : path;
    expect_contains(outcome.err, "evaluating " + trained + ": 2 questions");
    std::string events;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "runs"))
      events += read_file(entry.path());
    expect_contains(events, "eval/HasAns_f1");
  }
}

TEST_F(QaModel, ATensorOfTheEncoderThatTheFilesLackIsAnError) {
  std::vector<NamedTensor> renamed = hand_made_tensors(kWordIsBest);
  for (NamedTensor& tensor : renamed)
    if (tensor.name == "bert.encoder.layer.0.attention.self.query.weight") tensor.name = "query_w";
  const Outcome lacking = predict(model(renamed));
  EXPECT_EQ(lacking.code, 2);
  expect_contains(lacking.err, "lack 1 of the 23 tensors");
  expect_contains(lacking.err, "bert.encoder.layer.0.attention.self.query.weight");
  expect_contains(lacking.err, "query_w");
  const Outcome allowed = predict(model(renamed), {"--allow_missing_tensors"});
  EXPECT_EQ(allowed.code, 0) << allowed.err;
  expect_contains(allowed.err, "initialized from seed 42: bert.encoder.layer.0");

  const Outcome layers = evaluate(model(hand_made_tensors(kWordIsBest), 2));
  EXPECT_EQ(layers.code, 2);
  expect_contains(layers.err, "bert.encoder.layer.1.attention.self.query.weight");
  expect_contains(layers.err, "and 8 more");
}

TEST_F(QaModel, AWholeHeadMayBeNewAndHalfOfOneNot) {
  std::vector<NamedTensor> tensors = hand_made_tensors(kWordIsBest);
  tensors.pop_back();
  const Outcome half = predict(model(tensors));
  EXPECT_EQ(half.code, 2);
  expect_contains(half.err, "qa_outputs.bias");
  tensors.pop_back();
  const Outcome none = predict(model(tensors));
  EXPECT_EQ(none.code, 0) << none.err;
  expect_contains(none.err,
                  "warning: not in the model's files, initialized from seed 42: "
                  "qa_outputs.weight, qa_outputs.bias");
}

TEST_F(QaModel, EmptyTextsAreCalledEmpty) {
  const Path path = model(hand_made_tensors(kWordIsBest));
  for (const char* empty : {"", "  "}) {
    const Outcome outcome = run("predict", path, {"--question", "who", "--context", empty});
    EXPECT_EQ(outcome.code, 2);
    expect_contains(outcome.err, "--context is empty");
  }
  expect_contains(run("validate", path, {"--question", "", "--output", output_.string()}).err,
                  "--question is empty");
}

TEST_F(QaModel, BenchmarkIsATable) {
  const Path path = model(hand_made_tensors(kWordIsBest));
  const Outcome table = predict(path, {"--benchmark", "--iterations", "3"});
  ASSERT_EQ(table.code, 0) << table.err;
  expect_contains(table.out, "3 answers measured on ");
  expect_contains(table.out, "\nmedian ");
  EXPECT_EQ(table.out.find('{'), std::string::npos) << table.out;
  const auto json =
      nlohmann::json::parse(predict(path, {"--json", "--benchmark", "--iterations", "3"}).out);
  EXPECT_EQ(json["benchmark"]["iterations"], 3);
}

TEST_F(QaModel, WhereResultsCannotGoIsSaidBeforeTheWork) {
  const Path path = model(hand_made_tensors(kWordIsBest));
  const Outcome evaluated = evaluate(path, {"--output_dir", dataset_.string()});
  EXPECT_EQ(evaluated.code, 2);
  expect_contains(evaluated.err, "dev.json: found a file, expected a folder");
  EXPECT_EQ(evaluated.err.find("evaluated"), std::string::npos) << evaluated.err;
  const Outcome validated =
      run("validate", path, {"--backend", "cpu", "--quick", "--output", dataset_.string()});
  EXPECT_EQ(validated.code, 2);
  EXPECT_EQ(validated.out, "");
  EXPECT_EQ(evaluate(path, {"--output_dir", "/proc/none"}).code, 5);
  const Outcome bare = predict(folder_.path());
  EXPECT_EQ(bare.code, 5);
  expect_contains(bare.err, "the folder has no config.json");
}

TEST_F(QaModel, ValidationTellsItsParts) {
  const Path path = model(hand_made_tensors(kWordIsBest));
  const Outcome outcome =
      run("validate", path, {"--backend", "cpu", "--quick", "--output", output_.string()});
  expect_contains(outcome.err, "validating " + path.string() + "\n");
  expect_contains(outcome.err, "1/6  reference runs it\n");
  expect_contains(outcome.err, "6/6  cpu: the time of an answer\n");
}

}  // namespace
}  // namespace tutti::test
