// SPDX-License-Identifier: Apache-2.0
// Any text is a JSON value or a UserError.
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const nlohmann::json value = tutti::format::parse_json(text, "fuzz");
    for (const char* key : {"a", "b"}) {
      tutti::format::json_int(value, key, "fuzz", 0);
      tutti::format::json_double(value, key, "fuzz", 0.0);
      tutti::format::json_bool(value, key, "fuzz", false);
      tutti::format::json_string(value, key, "fuzz", "");
    }
  } catch (const tutti::UserError&) {
  }
  return 0;
}
