// SPDX-License-Identifier: Apache-2.0
// Numbers that a flag takes, separated by commas.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tutti::run {

/// The numbers of a list that --`flag` was given. One that is none, or not in [least, most], is a
/// UserError that says what is `expected`.
std::vector<int64_t> numbers_of_list(const char* flag, const std::string& list, int64_t least,
                                     int64_t most, const std::string& expected);

}  // namespace tutti::run
