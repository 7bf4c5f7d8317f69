// SPDX-License-Identifier: Apache-2.0
// All ops. op/ops.def is the only list of them.
#pragma once

#include "ir/op_def.h"

namespace tutti::op {

const ir::Catalogue& catalogue();

#define TUTTI_OP(function) ir::OpDef function();
#include "op/ops.def"
#undef TUTTI_OP

}  // namespace tutti::op
