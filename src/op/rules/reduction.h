// SPDX-License-Identifier: Apache-2.0
// What a reduction's body does.
#pragma once

#include "ir/module.h"

namespace tutti::op {

/// The one commutative binary operation that is the whole body of a reduction over one input, else
/// null.
const ir::Operation* reducer_of(const ir::Operation& op);
/// The same of a body.
const ir::Operation* reducer_of(const ir::Block& body);

}  // namespace tutti::op
