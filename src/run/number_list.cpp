// SPDX-License-Identifier: Apache-2.0
#include "run/number_list.h"

#include <charconv>

#include "base/error.h"
#include "base/text.h"

namespace tutti::run {

std::vector<int64_t> numbers_of_list(const char* flag, const std::string& list, int64_t least,
                                     int64_t most, const std::string& expected) {
  std::vector<int64_t> numbers;
  for (const std::string& part : parts_of_list(list)) {
    int64_t number = -1;
    const char* const end = part.data() + part.size();
    const auto [at, failure] = std::from_chars(part.data(), end, number);
    if (failure != std::errc() || at != end || number < least || number > most)
      user_error("--{} {}: found {}, expected {}", flag, escaped(list), escaped(part), expected);
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace tutti::run
