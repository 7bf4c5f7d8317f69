// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower.h"

namespace tutti::backend::cpu {

std::vector<Rule> control_rules() {
  return {};  // loops and branches run parts of the program, which an instruction cannot yet
}

}  // namespace tutti::backend::cpu
