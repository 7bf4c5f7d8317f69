// SPDX-License-Identifier: Apache-2.0
#include "run/benchmark.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/processors.h"
#include "base/text.h"
#include "run/backends.h"
#include "run/opened_training.h"
#include "run/product_rate.h"
#include "run/profile_report.h"
#include "run/train_precision.h"
#include "train/memory_plan.h"
#include "train/process_memory.h"
#include "train/products.h"
#include "train/step_batches.h"
#include "train/trainer.h"

namespace tutti::run {
namespace {

using Clock = std::chrono::steady_clock;

/// The work of the steps after the warm-up.
struct StepsWork {
  int64_t features = 0;
  train::TokenCounts counts;
};

/// Compiles each shape before timing, as a training does once.
StepsWork compile_steps(train::Programs& programs, data::Loader& loader,
                        const data::FeatureSource& features, int64_t steps) {
  StepsWork work;
  for (int64_t step = 0; step < steps; step++) {
    train::compile_step(programs, loader, step);
    if (step < kWarmUpSteps) continue;
    for (int64_t micro = 0; micro < train::micro_batches_of(loader, step); micro++)
      for (const int64_t feature : loader.indices(step, micro)) {
        work.features++;
        work.counts += train::counts_of(features, feature);
      }
  }
  return work;
}

/// The time of the steps after the warm-up.
struct StepTimes {
  double seconds = 0, processor_seconds = 0;
  std::vector<double> losses;  // of all steps
  Clock::time_point begin;

  void start() {
    begin = Clock::now();
    processor_seconds = -tutti::processor_seconds();
  }
  void stop() {
    seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    processor_seconds += tutti::processor_seconds();
  }
};

nlohmann::ordered_json rates_json(const StepsWork& work, const StepTimes& times, int64_t steps) {
  const auto count = static_cast<double>(steps);
  return {{"features_per_second", static_cast<double>(work.features) / times.seconds},
          {"tokens_per_second", work.counts.tokens / times.seconds},
          {"step_seconds", times.seconds / count},
          {"step_processor_seconds", times.processor_seconds / count},
          {"warm_up_steps", kWarmUpSteps},
          {"losses", times.losses}};
}

StepTimes run_steps(train::Programs& programs, train::TrainingState& state, data::Loader& loader,
                    int64_t steps) {
  train::TrainerOptions training;
  training.logging_steps = steps;
  training.total_steps = steps;
  StepTimes times;
  train::TrainerHooks hooks;
  hooks.on_loss = [&](int64_t, double loss) { times.losses.push_back(loss); };
  hooks.on_step = [&](int64_t step) {
    if (step == kWarmUpSteps) times.start();
    if (step >= steps) times.stop();
  };
  train::StopFlag never{0};
  train::Trainer(programs, state, loader, training, hooks, never).run();
  return times;
}

/// Bytes of temporaries at each instruction of the largest step, if the backend reports them.
std::vector<int64_t> temporaries_of(train::Programs& programs, data::Loader& loader,
                                    int64_t steps) {
  const bool alone = loader.micro_batches() == 1 && !programs.options().host_optimizer;
  return programs
      .get(alone ? step::kStep : step::kGradients, train::largest_shape(loader, 0, steps))
      .temporaries_over_time();
}

/// The peak is the step's whole plan if the backend reports nothing, or if sums, which the plan
/// lists separately, reuse the memory of freed temporaries.
nlohmann::ordered_json memory_json(const train::MemoryPlan& plan,
                                   const std::vector<int64_t>& temporaries) {
  const auto most = std::max_element(temporaries.begin(), temporaries.end());
  return {{"planned_bytes", plan.total()},
          {"state_bytes", plan.state},
          {"step_bytes", plan.step},
          {"needed_bytes", most == temporaries.end() ? plan.step : std::min(plan.step, *most)},
          {"temporaries_over_time", temporaries}};
}

void add_profile(MeasuredSteps& all, const backend::Profile& profile, int64_t steps, Seconds by,
                 const MachineLimits& limits) {
  std::vector<backend::Profile::Kind> kinds = profile.kinds();
  if (by == Seconds::of_processor)
    for (backend::Profile::Kind& kind : kinds) kind.seconds = kind.processor_seconds;
  all.result["profile"] = profile_json(kinds, steps, limits);
  all.profile = profile_table(kinds, steps, limits);
  all.profile +=
      fmt::format("the most that a step needs at a time besides parameters and moments: {}\n",
                  human_bytes(static_cast<size_t>(all.result["needed_bytes"].get<int64_t>())));
}

/// The memory of the steps by their plan.
train::MemoryPlan plan_of(train::Programs& programs, data::Loader& loader, int64_t steps) {
  train::RunShape shape{train::largest_shape(loader, 0, steps)};
  shape.accumulate = loader.micro_batches();
  const train::Fit fit = train::plan_memory(programs, shape, 0);
  if (!fit.plan) throw UserError(ExitCode::out_of_memory, fit.lack);
  return *fit.plan;
}

}  // namespace

MeasuredSteps measured_steps(const BenchmarkSettings& settings, const Context& context) {
  backend::Profile profile;
  OpenedTraining training(context, settings, settings.profile ? &profile : nullptr);
  data::Loader& loader = training.loader();
  train::Programs& programs = training.programs();
  const task::Objective& objective = training.objective();
  const step::StepOptions& options = training.options();
  const int64_t steps = kWarmUpSteps + settings.steps;
  const train::MemoryPlan plan = plan_of(programs, loader, steps);  // the largest batch first
  const StepsWork work = compile_steps(programs, loader, training.features(), steps);
  const StepTimes times = run_steps(programs, training.state(), loader, steps);
  const int64_t resident = train::peak_resident_memory();  // measuring products takes more
  const int64_t tokens = std::llround(work.counts.tokens) / settings.steps;
  const double flops = train::training_flops(objective).of(work.counts) / times.seconds;
  const auto measured = open_backend(settings.backend, context);  // it has no profile
  const ProductRates rates = product_rates(*measured, objective, tokens, options, context.threads);
  MeasuredSteps all{rates_json(work, times, settings.steps), {}};
  all.result.update({{"features", training.features().size()},
                     {"preparation_seconds", training.preparation()},
                     {"model_flops_per_second", flops},
                     {"products_flops_per_second", rates.own},
                     {"peak_flops_per_second", rates.best},
                     {"peak_source", rates.source()},
                     {"peak_share", flops / rates.best},
                     {"instruction_flops_per_second", rates.instruction},
                     {"peak_bytes", programs.memory().peak},
                     {"resident_peak_bytes", resident},
                     {"precision", pass::name_of(options.precision)},
                     {"padded_to_multiple_of", options.pad_to_multiple_of},
                     {"threads", context.threads},
                     {"device", measured->devices()[0].description}});
  all.result.update(memory_json(plan, temporaries_of(programs, loader, steps)));
  if (!settings.profile) return all;
  const Seconds by =
      measured->capabilities().is_own_processor ? Seconds::of_processor : Seconds::of_clock;
  add_profile(all, profile, steps, by,
              machine_limits(*measured, objective, tokens, options, context.threads, by));
  return all;
}

}  // namespace tutti::run
