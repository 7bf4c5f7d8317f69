// SPDX-License-Identifier: Apache-2.0
// Micro-batches that become smaller while a training runs, because its memory does.
#include "run/batch_search.h"

#include <gtest/gtest.h>

#include "app/small_models.h"
#include "run/backends.h"
#include "support/errors.h"
#include "train/process_memory.h"

namespace tutti::run {
namespace {

TrainSettings quickstart_arguments() {
  TrainSettings arguments;
  arguments.model_name_or_path = (test::quickstart_folder() / "tiny_bert").string();
  arguments.train_file = (test::quickstart_folder() / "train.json").string();
  arguments.do_train = true;
  arguments.per_device_train_batch_size = 64;
  arguments.gradient_accumulation_steps = 2;
  arguments.max_steps = 4;
  arguments.auto_find_batch_size = true;
  return arguments;
}

Context two_threads() {
  Context context;
  context.threads = 2;
  return context;
}

/// A training of the quick start's model that is planned, and its watch.
class WatchedRun {
 public:
  explicit WatchedRun(const TrainSettings& settings) : prepared_(settings, two_threads()) {
    prepared_.set_backend(open_backend("cpu", two_threads()));
    prepared_.read_data();
    prepared_.make_loader();
    prepared_.make_objective(nullptr);
    prepared_.make_programs(4);
    plan = train::expect_run_fits(
        outline_of(prepared_, prepared_.programs(), prepared_.loader(), /*first=*/0, /*loaded=*/0));
    watch.emplace(
        prepared_, prepared_.programs(), /*first=*/0, plan,
        [](int64_t limit) { return open_backend("cpu", two_threads(), nullptr, limit); },
        [this] { return spare; });
  }

  data::Loader& loader() { return prepared_.loader(); }
  /// Of a run in micro-batches of so many features.
  int64_t total_of(int64_t batch) {
    TrainSettings other = prepared_.settings();
    other.per_device_train_batch_size = batch;
    other.gradient_accumulation_steps = 128 / batch;
    return WatchedRun(other).plan.total();
  }

  std::optional<int64_t> spare;
  train::MemoryPlan plan;
  std::optional<BatchWatch> watch;

 private:
  PreparedRun prepared_;
};

TEST(BatchWatch, TakesTheLargestMicroBatchThatFitsNow) {
  WatchedRun run(quickstart_arguments());
  EXPECT_FALSE(run.watch->fit(0, ""));  // nothing is known of any limit
  const auto may_have = [&](int64_t bytes) { run.spare = bytes - train::resident_memory(); };
  may_have(run.plan.total() + (1 << 20));
  EXPECT_FALSE(run.watch->fit(1, ""));
  EXPECT_EQ(run.loader().options().batch, 64);
  const int64_t sixteen = run.total_of(16);
  ASSERT_LT(sixteen + (2 << 20), run.plan.total());
  may_have(sixteen + (1 << 20));
  EXPECT_TRUE(run.watch->fit(2, ""));
  EXPECT_EQ(run.loader().options().batch, 16);
  EXPECT_EQ(run.loader().options().accumulate, 8);
  may_have(sixteen + (1 << 20));
  EXPECT_FALSE(run.watch->fit(2, ""));
  // What a device says counts as well.
  may_have(int64_t{1} << 40);
  EXPECT_TRUE(run.watch->fit(3, "RESOURCE_EXHAUSTED"));
  EXPECT_EQ(run.loader().options().batch, 8);
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
}  // namespace tutti::run
