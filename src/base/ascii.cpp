// SPDX-License-Identifier: Apache-2.0
#include "base/ascii.h"

namespace tutti {

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace tutti
