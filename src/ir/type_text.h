// SPDX-License-Identifier: Apache-2.0
// The text of types in a program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/type.h"

namespace tutti::ir {

/// Reads one whole type: "tensor<?x2xf32>", "tuple<...>", "!stablehlo.token". On failure the result
/// is empty and `problem` says why; it names the label of a broken rule of quantized types.
std::optional<Type> type_from_text(std::string_view text, std::string& problem);

}  // namespace tutti::ir
