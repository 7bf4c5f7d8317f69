// SPDX-License-Identifier: Apache-2.0
#include "app/ir_run_report.h"

#include <cmath>

#include "app/ir_run_function.h"
#include "app/output.h"
#include "base/log.h"
#include "ir/print.h"
#include "op/catalogue.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kMostShown = 1024;  // elements of a result; more need --outputs

Json element_json(const ir::Tensor& tensor, int64_t index) {
  const ir::ElementType element = tensor.type().element;
  if (element == ir::ElementType::i1) return tensor.int_at(index) != 0;
  if (element == ir::ElementType::ui64) return static_cast<uint64_t>(tensor.int_at(index));
  const auto number = [](double value) -> Json {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";  // JSON has no such numbers
  };
  if (ir::is_complex(element)) {
    const auto value = tensor.complex_at(index);
    return Json::array({number(value.real()), number(value.imag())});
  }
  return ir::is_float(element) ? number(tensor.float_at(index)) : Json(tensor.int_at(index));
}

Json json_of(const ir::Tensor& tensor) {
  Json result = {{"type", tensor.type().str()}};
  if (tensor.type().count() > kMostShown) return result;
  Json& values = result["values"] = Json::array();
  for (int64_t i = 0; i < tensor.type().count(); i++) values.push_back(element_json(tensor, i));
  return result;
}

std::string tensor_text(const ir::Tensor& tensor) {
  if (tensor.type().count() > kMostShown)
    return fmt::format("{} elements : {}; --outputs keeps them", tensor.type().count(),
                       tensor.type().str());
  return ir::print(ir::Attribute(tensor));
}

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
