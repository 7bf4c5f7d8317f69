// SPDX-License-Identifier: Apache-2.0
// The kinds of attributes that rules name, and whether an attribute fits one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ir/attribute.h"

namespace tutti::ir {

/// The prefix of the kinds of opaque attributes.
inline constexpr std::string_view kOpaque = "opaque.";

/// The fields that #NAME<...> may have; empty if NAME is not a record.
std::span<const std::string_view> record_fields(std::string_view name);

/// What is expected in place of the attribute; empty if it fits its kind.
std::string misfit(const Attribute* attribute, std::string_view kind);

}  // namespace tutti::ir
