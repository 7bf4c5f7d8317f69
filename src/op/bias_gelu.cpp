// SPDX-License-Identifier: Apache-2.0
#include "op/activation.h"
#include "op/catalogue.h"

namespace tutti::op {

OpDef bias_gelu() {
  return bias_activation("tutti.bias_gelu", "tutti.bias_gelu_gradient", gelu_of);
}

}  // namespace tutti::op
