// SPDX-License-Identifier: Apache-2.0
// The JSON files of the results tree; names match the tools whose reports they replace.
#include <algorithm>

#include "report/validation.h"

namespace tutti::report {
namespace {

using Json = nlohmann::ordered_json;
using validate::Role;
using validate::Verdict;

Json verdict_json(const Verdict& verdict) {
  const auto& d = verdict.difference;
  const Json cosine = verdict.cosine_asked ? Json(d.cosine) : Json(nullptr);
  Json json = {{"max_diff", d.maximum},     {"mean_diff", d.mean},    {"cosine_sim", cosine},
               {"max_ulp", d.ulps},         {"bound", verdict.bound}, {"passed", verdict.passed},
               {"non_finite", d.non_finite}};
  if (!verdict.why.empty()) json["why"] = verdict.why;
  return json;
}

Json operation_json(const validate::OperationError& error) {
  return {{"operation", error.op},
          {"types", error.types},
          {"location", error.location},
          {"layer", error.layer},
          {"part", error.part},
          {"index", error.index},
          {"local_error", error.local},
          {"bound", error.bound},
          {"accumulated_error", error.accumulated}};
}

Json bisection_json(const validate::Bisection& bisection) {
  Json json = {{"operations", bisection.operations.size()}, {"first", nullptr}};
  if (const auto* first = bisection.first()) json["first"] = operation_json(*first);
  return json;
}

/// Outputs and loss by name, gradients and parameters as groups.
Json comparison_json(const BackendResult& result) {
  Json json = {{"passed", result.passed()}};
  if (!result.failure.empty()) json["failure"] = result.failure;
  Json groups;
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.role == Role::output || verdict.role == Role::loss)
      json[verdict.name] = verdict_json(verdict);
    else
      groups[std::string(name_of(verdict.role)) + "s"][verdict.name] = verdict_json(verdict);
  }
  json["within_tolerance"] = result.thresholds.difference;
  json["cosine_threshold"] = result.thresholds.cosine;
  for (const auto& [name, group] : groups.items()) json[name] = group;
  for (const validate::Numeric& one : result.numerics)
    json["numerics"][one.name] = {{"in_comparison", one.strict}, {"by_default", one.by_default}};
  if (result.bisection) json["bisect"] = bisection_json(*result.bisection);
  return json;
}

double gigabytes(int64_t bytes) {
  return static_cast<double>(bytes) / (1 << 30);
}

Json test_json(const std::string& name, bool passed, double seconds, const std::string& why) {
  Json json = {{"nodeid", name}, {"outcome", passed ? "passed" : "failed"}, {"duration", seconds}};
  if (!why.empty()) json["longrepr"] = why;
  return json;
}

}  // namespace

Json performance_json(const Json& inference, int64_t memory_bytes) {
  Json figures = {{"latency_ms", nullptr}, {"memory_mb", nullptr}};
  if (inference.contains("benchmark")) figures["latency_ms"] = inference["benchmark"]["mean_ms"];
  if (memory_bytes > 0) figures["memory_mb"] = 1024 * gigabytes(memory_bytes);
  return figures;
}

Json cross_backend_json(const Validation& validation) {
  Json tested = Json::array(), performance = Json::object(), comparisons = Json::object();
  if (!validation.reference_performance.is_null()) {
    tested.push_back(validation.reference);
    performance[validation.reference] = validation.reference_performance;
  }
  Json absent = Json::array();
  for (const Absent& one : validation.absent)
    absent.push_back({{"backend", one.backend}, {"asked", one.asked}, {"reason", one.reason}});
  double tolerance = 0;
  for (const BackendResult& result : validation.backends) {
    if (result.compared()) tested.push_back(result.backend);
    tolerance = std::max(tolerance, result.thresholds.difference);
    performance[result.backend] = performance_json(result.inference, result.memory_bytes);
    comparisons[result.backend] = comparison_json(result);
  }
  return {{"timestamp", validation.timestamp},
          {"model", validation.model},
          {"tolerance", tolerance},
          {"reference_backend", validation.reference},
          {"backends_tested", std::move(tested)},
          {"backends_absent", std::move(absent)},
          {"all_passed", validation.passed()},
          {"self_check", validation.is_self_check()},
          {"gradients_not_compared",
           validation.no_gradients.empty() ? Json(nullptr) : Json(validation.no_gradients)},
          {"performance", std::move(performance)},
          {"comparisons", std::move(comparisons)}};
}

Json test_results_json(const BackendResult& result) {
  Json tests = Json::array();
  for (const validate::Check& check : result.checks)
    tests.push_back(
        test_json("consistency::" + check.name, check.passed, check.seconds, check.detail));
  for (const Verdict& verdict : result.verdicts)
    tests.push_back(
        test_json(fmt::format("comparison::{}[{}]", name_of(verdict.role), verdict.name),
                  verdict.passed, verdict.seconds, verdict.why));
  if (!result.failure.empty())
    tests.push_back(test_json("comparison", false, result.seconds, result.failure));
  int64_t passed = 0;
  for (const Json& test : tests) passed += test["outcome"] == "passed";
  const auto total = static_cast<int64_t>(tests.size());
  return {{"duration", result.seconds},
          {"exitcode", passed == total && total > 0 ? 0 : 1},
          {"environment", {{"backend", result.backend}}},
          {"summary",
           {{"passed", passed},
            {"failed", total - passed},
            {"skipped", 0},
            {"total", total},
            {"collected", total}}},
          {"tests", std::move(tests)}};
}

Json hardware_json(const Validation& validation, const BackendResult& result) {
  Json json = {{"tutti_version", validation.version}, {"pytorch_version", nullptr}};
  for (const char* name : {"cuda", "rocm", "mps", "xpu", "tpu"})
    json[std::string(name) + "_available"] =
        std::any_of(validation.backends.begin(), validation.backends.end(),
                    [&](const BackendResult& other) { return other.kind == name; });
  Json devices = Json::array();
  for (const backend::Device& device : result.devices)
    devices.push_back({{"index", device.index},
                       {"name", device.description},
                       {"memory_gb", device.memory_bytes > 0 ? Json(gigabytes(device.memory_bytes))
                                                             : Json(nullptr)},
                       {"backend", device.backend}});
  json["devices"] = std::move(devices);
  return json;
}

}  // namespace tutti::report
