// SPDX-License-Identifier: Apache-2.0
// The memory, disk and devices that a training needs.
#include <algorithm>

#include "run/estimator.h"
#include "run/train_data.h"
#include "run/trainer_options.h"
#include "train/output_size.h"
#include "train/process_memory.h"

namespace tutti::run {
namespace {

using Json = nlohmann::ordered_json;
using task::Split;

int64_t bytes_of_files(const std::vector<Path>& files) {
  int64_t bytes = 0;
  std::error_code failure;
  for (const Path& file : files)
    if (const auto size = std::filesystem::file_size(file, failure); !failure)
      bytes += static_cast<int64_t>(size);
  return bytes;
}

}  // namespace

void Estimator::add_memory(Json& result, const train::RunOutline& outline, const train::Fit& fit) {
  const int64_t batch = run_.settings().per_device_train_batch_size;
  if (!fit.plan) {
    result["memory"] = {{"fits", false}, {"reason", fit.lack}};
    return;
  }
  const train::MemoryPlan& plan = *fit.plan;
  const int64_t parameters = train::parameter_bytes(run_.programs().layout());
  const int64_t total = plan.total() + programs_bytes_;
  const int64_t code = train::resident_files();
  result["memory"] = {{"fits", true},
                      {"total_bytes", total},
                      {"with_code_bytes", total + code},
                      {"parameters_bytes", parameters},
                      {"moments_bytes", plan.state - parameters},
                      {"host_moments_bytes", plan.apart},
                      {"gradient_sums_bytes", plan.gradients},
                      {"step_bytes", plan.step},
                      {"evaluation_bytes", plan.evaluation},
                      {"saving_bytes", plan.saving},
                      {"checkpoint_copy_bytes", plan.copy_is_apart ? 0 : plan.copy},
                      {"host_checkpoint_copy_bytes", plan.copy_is_apart ? plan.copy : 0},
                      {"data_and_program_bytes", plan.loaded},
                      {"compiled_bytes", programs_bytes_},
                      {"code_bytes", code}};
  needs_[batch] = plan.total() - plan.loaded;
  const int64_t most = std::max(batch, run_.data().features().size());
  const int64_t largest = largest_planned(batch, most, [&](int64_t size) {
    const train::Fit other = train::run_fit(outline, size);
    if (other.plan) needs_[size] = other.plan->total() - other.plan->loaded;
    return other.plan.has_value();
  });
  result["memory"]["largest_train_batch"] = largest;
  result["memory"]["largest_is_all_data"] = largest == most;
}

void Estimator::add_files(Json& result) {
  const train::TrainerOptions options = trainer_options(
      run_.settings(), run_.loader(), run_.programs(), run_.model(), run_.data().key());
  const train::OutputSize size = train::output_size(run_.programs().layout(), options);
  result["files"] = {{"data_bytes", bytes_of_files(files_of(run_.settings(), Split::train,
                                                            run_.model().kind(), run_.context()))},
                     {"checkpoint_bytes", size.checkpoint},
                     {"checkpoints_kept", size.kept},
                     {"output_bytes", size.output}};
}

void Estimator::add_devices(Json& result, const train::Fit& fit) {
  result["devices"] = Json::array();
  const Json* cheapest = nullptr;
  const auto cost_of = [](const Json& device) { return device["cost"]["run"].get<double>(); };
  for (const DeviceSpec& device : devices_) {
    const int64_t count = device.devices > 1 ? device.devices : together();
    Json json = {{"name", device.name}, {"devices", count}};
    if (fit.plan) {
      const int64_t needed = fit.plan->total() - fit.plan->loaded;
      json["memory_bytes"] = needed;
      json["fits"] = needed <= device.memory_bytes;
      if (needs_.size() > 1)
        json["largest_train_batch"] =
            std::min(largest_batch(needs_, device.memory_bytes), run_.data().features().size());
      add_time(json, device, count);
    }
    result["devices"].push_back(json);
  }
  // Prices in different currencies are not compared.
  for (const Json& device : result["devices"])
    if (device.contains("cost") && device["fits"].get<bool>() &&
        (!cheapest || (device["cost"]["currency"] == (*cheapest)["cost"]["currency"] &&
                       cost_of(device) < cost_of(*cheapest))))
      cheapest = &device;
  if (cheapest) result["cheapest_device"] = (*cheapest)["name"];
}

}  // namespace tutti::run
