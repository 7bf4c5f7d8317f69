// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/activation.h"

namespace tutti::op {

OpDef bias_relu_gradient() {
  return bias_activation_gradient("tutti.bias_relu_gradient", relu_of);
}

}  // namespace tutti::op
