// SPDX-License-Identifier: Apache-2.0
// What methods of values are, and those of texts.
#pragma once

#include <optional>
#include <string>

#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {

/// self.name(arguments).
using Method = Value(const std::string& name, const Value& self, const Arguments& arguments);

Method text_strip, text_split, text_splitlines, text_has_affix, text_remove_affix, text_case;
Method text_replace, text_find, text_count, text_join, text_is;

const Value& required(const std::optional<Value>& value, std::string_view what);

}  // namespace tutti::data::jinja
