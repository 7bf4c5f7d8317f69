// SPDX-License-Identifier: Apache-2.0
// The check.* assertions of a program, which hold of what a backend computed.
#pragma once

#include <memory>
#include <vector>

#include "ir/module.h"
#include "ir/tensor.h"

namespace tutti::app {

/// Results of assertions are constants: true, for one that does not hold ends the run.
ir::Module without_results_of_checks(const ir::Module& module);

/// Takes the assertions out of a function's body and lets the function return what they look at
/// after its own results, so that the assertions can be checked on the backend's values.
std::vector<std::unique_ptr<ir::Operation>> take_checks(ir::Function& function);

/// Checks the assertions on the values that they look at; one that does not hold is a UserError.
void hold_checks(const std::vector<std::unique_ptr<ir::Operation>>& checks,
                 const std::vector<ir::Tensor>& values);

}  // namespace tutti::app
