// SPDX-License-Identifier: Apache-2.0
// The check.* assertions of a program, applied to a backend's results.
#pragma once

#include <memory>
#include <vector>

#include "ir/module.h"
#include "ir/tensor.h"

namespace tutti::app {

/// Replaces the results of assertions by constants: true, because a failed one ends the run.
ir::Module with_constant_check_results(const ir::Module& module);

/// Removes the assertions from a function's body and makes the function return their operands after
/// its own results, so that they can be checked on the backend's values.
std::vector<std::unique_ptr<ir::Operation>> extract_checks(ir::Function& function);

/// Checks the assertions on their operands' values. Throws a UserError for one that fails.
void verify_checks(const std::vector<std::unique_ptr<ir::Operation>>& checks,
                   const std::vector<ir::Tensor>& values);

}  // namespace tutti::app
