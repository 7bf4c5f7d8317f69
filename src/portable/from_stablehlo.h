// SPDX-License-Identifier: Apache-2.0
// From what an operation is in StableHLO to its attributes in VHLO: records are spread over
// several, and those that are left out get their defaults. The reverse of portable/to_stablehlo.h.
#pragma once

#include "ir/module.h"
#include "portable/vhlo.h"

namespace tutti::portable {

/// The attributes of a version, in its order, and those that are not the operation's own.
struct VhloAttributes {
  std::vector<ir::Attribute> own;
  ir::Attributes others;
};

/// What is to be said of `op` in a version of its VHLO operation. `newest` is its newest version:
/// what only that has must have its default, otherwise it is a NewerVersion.
VhloAttributes from_stablehlo(const ir::Operation& op, const VhloOp& chosen, const VhloOp& newest,
                              const Version& target);

}  // namespace tutti::portable
