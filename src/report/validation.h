// SPDX-License-Identifier: Apache-2.0
// Writes a validation's results, as a tree of files and for the terminal.
#pragma once

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "validate/bisect.h"
#include "validate/consistency.h"
#include "validate/judge.h"
#include "validate/numerics.h"

namespace tutti::report {

/// How one backend compares with the reference.
struct BackendResult {
  std::string backend;  // "pjrt-cuda-1": its folder's name, unique among the backends
  std::string kind;     // of its devices: "cuda"
  std::vector<backend::Device> devices;
  validate::Thresholds thresholds;
  std::vector<validate::Verdict> verdicts;
  std::vector<validate::Check> checks;
  std::vector<validate::Numeric> numerics;
  std::optional<validate::Bisection> bisection;
  std::string failure;               // why it could not be compared; empty if it was
  nlohmann::ordered_json inference;  // contents of inference_benchmark.json; null without a model
  int64_t memory_bytes = 0;          // peak of the whole program
  double seconds = 0;

  bool compared() const { return failure.empty() && !verdicts.empty(); }
  bool passed() const;
};

/// The prefix of a reference's name if the reference ran on another machine.
inline constexpr std::string_view kRecorded = "recorded ";

/// A backend that could not be opened.
struct Absent {
  std::string backend, reason;
  bool asked = true;  // whether the user requested it; else a plugin found here
};

struct Validation {
  std::string timestamp;  // ISO 8601, UTC
  std::string version;
  std::string model;
  bool is_model = true;              // else a program's text
  std::string model_kind = "model";  // for file names: an architecture and a task
  std::string reference;
  std::string no_gradients = {};  // why no gradients were compared; empty if they were
  std::string command;            // repeats the validation
  std::string root = {};          // the working folder of that command
  nlohmann::ordered_json reference_performance = {};  // null if the reference ran elsewhere
  std::vector<Absent> absent;
  std::vector<BackendResult> backends;

  /// Whether every requested backend was compared and agreed, and there was at least one.
  bool passed() const;
  /// Whether a requested backend is not on this machine.
  bool lacks_backend() const;
  /// Whether only Tutti's own code on the CPU took part, so that no device was tested.
  bool is_self_check() const;
  /// "PASSED", "SELF-CHECK PASSED" or "FAILED".
  std::string status() const;
};

nlohmann::ordered_json cross_backend_json(const Validation& validation);
nlohmann::ordered_json test_results_json(const BackendResult& result);
/// One backend's mean time per query, if there is a model, and the program's peak memory.
nlohmann::ordered_json performance_json(const nlohmann::ordered_json& inference,
                                        int64_t memory_bytes);
nlohmann::ordered_json hardware_json(const Validation& validation, const BackendResult& result);

/// One backend's result in a few lines for the terminal, and as a report.
std::string backend_text(const BackendResult& result);
std::string backend_markdown(const Validation& validation, const BackendResult& result);
std::string summary_markdown(const Validation& validation);

/// A backend's name in a form that can be part of a file name.
std::string file_part(const std::string& backend);
/// "MODEL_CUDA_REPORT.md" for a model, with its kind; "CUDA_REPORT.md" for a program's text.
std::string report_name(const Validation& validation, const std::string& backend);

/// Writes these files, replacing earlier ones:
///   VALIDATION_SUMMARY.md
///   <backend>/{test_results, cross_backend_validation, inference_benchmark, hardware_info}.json
///   <backend>/<report_name> and <backend>/differences.svg
void write_results(const Path& folder, const Validation& validation);

}  // namespace tutti::report
