// SPDX-License-Identifier: Apache-2.0
// All ops there are; op/ops.def is their only list.
#pragma once

#include "ir/op_def.h"

namespace tutti::op {

const ir::Catalogue& catalogue();

#define TUTTI_OP(function) ir::OpDef function();
#include "op/ops.def"
#undef TUTTI_OP

}  // namespace tutti::op
