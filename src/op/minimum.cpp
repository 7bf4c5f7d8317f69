// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "op/catalogue.h"
#include "op/rules/extremum.h"

namespace tutti::op {

OpDef minimum() {
  return extremum<std::less<>>("stablehlo.minimum", "LT");
}

}  // namespace tutti::op
