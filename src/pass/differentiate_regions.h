// SPDX-License-Identifier: Apache-2.0
// Backward rules of control flow (OpDef::is_control_flow): of if, of case, and of loops whose
// number of rounds is known.
#pragma once

#include <vector>

#include "ir/builder.h"

namespace tutti::pass {

/// Whether values of a type can have gradients: they are tensors of real or complex numbers.
bool carries_gradient(const ir::Type& type);

struct RegionGradients {
  std::vector<ir::Value> operands;  // null means zero
  std::vector<ir::Value> captured;  // in the order of the parameter `captured`
};

/// Emits the gradients of an operation's operands and of values that its regions captured, from the
/// gradients of its results (null means zero). The regions are computed a second time. A loop whose
/// number of rounds is not known is a UserError.
RegionGradients differentiate_control_flow(ir::Builder& builder, const ir::Operation& op,
                                           const std::vector<ir::Value>& result_gradients,
                                           const std::vector<ir::Value>& captured);

}  // namespace tutti::pass
