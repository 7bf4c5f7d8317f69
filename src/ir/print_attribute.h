// SPDX-License-Identifier: Apache-2.0
// The text of names, strings and attributes in a program.
#pragma once

#include <string>
#include <string_view>

#include "ir/attribute.h"

namespace tutti::ir {

/// The text in quotes; quotes, backslashes and bytes that are not printable ASCII are escaped.
std::string quoted(std::string_view text);
/// "@name", with quotes around a name that needs them.
std::string symbol(std::string_view name);
/// "{a = 1 : i64, b}". `dialect` is the operation's, to which its enumerations belong.
std::string dictionary(const Attributes& attributes, std::string_view dialect = "stablehlo");

/// The results of `text` for all values, separated by commas.
template <typename Range, typename Text>
std::string joined(const Range& values, Text text) {
  std::string result;
  for (const auto& value : values) result += (result.empty() ? "" : ", ") + text(value);
  return result;
}
/// "tensor<f32>, tensor<2xi1>".
inline std::string joined(const std::vector<Type>& types) {
  return joined(types, [](const Type& type) { return type.str(); });
}

}  // namespace tutti::ir
