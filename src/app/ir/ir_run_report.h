// SPDX-License-Identifier: Apache-2.0
// The output of `tutti ir run` about the functions that it ran.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/ir/ir_files.h"
#include "app/ir/ir_run_function.h"
#include "app/process/global_options.h"
#include "base/error.h"
#include "pass/rewrite.h"

namespace tutti::app {

/// Prints or collects the results of functions.
class IrRunReport {
 public:
  explicit IrRunReport(const GlobalOptions& global) : global_(global) {}

  void results(const std::string& function, const std::vector<NamedResults>& processes,
               const RunTimes& times);
  void failure(const std::string& function, const UserError& error);
  ExitCode finish();

 private:
  const GlobalOptions& global_;
  nlohmann::ordered_json functions_ = nlohmann::ordered_json::array();
  int64_t failures_ = 0;
  ExitCode code_ = ExitCode::done;  // of the first failure that is not just a failed check
};

}  // namespace tutti::app
