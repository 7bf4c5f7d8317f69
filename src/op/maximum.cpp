// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "op/catalogue.h"
#include "op/rules/extremum.h"

namespace tutti::op {

OpDef maximum() {
  return extremum<std::greater<>>("stablehlo.maximum", "GT");
}

}  // namespace tutti::op
