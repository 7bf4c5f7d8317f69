// SPDX-License-Identifier: Apache-2.0
// Names, strings and attributes as program text writes them.
#pragma once

#include <string>
#include <string_view>

#include "ir/attribute.h"

namespace tutti::ir {

/// In quotes, with quotes, backslashes and what is not printable ASCII escaped.
std::string quoted(std::string_view text);
/// "@name", in quotes where it is not a plain name.
std::string symbol(std::string_view name);
/// "{a = 1 : i64, b}"; enumerations belong to `dialect`, which is that of the operation.
std::string dictionary(const Attributes& attributes, std::string_view dialect = "stablehlo");

/// What `text` gives for each value, with commas between.
template <typename Range, typename Text>
std::string joined(const Range& values, Text text) {
  std::string result;
  for (const auto& value : values) result += (result.empty() ? "" : ", ") + text(value);
  return result;
}

}  // namespace tutti::ir
