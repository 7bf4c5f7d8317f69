// SPDX-License-Identifier: Apache-2.0
// Every switch of a training with every other: precision, memory budget, micro-batches that become
// smaller, padding, moments of the host; with accumulation, and resumed in the middle.
#include <gtest/gtest.h>

#include "small_training.h"
#include "support/temporary_folder.h"

namespace tutti::train {
namespace {

constexpr int64_t kFallsAt = 2, kStopsAt = 4;

struct Switches {
  std::string precision = "f32";
  bool budget = false, adapts = false, pads = false, offloads = false;

  std::string name() const {
    return fmt::format("{}{}{}{}{}", precision, budget ? " budget" : "", adapts ? " adapts" : "",
                       pads ? " pads" : "", offloads ? " offloads" : "");
  }
};

Setting setting_of(const Switches& with, bool has_adapted, const Path& folder) {
  const int64_t batch = has_adapted ? 3 : 6;
  Setting setting{.batch = batch, .accumulate = 12 / batch, .steps = 6, .logging_steps = 1};
  setting.save_steps = 0;
  setting.words = 131;
  setting.bf16 = with.precision == "bf16";
  setting.fp16 = with.precision == "fp16";
  setting.loss_scale.first = 1024;  // no step is left out
  if (with.budget) setting.budget = pass::MemoryBudget{};
  if (with.pads) setting.pad_to_multiple_of = 8;
  setting.host_optimizer = with.offloads;
  setting.moments_file = folder / "moments";
  return setting;
}

struct Trained {
  std::vector<double> losses;
  std::vector<ir::Tensor> parameters;
};

/// Trains up to the middle, and from that checkpoint on.
Trained train_in_two(const Switches& with, const Path& folder) {
  std::filesystem::create_directories(folder);
  TrainingRun first(setting_of(with, false, folder));
  first.fit_batches = [&](int64_t step, const std::string&) {
    if (!with.adapts || step != kFallsAt) return false;
    first.programs().forget();
    first.loader().cut(3, 4, first.loader().options().layout);
    return true;
  };
  EXPECT_EQ(first.train(folder, kStopsAt), Outcome::stopped);
  TrainingRun second(setting_of(with, with.adapts, folder),
                     folder / fmt::format("checkpoint-{}", kStopsAt));
  EXPECT_EQ(second.train(folder), Outcome::finished);
  Trained trained{first.losses, second.parameters()};
  trained.losses.insert(trained.losses.end(), second.losses.begin(), second.losses.end());
  return trained;
}

TEST(Combinations, StayWithinThePrecisionsBound) {
  const test::TemporaryFolder folder;
  TrainingRun whole(setting_of({}, false, folder.path()));
  whole.train(folder.path() / "whole");
  for (const auto& [precision, bound] :
       {std::pair("f32", 1e-5), std::pair("bf16", 2e-2), std::pair("fp16", 3e-3)}) {
    std::optional<Trained> plain[2];  // without and with smaller micro-batches
    for (int bits = 0; bits < 16; bits++) {
      const Switches with{precision, (bits & 2) != 0, (bits & 1) != 0, (bits & 4) != 0,
                          (bits & 8) != 0};
      const Trained trained = train_in_two(with, folder.path() / with.name());
      ASSERT_EQ(trained.losses.size(), whole.losses.size()) << with.name();
      for (size_t i = 0; i < whole.losses.size(); i++)
        EXPECT_NEAR(trained.losses[i], whole.losses[i], bound * whole.losses[i]) << with.name();
      // Budget, padding and the host keep every bit; micro-batches are added in another order.
      std::optional<Trained>& same = plain[with.adapts];
      if (!same) same = trained;
      EXPECT_EQ(trained.losses, same->losses) << with.name();
      EXPECT_EQ(trained.parameters, same->parameters) << with.name();
    }
  }
}

}  // namespace
}  // namespace tutti::train
