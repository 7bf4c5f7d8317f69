// SPDX-License-Identifier: Apache-2.0
// Reverse-mode differentiation: each op's backward rule, from the last operation to the first.
#pragma once

#include <string_view>
#include <vector>

#include "ir/builder.h"

namespace tutti::pass {

/// Appends to the builder's block the operations that compute d(sum of outputs * output_gradients)
/// / d(inputs). All values live in that block. An input that no output depends on gets zeros. An
/// operation on the way without a backward rule is a UserError that names it and the reason.
std::vector<ir::Value> gradients(ir::Builder& builder, const std::vector<ir::Value>& outputs,
                                 const std::vector<ir::Value>& output_gradients,
                                 const std::vector<ir::Value>& inputs);

/// Adds to a module `@NAME_gradient`: it takes the arguments of @NAME and one gradient for each
/// float result, and returns the gradients of @NAME's float arguments. Calls are inlined.
ir::Module differentiate(ir::Module module, std::string_view function,
                         const ir::Catalogue& catalogue);

/// Makes of @NAME a function @NAME_and_gradients with the same arguments: it returns the results of
/// @NAME, then the gradients of the first of them, a float scalar, by the arguments of these
/// indices.
ir::Module value_and_gradients(ir::Module module, std::string_view function,
                               const std::vector<size_t>& arguments,
                               const ir::Catalogue& catalogue);

}  // namespace tutti::pass
