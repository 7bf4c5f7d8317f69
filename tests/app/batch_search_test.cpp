// SPDX-License-Identifier: Apache-2.0
// Micro-batches that become smaller while a training runs, because its memory does.
#include "app/batch_search.h"

#include <gtest/gtest.h>

#include "app/plugins.h"
#include "app/small_models.h"
#include "app/train_data.h"
#include "app/train_settings.h"
#include "support/errors.h"
#include "train/process_memory.h"

namespace tutti::app {
namespace {

TrainArguments quickstart_arguments() {
  TrainArguments arguments;
  arguments.model_name_or_path = (test::quickstart_folder() / "tiny_bert").string();
  arguments.train_file = (test::quickstart_folder() / "train.json").string();
  arguments.do_train = true;
  arguments.per_device_train_batch_size = 64;
  arguments.gradient_accumulation_steps = 2;
  arguments.max_steps = 4;
  arguments.auto_find_batch_size = true;
  return arguments;
}

/// A training of the quick start's model that is planned, and its watch.
class WatchedRun {
 public:
  explicit WatchedRun(TrainArguments arguments)
      : arguments_(std::move(arguments)), model_(arguments_, arguments_.tasks, task::Use::train) {
    arguments_.max_seq_length = model_.length_of({});
    data_ = model_.task().read(
        reading_of(arguments_, task::Split::train, model_.kind(), /*threads=*/2));
    loader.emplace(data_->features(), loader_options(arguments_, model_.kind(), *backend_));
    programs_.emplace(*backend_, model_.objective(), step_options(arguments_, *backend_, 4));
    run_.emplace(PlannedRun{arguments_, model_, *data_, nullptr, *loader, *programs_, 4, {}});
    plan = plan_run_memory(*run_, 0);
    watch.emplace(
        *run_, plan, [](int64_t limit) { return open_backend("cpu", 2, nullptr, 1, limit); },
        [this] { return spare; });
  }

  /// Of a run in micro-batches of so many features.
  int64_t total_of(int64_t batch) {
    TrainArguments other = arguments_;
    other.per_device_train_batch_size = batch;
    other.gradient_accumulation_steps = 128 / batch;
    return WatchedRun(other).plan.total();
  }

  std::optional<int64_t> spare;
  train::MemoryPlan plan;
  std::optional<data::Loader> loader;
  std::optional<BatchWatch> watch;

 private:
  TrainArguments arguments_;
  OpenedModel model_;
  std::unique_ptr<backend::Backend> backend_ = open_backend("cpu", 2);
  std::unique_ptr<task::Dataset> data_;
  std::optional<train::Programs> programs_;
  std::optional<PlannedRun> run_;
};

TEST(BatchWatch, TakesTheLargestMicroBatchThatFitsNow) {
  WatchedRun run(quickstart_arguments());
  EXPECT_FALSE(run.watch->fit(0, ""));  // nothing is known of any limit
  const auto may_have = [&](int64_t bytes) { run.spare = bytes - train::resident_memory(); };
  may_have(run.plan.total() + (1 << 20));
  EXPECT_FALSE(run.watch->fit(1, ""));
  EXPECT_EQ(run.loader->options().batch, 64);
  const int64_t sixteen = run.total_of(16);
  ASSERT_LT(sixteen + (2 << 20), run.plan.total());
  may_have(sixteen + (1 << 20));
  EXPECT_TRUE(run.watch->fit(2, ""));
  EXPECT_EQ(run.loader->options().batch, 16);
  EXPECT_EQ(run.loader->options().accumulate, 8);
  may_have(sixteen + (1 << 20));
  EXPECT_FALSE(run.watch->fit(2, ""));
  // What a device says counts as well.
  may_have(int64_t{1} << 40);
  EXPECT_TRUE(run.watch->fit(3, "RESOURCE_EXHAUSTED"));
  EXPECT_EQ(run.loader->options().batch, 8);
}

TEST(BatchWatch, WhereNotEvenOneFeatureFitsItSaysWhatIsNeeded) {
  WatchedRun run(quickstart_arguments());
  run.spare = 1000 - train::resident_memory();
  const auto failure = test::failure_of([&] { run.watch->fit(2, ""); });
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  test::expect_contains(failure.message, "step 3: the run needs ");
  test::expect_contains(failure.message, "Not even one feature fits: ");
  test::expect_contains(failure.message, "needs");
}

}  // namespace
}  // namespace tutti::app
