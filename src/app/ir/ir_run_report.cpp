// SPDX-License-Identifier: Apache-2.0
#include "app/ir/ir_run_report.h"

#include "app/ir/ir_run_function.h"
#include "app/ir/tensor_text.h"
#include "app/process/output.h"
#include "base/log.h"
#include "op/catalogue.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

void IrRunReport::results(const std::string& function, const std::vector<NamedResults>& processes,
                          const RunTimes& times) {
  for (const auto& [suffix, tensors] : processes) {
    Json list = Json::array();
    for (size_t i = 0; i < tensors.size(); i++) {
      if (global_.json)
        list.push_back(json_of(tensors[i]));
      else
        write_result(
            fmt::format("@{} out.{:03}{} = {}\n", function, i, suffix, tensor_text(tensors[i])));
    }
    Json entry = {{"name", function}, {"passed", true}, {"results", list}};
    if (!times.wall.empty()) {
      entry["seconds"] = times.wall;
      entry["processor_seconds"] = times.processors;
    }
    if (!suffix.empty()) entry["process"] = suffix.substr(1);  // "replica,partition"
    functions_.push_back(std::move(entry));
  }
  if (!global_.json && processes[0].tensors.empty()) log_info("@{}: passed", function);
  if (times.wall.empty()) return;
  log_info("@{}: {} more runs, {:.3f} ms each, {:.3f} ms of processors", function,
           times.wall.size(), 1e3 * median(times.wall), 1e3 * median(times.processors));
}

void IrRunReport::failure(const std::string& function, const UserError& error) {
  failures_++;
  if (code_ == ExitCode::done || code_ == ExitCode::check_failed) code_ = error.code();
  log_message(LogLevel::error, fmt::format("@{}: {}", function, error.what()));
  functions_.push_back({{"name", function}, {"passed", false}, {"failure", error.what()}});
}

ExitCode IrRunReport::finish() {
  if (global_.json) write_result_json({{"functions", functions_}});
  if (failures_ == 0) return ExitCode::done;
  log_info("{} of {} functions failed", failures_, functions_.size());
  return code_;
}

}  // namespace tutti::app
