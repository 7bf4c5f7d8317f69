// SPDX-License-Identifier: Apache-2.0
// The promises of a training run: the same bits again, on any number of threads, and after a
// resume.
#include "train/trainer.h"

#include <gtest/gtest.h>

#include "backend/cpu/cpu_backend.h"
#include "format/json.h"
#include "support/temporary_folder.h"
#include "task/squad/question_answering.h"
#include "train/checkpoint.h"

namespace tutti::train {
namespace {

model::BertConfig small_bert() {
  return {.vocab_size = 120,
          .hidden_size = 32,
          .num_hidden_layers = 2,
          .num_attention_heads = 4,
          .intermediate_size = 64,
          .max_position_embeddings = 64,
          .type_vocab_size = 2,
          .pad_token_id = 0,
          .hidden_act = "gelu",
          .hidden_dropout_prob = 0.1,
          .attention_probs_dropout_prob = 0.1,
          .layer_norm_eps = 1e-12,
          .initializer_range = 0.02};
}

/// Sequences of different lengths; the answer is where token 7 stands.
class Sequences final : public data::FeatureSource {
 public:
  int64_t size() const override { return 40; }
  int32_t length(int64_t feature) const override {
    return static_cast<int32_t>(10 + feature * 7 % 23);
  }
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override {
    for (size_t i = 0; i < ids.size(); i++) {
      ids[i] = static_cast<int32_t>(8 + (feature * 31 + static_cast<int64_t>(i) * 17) % 100);
      types[i] = i > 4;
    }
    ids[static_cast<size_t>(label(feature).start)] = 7;
  }
  data::Label label(int64_t feature) const override {
    const auto at = static_cast<int32_t>(5 + feature % 5);
    return {at, at};
  }
  int32_t padding_id() const override { return 0; }
};

struct Setting {
  int threads = 2;
  bool bf16 = false;
  int64_t batch = 4;
  int64_t accumulate = 3;
  bool dropout = true;
  data::Layout layout = {data::Layout::Kind::packed_row, 64, {}};
};

/// One run over the sequences, up to a step, perhaps from a checkpoint.
class TrainingRun {
 public:
  explicit TrainingRun(const Setting& setting, const Path& from = {})
      : backend_({setting.threads, 0}),
        objective_(task::squad::question_answering(small_bert())),
        programs_(backend_, objective_, options(setting)),
        loader_(sequences_, {setting.batch, setting.accumulate, true, 9, setting.layout}),
        from_(from) {
    if (from.empty())
      state_.emplace(backend_, objective_, model::initial_weights(objective_.parameters, 1).tensors,
                     42);
    else
      state_.emplace(backend_, objective_, from);
  }

  Outcome train(const Path& output, int64_t stop_after = -1) {
    TrainerOptions options;
    options.total_steps = 9;
    options.logging_steps = 2;
    options.save_steps = 4;
    options.output = output;
    options.evaluate_steps = evaluate_steps;
    options.evaluate_last = evaluate_steps > 0;
    options.metric = "f1";
    StopFlag stop{0};
    TrainerHooks hooks;
    hooks.evaluate = [&](Programs&, TrainingState& state) {
      evaluations++;
      if (evaluations == stop_in_evaluation) stop = 1;
      return stop ? std::map<std::string, double>{}
                  : std::map<std::string, double>{{"f1", state.hash().front()}};
    };
    hooks.on_step = [&](int64_t step, double loss) {
      losses.push_back(loss);
      if (step == stop_after) stop = 1;
    };
    Trainer trainer(programs_, *state_, loader_, options, hooks, stop);
    if (!from_.empty()) trainer.resume(from_);
    const Outcome outcome = trainer.run();
    report = trainer.report();
    return outcome;
  }
  std::string hash() const { return state_->hash(); }

  std::vector<double> losses;
  nlohmann::json report;
  int64_t evaluate_steps = 0;
  int stop_in_evaluation = 0;  // counted from 1
  int evaluations = 0;

 private:
  static step::StepOptions options(const Setting& setting) {
    step::StepOptions options;
    options.schedule = {step::Schedule::Kind::linear, 1e-3, 2, 9};
    options.weight_decay = 0.01;
    options.bf16 = setting.bf16;
    options.dropout = setting.dropout;
    options.max_segment = 64;
    return options;
  }

  Sequences sequences_;
  backend::CpuBackend backend_;
  task::Objective objective_;
  Programs programs_;
  data::Loader loader_;
  Path from_;
  std::optional<TrainingState> state_;
};

class TrainerBits : public testing::TestWithParam<bool> {};

TEST_P(TrainerBits, AreTheSameAgainAndOnAnyNumberOfThreads) {
  const test::TemporaryFolder folder;
  std::vector<std::string> hashes;
  for (int threads : {2, 2, 1, 3}) {
    TrainingRun run({.threads = threads, .bf16 = GetParam()});
    run.train(folder.path() / std::to_string(hashes.size()));
    hashes.push_back(run.hash());
  }
  for (const std::string& hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

TEST_P(TrainerBits, AreThoseOfARunThatWasNeverStopped) {
  const test::TemporaryFolder folder;
  TrainingRun whole({.bf16 = GetParam()});
  EXPECT_EQ(whole.train(folder.path() / "whole"), Outcome::finished);
  for (int64_t stop_after : {1, 3, 5, 8}) {
    const Path output = folder.path() / std::to_string(stop_after);
    TrainingRun first({.bf16 = GetParam()});
    ASSERT_EQ(first.train(output, stop_after), Outcome::stopped);
    const auto found = newest_checkpoint(output);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->step, stop_after);
    TrainingRun second({.bf16 = GetParam()}, found->folder);
    EXPECT_EQ(second.train(output), Outcome::finished);
    EXPECT_EQ(second.hash(), whole.hash()) << stop_after;
    EXPECT_EQ(second.report["log_history"], whole.report["log_history"]) << stop_after;
  }
}

INSTANTIATE_TEST_SUITE_P(Precision, TrainerBits, testing::Values(false, true),
                         [](const auto& given) { return given.param ? "Bf16" : "Float32"; });

std::vector<int64_t> evaluated_steps(const nlohmann::json& report) {
  std::vector<int64_t> steps;
  for (const auto& entry : report["log_history"])
    if (entry.contains("eval_f1")) steps.push_back(entry["step"]);
  return steps;
}

TEST(Trainer, EvaluatesAsOftenAsAskedAndAtTheEnd) {
  const test::TemporaryFolder folder;
  TrainingRun run({});
  run.evaluate_steps = 4;
  run.train(folder.path());
  EXPECT_EQ(evaluated_steps(run.report), (std::vector<int64_t>{4, 8, 9}));
}

TEST(Trainer, AnEvaluationThatWasStoppedIsMadeAfterTheResume) {
  const test::TemporaryFolder folder;
  TrainingRun whole({});
  whole.evaluate_steps = 4;
  whole.train(folder.path() / "whole");
  TrainingRun first({});
  first.evaluate_steps = 4;
  first.stop_in_evaluation = 2;
  EXPECT_EQ(first.train(folder.path() / "cut"), Outcome::stopped);
  EXPECT_EQ(evaluated_steps(first.report), std::vector<int64_t>{4});
  TrainingRun second({}, folder.path() / "cut" / "checkpoint-8");
  second.evaluate_steps = 4;
  EXPECT_EQ(second.train(folder.path() / "cut"), Outcome::finished);
  EXPECT_EQ(second.report, whole.report);
}

TEST(Trainer, AccumulationWeighsSamplesExactly) {
  const test::TemporaryFolder folder;
  // 4 x 4 and 16 are the same mathematics; the last step of an epoch of 40 has 8 features.
  TrainingRun one({.batch = 16, .accumulate = 1, .dropout = false});
  TrainingRun four({.batch = 4, .accumulate = 4, .dropout = false});
  one.train(folder.path() / "one");
  four.train(folder.path() / "four");
  ASSERT_EQ(one.losses.size(), four.losses.size());
  for (size_t i = 0; i < one.losses.size(); i++)
    EXPECT_NEAR(one.losses[i], four.losses[i], 2e-5 * one.losses[i]) << i;
}

TEST(Trainer, PackingChangesNothingButRounding) {
  const test::TemporaryFolder folder;
  TrainingRun packed({.batch = 8, .accumulate = 1});
  TrainingRun rows(
      {.batch = 8, .accumulate = 1, .layout = {data::Layout::Kind::fixed_rows, 64, {}}});
  packed.train(folder.path() / "packed");
  rows.train(folder.path() / "rows");
  for (size_t i = 0; i < packed.losses.size(); i++)
    EXPECT_NEAR(packed.losses[i], rows.losses[i], 2e-5 * packed.losses[i]) << i;
}

TEST(Trainer, LearnsWhereTheAnswerIs) {
  const test::TemporaryFolder folder;
  TrainingRun run({.batch = 8, .accumulate = 1});
  run.train(folder.path());
  EXPECT_LT(run.losses.back(), run.losses.front() - 0.05);
}

}  // namespace
}  // namespace tutti::train
