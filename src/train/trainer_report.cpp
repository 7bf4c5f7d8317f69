// SPDX-License-Identifier: Apache-2.0
// What a checkpoint says of its run, written and read.
#include "base/log.h"
#include "base/text.h"
#include "format/json.h"
#include "train/checkpoint.h"
#include "train/trainer.h"

namespace tutti::train {
namespace {

constexpr const char* kComputedBy = "computed_by";                    // of a job of unlike devices
constexpr const char* kBatchSetting = "per_device_train_batch_size";  // it may change in the run

/// What decides which features a step takes.
nlohmann::json order_of(const data::Loader& loader, const std::string& data) {
  const data::LoaderOptions& options = loader.options();
  return {{"data", data},
          {"features_per_step", options.batch * options.accumulate},
          {"steps_per_epoch", loader.steps_per_epoch()},
          {"seed", options.seed},
          {"shuffle", options.shuffle}};
}

/// A run that took its steps' features otherwise would see some twice and others never.
void expect_same_order(const nlohmann::json& saved, const nlohmann::json& order,
                       const std::string& where) {
  for (const auto& [key, value] : order.items())
    if (saved.contains(key) && saved[key] != value)
      user_error(
          "{}: data_order.{} is {}, but this run's is {}. To resume, give the first run's flags "
          "and data; to change them, begin another --output_dir with the checkpoint's folder as "
          "--model_name_or_path",
          where, key, escaped(saved[key].dump()), value.dump());
}

void warn_of_changes(const nlohmann::json& saved, const nlohmann::json& settings) {
  for (const auto& [key, value] : settings.items())
    if (saved.contains(key) && saved[key] != value)
      log_warning("{} is {}, but was {} when the run was saved: it continues with the new value",
                  key, value.dump(), escaped(saved[key].dump()));
}

template <typename T>
nlohmann::json or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

}  // namespace

nlohmann::json Trainer::report() const {
  nlohmann::json settings = options_.settings;
  if (settings.contains(kBatchSetting)) settings[kBatchSetting] = loader_.options().batch;
  nlohmann::json report = {{"global_step", step_},
                           {"max_steps", options_.total_steps},
                           {"epoch", epoch()},
                           {"data_order", order_of(loader_, options_.data)},
                           {"settings", settings},
                           {"log_history", history_},
                           {"best_metric", or_null(best_metric_)},
                           {"best_global_step", or_null(best_step_)},
                           {"evaluations_without_gain", evaluations_without_gain_},
                           {"loss_since_log", {{"sum", loss_sum_}, {"steps", loss_count_}}},
                           {"total_loss", total_loss_},
                           {"steps_left_out", steps_left_out_}};
  if (options_.processes && options_.processes->is_mixed())
    report[kComputedBy] = options_.processes->record().json();
  return report;
}

void Trainer::resume(const Path& folder) {
  const std::string where = (folder / kStateFile).string();
  nlohmann::json saved;
  if (writes()) saved = format::read_json(folder / kStateFile);
  if (options_.processes) saved = options_.processes->from_first(saved, "the resumed run");
  resume(saved, where);
}

void Trainer::resume(const nlohmann::json& saved, const std::string& where) {
  restore(saved, where);
  expect_same_order(saved.value("data_order", nlohmann::json::object()),
                    order_of(loader_, options_.data), where);
  if (writes()) {
    warn_of_changes(saved, {{"max_steps", options_.total_steps}});
    warn_of_changes(saved.value("settings", nlohmann::json::object()), options_.settings);
  }
}

void Trainer::restore(const nlohmann::json& saved, const std::string& where) {
  step_ = format::json_int(saved, "global_step", where);
  if (step_ < 0) user_error("{}: global_step is {}, expected 0 or more", where, step_);
  saved_step_ = step_;
  announced_ = step_;
  history_ = nlohmann::json::array();
  if (!saved.contains("log_history") || !saved["log_history"].is_array())
    user_error("{}: log_history is not a list", where);
  for (const nlohmann::json& entry : saved["log_history"]) {
    if (!entry.is_object()) user_error("{}: an entry of log_history is no object", where);
    history_.push_back(entry);
  }
  const auto since = saved.value("loss_since_log", nlohmann::json::object());
  loss_sum_ = format::json_double(since, "sum", where, 0);
  loss_count_ = format::json_int(since, "steps", where, 0);
  total_loss_ = format::json_double(saved, "total_loss", where, 0);
  steps_left_out_ = format::json_int(saved, "steps_left_out", where, 0);
  evaluations_without_gain_ = format::json_int(saved, "evaluations_without_gain", where, 0);
  if (saved.contains("best_metric") && saved["best_metric"].is_number())
    best_metric_ = saved["best_metric"].get<double>();
  if (saved.contains("best_global_step") && saved["best_global_step"].is_number_integer())
    best_step_ = saved["best_global_step"].get<int64_t>();
  if (options_.processes && saved.contains(kComputedBy))
    options_.processes->set_record({saved[kComputedBy], fmt::format("{}: {}", where, kComputedBy)});
  if (step_ > options_.total_steps)
    user_error("{}: the checkpoint is of step {}, but the run ends at step {}", where, step_,
               options_.total_steps);
}

}  // namespace tutti::train
