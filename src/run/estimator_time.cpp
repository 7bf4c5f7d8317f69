// SPDX-License-Identifier: Apache-2.0
// The time of a training, from measured steps or from the work of a step.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/text.h"
#include "run/estimator.h"
#include "run/product_rate.h"
#include "run/train_data.h"
#include "run/trainer_options.h"
#include "train/products.h"

namespace tutti::run {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

}  // namespace

void Estimator::measure(train::TrainingState& state) {
  const int64_t steps = std::min(run_.total_steps(), 1 + measured_steps_);
  compile(steps);
  train::TrainerOptions options = trainer_options(run_.settings(), run_.loader(), run_.programs(),
                                                  run_.model(), run_.data().key());
  options.total_steps = steps;
  options.logging_steps = 1;
  options.save_steps = options.evaluate_steps = 0;
  std::vector<Clock::time_point> ends = {Clock::now()};
  train::TrainerHooks hooks;
  hooks.on_step = [&](int64_t) { ends.push_back(Clock::now()); };
  train::StopFlag never{0};  // a stop would save a checkpoint
  train::Trainer(run_.programs(), state, run_.loader(), options, hooks, never).run();
  const auto seconds = [&](size_t from, size_t to) {
    return std::chrono::duration<double>(ends[to] - ends[from]).count();
  };
  time_.first_step = seconds(0, 1);
  const size_t first = steps > 1 ? 1 : 0;
  const auto count = static_cast<double>(steps) - static_cast<double>(first);
  time_.step = seconds(first, static_cast<size_t>(steps)) / count;
  time_.flops = mean_step_flops(cost_, run_.loader(), static_cast<int64_t>(first), steps);
  measured_ = steps - static_cast<int64_t>(first);
  profiled_flops_ = mean_step_flops(cost_, run_.loader(), 0, steps) * static_cast<double>(steps);
}

void Estimator::count_work() {
  const int64_t counted =
      std::min({run_.loader().steps_per_epoch(), run_.total_steps(), kMostStepsCounted});
  cost_ = train::training_flops(run_.objective());
  mean_flops_ = mean_step_flops(cost_, run_.loader(), 0, counted);
  std::set<std::pair<int64_t, int64_t>> shapes;
  for (int64_t step = 0; step < counted; step++) {
    const data::RowPlan plan = run_.loader().rows(step, 0);
    shapes.emplace(plan.rows, plan.length);
  }
  shapes_ = static_cast<int64_t>(shapes.size());
}

int64_t Estimator::times_due(int64_t total, int64_t each) {
  return each > 0 ? (total + each - 1) / each : 0;
}

RunTime Estimator::run_time(double step, double compiling, int64_t devices) {
  // More devices process more features per step, so the same epochs need fewer steps.
  const double steps = static_cast<double>(together()) / static_cast<double>(devices);
  RunTime time;
  time.step = step;
  time.epoch = step * std::ceil(static_cast<double>(steps_per_epoch_) * steps);
  const auto total = static_cast<double>(run_.total_steps());
  time.run = step * (run_.settings().max_steps > 0 ? total : std::ceil(total * steps)) + compiling;
  if (!run_.validation()) return time;
  train::TokenCounts counts;
  const data::FeatureSource& features = run_.validation()->features();
  const double padded = static_cast<double>(*run_.settings().max_seq_length);
  const bool pads =
      evaluation_layout(run_.settings(), run_.model().kind(), run_.programs(), 1).kind ==
      data::Layout::Kind::padded;
  for (int64_t i = 0; i < features.size(); i++) {
    train::TokenCounts own = train::counts_of(features, i);
    if (pads) own = {padded, padded * padded, own.counted};
    counts += own;
  }
  // A forward run is a third of forward and backward.
  time.evaluation = step * cost_.of(counts) / 3 / mean_flops_;
  const train::TrainerOptions options = trainer_options(
      run_.settings(), run_.loader(), run_.programs(), run_.model(), run_.data().key());
  const int64_t evaluations = times_due(run_.total_steps(), options.evaluate_steps) + 1;
  time.run += time.evaluation * static_cast<double>(evaluations);
  return time;
}

Json Estimator::time_json() {
  const double step = time_.step * mean_flops_ / time_.flops;
  Json json = json_of(run_time(step, time_.compiling * static_cast<double>(shapes_), together()));
  json["first_step_seconds"] = time_.preparing + time_.compiling + time_.first_step;
  json["compiling_seconds"] = time_.compiling * static_cast<double>(shapes_);
  json["measured_steps"] = measured_;
  json["flops_a_step"] = mean_flops_;
  return json;
}

void Estimator::count_ops() {
  ops_ = profile_.kinds();
  ops_flops_ = profiled_flops_;
  if (measured_ > 0 && !ops_.empty()) return;
  const data::RowPlan plan = run_.loader().rows(0, 0);
  ops_.clear();
  ops_flops_ = 0;
  for (const train::Product& product :
       train::products_of(step::kGradients, run_.objective(),
                          {plan.rows, plan.length, run_.loader().features_together()},
                          run_.programs().options())) {
    // Attention's operands need never be in memory as a whole.
    const double bytes = product.has_batch() ? 0 : product.bytes();
    ops_.push_back({"product", product.count, 0, 0, product.flops(), bytes});
    ops_flops_ += product.flops();
  }
  update_bytes_ = update_bytes(run_.programs().layout());
}

std::optional<double> Estimator::least_step(const DeviceSpec& device, int64_t devices) const {
  const auto ops = roofline_seconds(ops_, device, precision());
  if (!ops || ops_flops_ == 0) return std::nullopt;
  const double share = mean_flops_ / static_cast<double>(run_.settings().devices) / ops_flops_;
  const auto sums = static_cast<double>(train::trained_bytes(run_.programs().layout()));
  return *ops * share + update_bytes_ / (device.memory_rate * device.memory_efficiency) +
         exchange_seconds(sums, device, devices);
}

void Estimator::add_time(Json& json, const DeviceSpec& device, int64_t devices) {
  const auto step = least_step(device, devices);
  if (!step) return;
  const RunTime time = run_time(*step, 0, devices);
  json["time"] = json_of(time);
  json["product_efficiency"] = device.product_efficiency;
  json["memory_efficiency"] = device.memory_efficiency;
  json["launch_seconds"] = device.launch_seconds;
  if (device.price) json["cost"] = cost_json(time, *device.price, devices);
}

Json Estimator::cost_json(const RunTime& time, const DevicePrice& price, int64_t devices) {
  const double hours = time.run / 3600 * static_cast<double>(devices);
  Json json = {{"run", hours * price.hour}, {"currency", price.currency},
               {"hour", price.hour},        {"instance", price.instance},
               {"date", price.date},        {"source", price.source}};
  if (price.spot_hour) json["run_spot"] = hours * *price.spot_hour;
  return json;
}

double Estimator::most_byte_seconds(const std::string& device) const {
  if (device == run_.backend().devices()[0].description) return 1 / memory_rate(run_.backend());
  for (const DeviceSpec& known : devices_)
    if (is_device(device, known)) return 1 / (known.memory_rate * known.memory_efficiency);
  return std::numeric_limits<double>::infinity();
}

void Estimator::add_recorded(Json& result) {
  const double moved = update_bytes(run_.programs().layout());
  result["recorded"] = Json::array();
  for (const auto& [device, runs] : by_device(recorded_, precision())) {
    const StepTime fitted = fit_step_time(runs, most_byte_seconds(device));
    const RunTime time = run_time(fitted.seconds(mean_flops_, moved), 0, together());
    Json json = {{"device", device}, {"runs", runs.size()}, {"time", json_of(time)}};
    for (const DeviceSpec& known : devices_)
      if (known.price && is_device(device, known))
        json["cost"] = cost_json(time, *known.price, together());
    result["recorded"].push_back(json);
  }
}

}  // namespace tutti::run
