// SPDX-License-Identifier: Apache-2.0
#include "run/training_results.h"

#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "run/step_work.h"
#include "train/process_memory.h"

namespace tutti::run {

nlohmann::ordered_json training_results(const train::Trainer& trainer, const TrainedSteps& trained,
                                        const step::StateLayout& layout,
                                        const train::MemoryPlan& memory) {
  const nlohmann::json report = trainer.report();
  const int64_t counted = trainer.step() - trainer.steps_left_out();
  const auto per_second = [&](int64_t count) {
    return trained.seconds > 0 ? static_cast<double>(count) / trained.seconds : 0.0;
  };
  return {{"epoch", report["epoch"]},
          {"train_loss",
           report["total_loss"].get<double>() / static_cast<double>(std::max<int64_t>(1, counted))},
          {"train_runtime", trained.seconds},
          {"train_samples", trained.samples},
          {"train_samples_per_second", per_second(trained.features)},
          {"train_steps_per_second", per_second(trainer.step() - trained.first)},
          {"step_flops", trained.flops},
          {"update_bytes", update_bytes(layout)},
          {"peak_bytes", memory.total()},
          {"resident_peak_bytes", train::peak_resident_memory()}};
}

void expect_trained(const train::Trainer& trainer) {
  if (trainer.step() > 0 && trainer.steps_left_out() == trainer.step())
    user_error(
        "no step changed the model: in none of them were the loss and all gradients finite; lower "
        "--learning_rate or check the model's weights");
  if (trainer.steps_left_out() > 0)
    log_info("{} of {} steps were skipped, because their loss or gradients were not finite",
             trainer.steps_left_out(), trainer.step());
}

}  // namespace tutti::run
