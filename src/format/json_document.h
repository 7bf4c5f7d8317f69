// SPDX-License-Identifier: Apache-2.0
// A large JSON text whose values are read where they are. Unlike a value of nlohmann's, it is
// destroyed without asking for memory, so that a reader that runs out of it can unwind.
#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

namespace tutti::format {

using JsonElement = simdjson::dom::element;

class JsonDocument {
 public:
  /// Takes the texts that parse_json_ordered() takes, except integers beyond 64 bits, and refuses
  /// the others with its errors. `first_line` is the text's in its file.
  JsonDocument(std::string_view text, std::string_view where, size_t first_line = 1);

  /// Lives as long as the document.
  JsonElement root() const { return root_; }

 private:
  simdjson::dom::parser parser_;
  JsonElement root_;
};

/// The items of an array, the members of an object, the bytes of a text: of a value that is one.
inline simdjson::dom::array array_of(JsonElement value) {
  return value.get_array().value_unsafe();
}
inline simdjson::dom::object object_of(JsonElement value) {
  return value.get_object().value_unsafe();
}
inline std::string_view string_of(JsonElement value) {
  return value.get_string().value_unsafe();
}

/// As json_found() of format/json.h.
std::string json_found(JsonElement value);

}  // namespace tutti::format
