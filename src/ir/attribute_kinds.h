// SPDX-License-Identifier: Apache-2.0
// The kinds of attributes that rules name, and whether an attribute is of one.
#pragma once

#include <string>
#include <string_view>

#include "ir/attribute.h"

namespace tutti::ir {

/// What is expected in the place of the attribute; empty where it fits its kind.
std::string misfit(const Attribute* attribute, std::string_view kind);

}  // namespace tutti::ir
