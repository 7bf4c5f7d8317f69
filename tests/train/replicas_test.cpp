// SPDX-License-Identifier: Apache-2.0
// Several devices that share a step do what one device does.
#include <gtest/gtest.h>

#include <array>
#include <iostream>

#include "model/bert.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "small_training.h"
#include "support/pjrt.h"
#include "support/temporary_folder.h"
#include "train/checkpoint.h"
#include "train/step_batches.h"

namespace tutti::train {
namespace {

using Arrays = std::vector<ir::Array>;

data::Layout rows_of(int64_t count) {
  return {data::Layout::Kind::fixed_rows, 64, {count}};
}

TEST(StepBatches, OfARoundHaveOneShape) {
  const Sequences sequences;
  // 40 features in batches of 7: the sixth has 5.
  data::Loader loader(sequences, {7, 6, true, 9, {data::Layout::Kind::packed_row, 8, {}}});
  const auto rounds = step_batches(loader, 0, {.devices = 2});
  ASSERT_EQ(rounds.size(), 3U);
  std::vector<int64_t> seen;
  for (size_t r = 0; r < rounds.size(); r++) {
    ASSERT_EQ(rounds[r].size(), 2U);
    EXPECT_EQ(rounds[r][0].length, rounds[r][1].length);
    for (size_t d = 0; d < 2; d++) {
      const data::Batch& batch = rounds[r][d];
      const auto& ids = batch.integers("ids");
      EXPECT_EQ(ids.size(), static_cast<size_t>(batch.length));
      const data::Batch alone = loader.batch(0, static_cast<int64_t>(2 * r + d));
      const auto& own = alone.integers("ids");
      EXPECT_TRUE(std::equal(own.begin(), own.end(), ids.begin()));
      EXPECT_EQ(alone.integers("start"), batch.integers("start"));
      for (size_t i = own.size(); i < ids.size(); i++) EXPECT_EQ(batch.integers("segment")[i], 0);
      seen.push_back(batch.real);
    }
  }
  EXPECT_EQ(seen, (std::vector<int64_t>{7, 7, 7, 7, 7, 5}));
}

TEST(StepBatches, FillsUpTheLastRound) {
  const Sequences sequences;
  data::Loader loader(sequences, {16, 4, true, 9, rows_of(16)});
  const auto rounds = step_batches(loader, 0, {.devices = 2});
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[1][0].real, 8);
  EXPECT_EQ(rounds[1][1].real, 0);
  EXPECT_EQ(rounds[1][1].rows, 16);
}

/// What a process computes depends on nothing but the micro-batch's number.
TEST(StepBatches, OfAProcessAreWhatTheyAreAlone) {
  const Sequences sequences;
  data::Loader loader(sequences, {3, 8, true, 9, {data::Layout::Kind::packed_row, 8, {}}});
  EXPECT_EQ(micro_batches_of(loader, 0), 8);
  EXPECT_EQ(micro_batches_of(loader, 1), 6);  // of 14 in an epoch
  const auto own = batches_between(loader, 1, 4, 6);
  ASSERT_EQ(own.size(), 2U);
  for (size_t k = 0; k < 2; k++) {
    const data::Batch alone = loader.batch(1, static_cast<int64_t>(4 + k));
    ASSERT_EQ(own[k].size(), 1U);
    EXPECT_EQ(own[k][0].length, alone.length);
    EXPECT_EQ(own[k][0].integers("ids"), alone.integers("ids"));
  }
}

/// By the operations' own meaning: a grid of two against @gradients twice, @merge and @apply. Both
/// add in the same order, so every bit must be equal, in however many buckets they are shared.
TEST(StepProgram, OnAGridAddsWhatMergeAdds) {
  const task::Objective objective =
      task::squad::question_answering(model::bert_model(small_bert(/*layers=*/1)));
  const Sequences sequences;
  data::Loader loader(sequences, {3, 2, true, 9, rows_of(3)});
  const auto batches = step_batches(loader, 0, {.devices = 2})[0];
  const task::BatchShape shape = shape_of(batches[0]);
  step::StepOptions one;
  one.schedule = {step::Schedule::Kind::constant, 1e-3, 0, 0};
  one.max_segment = 64;
  step::StepOptions two = one;
  two.devices = 2;

  Arrays state;
  for (const ir::Tensor& tensor : model::Weights(objective.parameters, 1).read_all())
    state.emplace_back(tensor);
  const size_t parameters = state.size();
  for (size_t moment = 0; moment < 2; moment++)
    for (size_t i = 0; i < parameters; i++) state.emplace_back(state[i].type);
  state.emplace_back(ir::Type::scalar(ir::ElementType::i32));
  state.emplace_back(ir::Tensor::of_ints(ir::Type::tensor(ir::ElementType::ui32, {2}), {0, 42}));

  const auto with = [](Arrays arrays, const Arrays& more) {
    arrays.insert(arrays.end(), more.begin(), more.end());
    return arrays;
  };
  const ir::Module program = step::step_program(objective, shape, one);
  Arrays sums;
  std::vector<Arrays> arguments;
  for (const data::Batch& batch : batches) {
    Arrays fields;
    for (const ir::Tensor& tensor : batch_tensors(objective, batch, one.element))
      fields.emplace_back(tensor);
    arguments.push_back(with(state, fields));
    Arrays taken(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(parameters));
    taken.insert(taken.end(), state.end() - 2, state.end());
    sums = with(sums, op::interpret(program, "gradients", with(taken, fields)));
  }
  const Arrays expected =
      op::interpret(program, "apply", with(state, op::interpret(program, "merge", sums)));
  for (const int64_t bucket_bytes : {0, 4096}) {
    two.bucket_bytes = bucket_bytes;
    const ir::Module shared = step::step_function("step", objective, shape, two);
    const auto found =
        op::interpret_grid(shared, "step", {.replicas = 2, .partitions = 1}, arguments);
    ASSERT_EQ(found.size(), 2U);
    for (const Arrays& results : found) {
      ASSERT_EQ(results.size(), expected.size());
      for (size_t i = 0; i < results.size(); i++)
        EXPECT_TRUE(results[i].tensor() == expected[i].tensor()) << bucket_bytes << " " << i;
    }
  }
}

/// Four devices to share a step and a spare one: XLA's plugin for the CPU has as many threads, and
/// replicas that wait for each other block one each. Programs are compiled once for each test.
std::unique_ptr<backend::Backend> plugin(const std::filesystem::path& library, const Path& cache) {
  backend::PjrtOptions options;
  options.library = library;
  options.options = {{"cpu_device_count", int64_t{5}}};
  options.cache_folder = cache / "programs";
  options.cache_seconds = 0;
  return std::make_unique<backend::PjrtBackend>(options);
}

constexpr int64_t kSteps = 10;
constexpr double kRate = 1e-4;

/// 16 features a step on so many devices; an epoch's last step has 8, so some devices get none.
Setting sharing(int64_t devices, int64_t batch, int64_t accumulate) {
  Setting setting{.batch = batch, .accumulate = accumulate, .layout = rows_of(batch)};
  setting.devices = devices;
  setting.steps = kSteps;
  setting.logging_steps = 5;
  setting.rate = kRate;
  setting.layers = 1;  // a plugin compiles slowly
  return setting;
}

/// Whether a parameter's gradient is zero in mathematics: softmax does not change where all scores
/// move. What is left is rounding, and Adam makes steps of the learning rate of it.
bool moves_by_rounding(const std::string& name) {
  return name.ends_with("key.bias") || name == "qa_outputs.bias" ||
         name.ends_with("layer.0.output.LayerNorm.bias");
}

/// The largest difference of two runs' parameters.
double distance(const TrainingRun& a, const TrainingRun& b) {
  double largest = 0;
  const auto x = a.parameters(), y = b.parameters();
  for (size_t i = 0; i < x.size(); i++) {
    double own = 0;
    for (int64_t k = 0; k < x[i].type().count(); k++)
      own = std::max(own, std::fabs(x[i].float_at(k) - y[i].float_at(k)));
    if (moves_by_rounding(a.parameter_name(i)))
      EXPECT_LE(own, kSteps * kRate);
    else
      largest = std::max(largest, own);
  }
  return largest;
}

TEST(Replicas, GiveWhatOneDeviceGives) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const test::TemporaryFolder folder;
  TrainingRun one(plugin(library, folder.path()), sharing(1, 16, 1));
  one.train(folder.path() / "one");
  const std::array<int64_t, 3> kWays[] = {{2, 8, 1}, {4, 4, 1}, {2, 4, 2}};
  for (const auto& [devices, batch, accumulate] : kWays) {
    SCOPED_TRACE(fmt::format("{} devices, {} x {} features", devices, accumulate, batch));
    TrainingRun several(plugin(library, folder.path()), sharing(devices, batch, accumulate));
    several.train(folder.path() / fmt::format("{}x{}", devices, accumulate));
    ASSERT_EQ(several.losses.size(), 10U);
    double largest = 0;
    for (size_t i = 0; i < 10; i++)
      largest = std::max(largest, std::fabs(several.losses[i] - one.losses[i]));
    EXPECT_TRUE(several.replicas_agree());
    EXPECT_LE(largest, 1e-5);
    EXPECT_LE(distance(several, one), 1e-6);
    std::cout << fmt::format(
        "  {} devices, {} x {} features: losses differ by {:.1e}, parameters by {:.1e}\n", devices,
        accumulate, batch, largest, distance(several, one));
  }
}

TEST(Replicas, GoOnFromAnotherNumberOfDevices) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const test::TemporaryFolder folder;
  TrainingRun whole(plugin(library, folder.path()), sharing(2, 8, 1));
  whole.train(folder.path() / "whole");
  TrainingRun first(plugin(library, folder.path()), sharing(2, 8, 1));
  ASSERT_EQ(first.train(folder.path() / "cut", 5), Outcome::stopped);
  const auto found = newest_checkpoint(folder.path() / "cut");
  ASSERT_TRUE(found);
  TrainingRun same(plugin(library, folder.path()), sharing(2, 8, 1), found->folder);
  TrainingRun other(plugin(library, folder.path()), sharing(4, 4, 1), found->folder);
  same.train(folder.path() / "same");
  other.train(folder.path() / "other");
  EXPECT_EQ(same.hash(), whole.hash());
  EXPECT_LE(distance(other, whole), 1e-6);
}

}  // namespace
}  // namespace tutti::train
