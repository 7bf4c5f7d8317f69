// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"

namespace tutti::op {

const ir::Catalogue& catalogue() {
  static const ir::Catalogue all({
#define TUTTI_OP(function) function(),
#include "op/ops.def"
#undef TUTTI_OP
  });
  return all;
}

}  // namespace tutti::op
