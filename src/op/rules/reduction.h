// SPDX-License-Identifier: Apache-2.0
// What the body of a reduction computes.
#pragma once

#include "ir/module.h"

namespace tutti::op {

/// If the body of a reduction over one input is a single commutative binary operation, that
/// operation; otherwise null.
const ir::Operation* reducer_of(const ir::Operation& op);
/// The same for the body itself.
const ir::Operation* reducer_of(const ir::Block& body);

}  // namespace tutti::op
