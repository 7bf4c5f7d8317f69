// SPDX-License-Identifier: Apache-2.0
// Letters of ASCII, whatever the locale.
#pragma once

#include <string>

namespace tutti {

/// The text with a to z in place of A to Z; all other bytes stay.
std::string in_lower_case(std::string text);

}  // namespace tutti
