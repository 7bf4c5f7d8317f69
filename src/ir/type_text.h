// SPDX-License-Identifier: Apache-2.0
// Types as program text writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/type.h"

namespace tutti::ir {

/// Reads one whole type: "tensor<?x2xf32>", "tuple<...>", "!stablehlo.token". On failure gives
/// nothing and says why in `problem`; a broken rule of quantized types names its label.
std::optional<Type> type_from_text(std::string_view text, std::string& problem);

}  // namespace tutti::ir
