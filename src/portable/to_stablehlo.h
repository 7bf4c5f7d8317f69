// SPDX-License-Identifier: Apache-2.0
// From what an operation is in VHLO, of any of its versions, to what it is in StableHLO: attributes
// that were spread over several become one record, and those that have their default go.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ir/attribute.h"

namespace tutti::portable {

/// Throws an error that names the operation's place.
using FailOperation = std::function<void(const std::string& message)>;

/// The attributes of operation `name` ("gather") in StableHLO.
ir::Attributes to_stablehlo(std::string_view name, ir::Attributes given, const FailOperation& fail);

}  // namespace tutti::portable
