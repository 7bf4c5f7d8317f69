// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef check_eq() {
  OpDef def = check_expect_eq();  // the older spelling
  def.name = "check.eq";
  return def;
}

}  // namespace tutti::op
