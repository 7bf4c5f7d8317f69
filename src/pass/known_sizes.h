// SPDX-License-Identifier: Apache-2.0
// A program for arguments of any sizes, as a program for those that it gets.
#pragma once

#include <string_view>
#include <vector>

#include "ir/op_def.h"

namespace tutti::pass {

/// Whether a function has an argument whose sizes are not all known.
bool has_unknown_sizes(const ir::Function& function);

/// Gives the arguments of a function without calls the types of the values that they get, and each
/// operation the sizes that follow from them. Operations that compute with sizes become constants,
/// and those that take sizes as operands the ones that have them as attributes. Throws a UserError
/// if a value does not fit its argument.
ir::Module with_known_sizes(ir::Module module, std::string_view function,
                            const std::vector<ir::Type>& arguments, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
