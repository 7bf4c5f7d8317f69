// SPDX-License-Identifier: Apache-2.0
// Reverse-mode differentiation: runs the backward rules of operations, from the last to the first.
#pragma once

#include <string_view>
#include <vector>

#include "ir/builder.h"

namespace tutti::pass {

/// Appends operations that compute the gradients of sum(outputs * output_gradients) by `inputs` to
/// the builder's block, in which all these values are. An input that no output depends on gets
/// zeros. If an operation between them has no backward rule, throws a UserError that names it and
/// says why.
std::vector<ir::Value> gradients(ir::Builder& builder, const std::vector<ir::Value>& outputs,
                                 const std::vector<ir::Value>& output_gradients,
                                 const std::vector<ir::Value>& inputs);

/// Adds a function @NAME_gradient to a module. It takes the arguments of @NAME and a gradient for
/// each float result of @NAME; it returns the gradients of the float arguments. Calls are inlined.
ir::Module differentiate(ir::Module module, std::string_view function,
                         const ir::Catalogue& catalogue);

/// Turns @NAME into @NAME_and_gradients, which has the same arguments. It returns the results of
/// @NAME and then the gradients of its first result, a float scalar, by the arguments with these
/// indices.
ir::Module value_and_gradients(ir::Module module, std::string_view function,
                               const std::vector<size_t>& arguments,
                               const ir::Catalogue& catalogue);

}  // namespace tutti::pass
