// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/filter.h"

#include "data/chat_template/python_text.h"

namespace tutti::data::jinja {

bool is_set(const std::optional<Value>& value) {
  return value && value->is_true();
}

Value path_of(Value item, const std::string& path) {
  for (const std::string& part : split_text(path, ".", -1)) {
    const bool is_index = !part.empty() && part.size() < 10 &&
                          part.find_first_not_of("0123456789") == std::string::npos;
    item = subscript_of(item, is_index ? Value::integer(std::stoll(part)) : Value::text(part));
  }
  return item;
}

}  // namespace tutti::data::jinja
