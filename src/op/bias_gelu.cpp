// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/activation.h"

namespace tutti::op {

OpDef bias_gelu() {
  return bias_activation("tutti.bias_gelu", "tutti.bias_gelu_gradient", gelu_of);
}

}  // namespace tutti::op
