// SPDX-License-Identifier: Apache-2.0
// Random texts: names that no other process draws, and tokens that prove who sends them.
#pragma once

#include <cstddef>
#include <string>

namespace tutti {

/// `bytes` random bytes in hexadecimal digits.
std::string random_hex(size_t bytes);

/// Whether two texts are equal, in a time that says nothing about where they differ.
bool equal_secrets(const std::string& a, const std::string& b);

}  // namespace tutti
