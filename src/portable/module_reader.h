// SPDX-License-Identifier: Apache-2.0
// Reads a portable artifact of StableHLO, MLIR bytecode with operations of VHLO, as a module. Old
// versions of operations become the newest.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"

namespace tutti::portable {

/// Reads and verifies. `where` names the file in errors. An operation that is newer than the table
/// is a UserError that says which version of StableHLO it is of.
ir::Module read_portable(std::string_view bytes, const std::string& where);

}  // namespace tutti::portable
