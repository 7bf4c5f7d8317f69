// SPDX-License-Identifier: Apache-2.0
// What filters are, and what they share.
#pragma once

#include <optional>
#include <string>

#include "data/chat_template/runtime.h"
#include "data/chat_template/value.h"

namespace tutti::data::jinja {

/// `value | name(arguments)`.
using Filter = Value(Runtime& runtime, const std::string& name, const Value& value,
                     const Arguments& arguments);

Filter filter_default, filter_length, filter_tojson;
Filter filter_trim, filter_text, filter_same, filter_escape, filter_replace, filter_indent;
Filter filter_items, filter_dictsort, filter_sort, filter_unique;
Filter filter_join, filter_list, filter_end, filter_map, filter_select;
Filter filter_number, filter_extreme, filter_sum, filter_absolute;

/// An indent of so many blanks; throws Problem for more than a thousand.
std::string blanks(int64_t count, const std::string& name);

/// An argument's truth, false where it is left out.
bool is_set(const std::optional<Value>& value);

/// What filters compare that order values: of a text one without upper case.
Value caseless(const Value& value, bool keeps_case);

/// The keys of a path, "a.b"; a part of digits is an index.
Values keys_of_path(const std::string& path);
/// item.a.b
Value member_of(Value item, const Values& keys);

}  // namespace tutti::data::jinja
