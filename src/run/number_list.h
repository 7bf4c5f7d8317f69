// SPDX-License-Identifier: Apache-2.0
// Numbers of a flag, separated by commas.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tutti::run {

/// The numbers in the value of --`flag`. Throws a UserError that says what is `expected` if one is
/// not a number in [least, most].
std::vector<int64_t> numbers_of_list(const char* flag, const std::string& list, int64_t least,
                                     int64_t most, const std::string& expected);

}  // namespace tutti::run
