// SPDX-License-Identifier: Apache-2.0
// What a validation found, for the results tree and for the terminal.
#pragma once

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "validate/bisect.h"
#include "validate/consistency.h"
#include "validate/judge.h"
#include "validate/numerics.h"

namespace tutti::report {

/// One backend against the reference.
struct BackendResult {
  std::string backend;  // "pjrt-cuda-1": the name of its folder, which no other backend has
  std::string kind;     // of its devices: "cuda"
  std::vector<backend::Device> devices;
  validate::Thresholds thresholds;
  std::vector<validate::Verdict> verdicts;
  std::vector<validate::Check> checks;
  std::vector<validate::Numeric> numerics;
  std::optional<validate::Bisection> bisection;
  std::string failure;               // it could not be compared, and why; else empty
  nlohmann::ordered_json inference;  // what inference_benchmark.json holds; null without a model
  int64_t memory_bytes = 0;          // peak of the whole program
  double seconds = 0;

  bool compared() const { return failure.empty() && !verdicts.empty(); }
  bool passed() const;
};

/// Stands before the name of a reference that ran on another machine.
inline constexpr std::string_view kRecorded = "recorded ";

/// A backend that could not be opened.
struct Absent {
  std::string backend, reason;
  bool asked = true;  // by the user; else a plugin found on this machine
};

struct Validation {
  std::string timestamp;  // ISO 8601, UTC
  std::string version;
  std::string model;
  bool is_model = true;              // else a program's text
  std::string model_kind = "model";  // in the names of files: an architecture and a task
  std::string reference;
  std::string no_gradients = {};  // why none were compared; empty where they were
  std::string command;            // that repeats it
  std::string root = {};          // the folder it was called in
  nlohmann::ordered_json reference_performance = {};  // null where the reference ran elsewhere
  std::vector<Absent> absent;
  std::vector<BackendResult> backends;

  /// Everything asked for was compared and agreed; nothing to compare is not a pass.
  bool passed() const;
  /// One that was asked for is not here.
  bool lacks_backend() const;
  /// Only our own cpu backend and the reference took part: no device was proved.
  bool is_self_check() const;
  /// "PASSED", "SELF-CHECK PASSED" or "FAILED".
  std::string status() const;
};

nlohmann::ordered_json cross_backend_json(const Validation& validation);
nlohmann::ordered_json test_results_json(const BackendResult& result);
/// Of one backend: the mean time of a query, where there is a model, and the program's peak memory.
nlohmann::ordered_json performance_json(const nlohmann::ordered_json& inference,
                                        int64_t memory_bytes);
nlohmann::ordered_json hardware_json(const Validation& validation, const BackendResult& result);

/// A few lines for the terminal.
std::string backend_text(const BackendResult& result);
std::string backend_markdown(const Validation& validation, const BackendResult& result);
std::string summary_markdown(const Validation& validation);

/// A backend's name as part of a file's.
std::string file_part(const std::string& backend);
/// "MODEL_CUDA_REPORT.md" of a model, with its kind, "CUDA_REPORT.md" of a program's text.
std::string report_name(const Validation& validation, const std::string& backend);

/// Writes the tree
///   VALIDATION_SUMMARY.md
///   <backend>/{test_results, cross_backend_validation, inference_benchmark, hardware_info}.json
///   <backend>/<report_name> and differences.svg beside it
/// and replaces files of the same names.
void write_results(const Path& folder, const Validation& validation);

}  // namespace tutti::report
