// SPDX-License-Identifier: Apache-2.0
// The passes between a module as it is built and a module as a backend compiles it, in order.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ir/op_def.h"

namespace tutti::pass {

struct PipelineOptions {
  /// What the backend takes; everything else is decomposed where it can be.
  std::function<bool(const ir::Operation&)> supports;
  /// Names of passes to leave out; an unknown name is a UserError that lists them.
  std::vector<std::string> skip;
  /// Called behind each pass with its name, the module and the seconds it took.
  std::function<void(const std::string&, const ir::Module&, double)> observe;
  /// Told how many operations of each name were decomposed.
  std::map<std::string, int>* decomposed = nullptr;
};

/// Runs the passes; the module is verified behind each.
ir::Module run_pipeline(ir::Module module, const ir::Catalogue& catalogue,
                        const PipelineOptions& options);

std::vector<std::string> pass_names();

}  // namespace tutti::pass
