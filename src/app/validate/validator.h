// SPDX-License-Identifier: Apache-2.0
// One validation: every backend against the reference, and what it reports.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/process/global_options.h"
#include "app/process/work_progress.h"
#include "app/validate/validate_arguments.h"
#include "app/validate/validate_subject.h"
#include "backend/backend.h"
#include "base/error.h"
#include "ir/tensor.h"
#include "report/validation.h"
#include "validate/consistency.h"

namespace tutti::app {

class Validator {
 public:
  Validator(const GlobalOptions& global, const ValidateArguments& arguments);

  ExitCode run();

 private:
  /// The flags that are not at their defaults.
  std::string command_text() const;

  struct Target {
    std::string name;  // in reports
    std::unique_ptr<backend::Backend> backend;
  };

  /// The backends requested, or those found. A requested one or a plugin that cannot be opened is
  /// recorded.
  std::vector<Target> open_targets();

  /// Tutti's own backends and the plugins on this machine, without the reference.
  std::vector<std::string> found_backends() const;

  static std::string distinct_name(const std::string& name, const std::vector<Target>& others);

  void run_reference();

  std::pair<std::vector<ir::Tensor>, int64_t> run_on(backend::Backend& backend) const;

  report::BackendResult validated(const Target& target);

  void add_checks(backend::Backend& backend, report::BackendResult& result);

  validate::FeatureInput feature_input() const;

  /// Null without a model, and for a backend not designed for speed.
  nlohmann::ordered_json inference_on(backend::Backend& backend) const;

  /// The reference rounds each result here, so that both backends see the same operands.
  void bisect(backend::Backend& backend, report::BackendResult& result);

  void show(const report::BackendResult& result) const;

  ExitCode finish() const;

  void begin_part(const std::string& what);

  const GlobalOptions& global_;
  const ValidateArguments& arguments_;
  std::optional<WorkProgress> progress_;
  int64_t part_ = 0, parts_ = 0;
  ValidationSubject subject_;
  report::Validation validation_;
};

}  // namespace tutti::app
