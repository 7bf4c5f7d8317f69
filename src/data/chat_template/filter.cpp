// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/filter.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/chat_template/python_text.h"

namespace tutti::data::jinja {

std::string blanks(int64_t count, const std::string& name) {
  constexpr int64_t kMost = 1000;
  if (count > kMost)
    throw Problem(
        fmt::format("{}: found an indent of {}, expected at most {}", name, count, kMost));
  return std::string(static_cast<size_t>(std::max<int64_t>(count, 0)), ' ');
}

bool is_set(const std::optional<Value>& value) {
  return value && value->is_true();
}

Value caseless(const Value& value, bool keeps_case) {
  return keeps_case || !value.as_text() ? value : Value::text(lower_text(*value.as_text()));
}

Values keys_of_path(const std::string& path) {
  Values keys;
  for (const std::string& part : split_text(path, ".", -1)) {
    const bool is_index = !part.empty() && part.size() < 10 &&
                          part.find_first_not_of("0123456789") == std::string::npos;
    keys.push_back(is_index ? Value::integer(std::stoll(part)) : Value::text(part));
  }
  return keys;
}

Value member_of(Value item, const Values& keys) {
  for (const Value& key : keys) item = subscript_of(item, key);
  return item;
}

}  // namespace tutti::data::jinja
