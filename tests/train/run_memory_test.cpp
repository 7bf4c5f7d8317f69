// SPDX-License-Identifier: Apache-2.0
// Runs and evaluations that do not fit into memory, and what their users are told.
#include "train/run_memory.h"

#include <gtest/gtest.h>

#include "small_training.h"
#include "support/errors.h"

namespace tutti::train {
namespace {

constexpr int64_t kAll = 40;  // the features of Sequences

/// A training of a small BERT on a device with so much memory.
class LimitedRun {
 public:
  explicit LimitedRun(int64_t memory_bytes) : backend_({1, memory_bytes}) {}

  Programs& programs() { return programs_; }

  EvaluationOutline evaluation(int64_t batch) {
    return {&sequences_, batch, [](int64_t) {
              return data::Layout{data::Layout::Kind::padded, 64, {}};
            }};
  }
  /// The plan with so many features in a batch; 0 features in an evaluation's: there is none.
  MemoryPlan fit(int64_t batch, int64_t evaluated = 0, int64_t accumulate = 1,
                 Copying copying = Copying::none) {
    data::Loader loader(sequences_,
                        {batch, accumulate, true, 9, {data::Layout::Kind::packed_row, 8, {}}});
    RunOutline run{
        programs_, loader, 0, 3, evaluated > 0 ? evaluation(evaluated) : EvaluationOutline{}, 0};
    run.copying = copying;
    return expect_run_fits(run);
  }
  test::Failure failure(int64_t batch, int64_t evaluated = 0) {
    return test::failure_of([&] { fit(batch, evaluated); });
  }

 private:
  Sequences sequences_;
  backend::CpuBackend backend_;
  task::Objective objective_ =
      task::squad::question_answering(model::bert_model(small_bert(/*layers=*/1)));
  Programs programs_{backend_, objective_, {}};
};

constexpr int64_t kPlenty = int64_t{1} << 32;

/// The number that follows a flag in a message; 0 where it is not there.
int64_t number_after(const std::string& message, const std::string& flag) {
  const size_t at = message.find(flag + " ");
  return at == std::string::npos ? 0 : std::stoll(message.substr(at + flag.size() + 1));
}

TEST(RunMemory, NamesTheLargestTrainingBatchThatFits) {
  LimitedRun plenty(kPlenty);
  const int64_t limit = (plenty.fit(1).total() + plenty.fit(kAll).total()) / 2;
  LimitedRun run(limit);
  const auto failure = run.failure(kAll);
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  const int64_t largest = number_after(failure.message, "--per_device_train_batch_size");
  ASSERT_GT(largest, 0) << failure.message;
  ASSERT_LT(largest, kAll) << failure.message;
  EXPECT_LE(run.fit(largest).total(), limit);
  EXPECT_EQ(run.failure(largest + 1).code, ExitCode::out_of_memory);
  EXPECT_GT(plenty.fit(largest + 1).total(), limit);
}

TEST(RunMemory, NamesTheEvaluationWhereOnlyThatDoesNotFit) {
  LimitedRun plenty(kPlenty);
  const int64_t least = plenty.fit(4, 1).total(), most = plenty.fit(4, kAll).total();
  ASSERT_LT(least, most);
  LimitedRun run((least + most) / 2);
  const auto failure = run.failure(4, kAll);
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  EXPECT_EQ(number_after(failure.message, "--per_device_train_batch_size"), 0) << failure.message;
  const int64_t largest = number_after(failure.message, "--per_device_eval_batch_size");
  ASSERT_GT(largest, 0) << failure.message;
  run.fit(4, largest);
  EXPECT_EQ(run.failure(4, largest + 1).code, ExitCode::out_of_memory);
}

TEST(RunMemory, SaysWhereNothingFits) {
  LimitedRun plenty(kPlenty);
  const MemoryPlan one = plenty.fit(1);
  LimitedRun run(one.state + one.step / 2);
  test::expect_contains(run.failure(8).message, "not even one feature fits");
  LimitedRun stateless(one.state - 1);
  const auto failure = stateless.failure(1);
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  test::expect_contains(failure.message, "the model's parameters and moments");
}

/// A step never has more micro-batches than the data set, so that no plan counts their sums.
TEST(RunMemory, CountsTheSumsThatThereAre) {
  LimitedRun plenty(kPlenty);
  EXPECT_EQ(plenty.fit(20, 0, 1000).gradients, plenty.fit(20, 0, 2).gradients);
  EXPECT_GT(plenty.fit(5, 0, 1000).gradients, plenty.fit(20, 0, 2).gradients);
}

TEST(RunMemory, ACopyForCheckpointsTakesRoomFromNothing) {
  LimitedRun plenty(kPlenty);
  const MemoryPlan whole = plenty.fit(4, 0, 1, Copying::if_it_fits);
  ASSERT_GT(whole.copy, 0);
  test::expect_contains(memory_text(whole), "a copy to write checkpoints from");
  LimitedRun tight(whole.total() - 1);
  const MemoryPlan without = tight.fit(4, 0, 1, Copying::if_it_fits);
  EXPECT_EQ(without.copy, 0);
  EXPECT_EQ(without.total(), whole.total() - whole.copy);
  test::expect_contains(memory_text(without), "the training waits while checkpoints are written");
  const auto failure = test::failure_of([&] { tight.fit(4, 0, 1, Copying::always); });
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
}

TEST(EvaluationMemory, NamesTheLargestBatchThatFits) {
  const auto peak = [](int64_t features) {
    LimitedRun plenty(kPlenty);
    return plenty.programs().get("forward", {features, 64, features}).memory().peak;
  };
  LimitedRun run((peak(1) + peak(kAll)) / 2);
  const auto check = [&](int64_t batch) {
    expect_evaluation_fits(run.programs(), run.evaluation(batch));
  };
  const auto failure = test::failure_of([&] { check(kAll); });
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  const int64_t largest = number_after(failure.message, "--per_device_eval_batch_size");
  ASSERT_GT(largest, 0) << failure.message;
  check(largest);
  EXPECT_THROW(check(largest + 1), UserError);
}

TEST(ProgramsMemory, ALackIsAValueAndAnErrorOnlyWhereTheProgramIsNeeded) {
  LimitedRun plenty(kPlenty);
  const task::BatchShape shape{kAll, 64, kAll};
  LimitedRun run(plenty.programs().get("step", shape).memory().peak - 1);
  EXPECT_EQ(plenty.programs().lack("step", shape), "");
  const std::string lack = run.programs().lack("step", shape);
  test::expect_contains(lack, "@step needs ");
  const auto failure = test::failure_of([&] { run.programs().get("step", shape); });
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  EXPECT_EQ(failure.message, lack);
  EXPECT_EQ(run.programs().memory().peak, 0);
  EXPECT_EQ(run.programs().lack("step", {1, 64, 1}), "");
}

}  // namespace
}  // namespace tutti::train
