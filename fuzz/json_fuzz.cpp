// SPDX-License-Identifier: Apache-2.0
// Any text is a JSON value or a UserError, and the quick reader takes none that the other refuses
// or reads otherwise.
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/json.h"
#include "format/json_fast.h"

namespace {

using nlohmann::json;

/// What the careful reader makes of it; texts are too short for the quick one.
std::optional<json> read(std::string_view text) {
  try {
    return tutti::format::parse_json(text, "fuzz");
  } catch (const tutti::UserError&) {
    return std::nullopt;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size >= 1 << 16) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::optional<json> value = read(text);
  const auto fast = tutti::format::parse_json_fast(text, tutti::format::kMaxJsonValues, 100);
  tutti::check(!fast || fast == value, "the readers differ");
  if (!value) return 0;
  for (const char* key : {"a", "b"}) {
    const auto unless_refused = [](auto&& action) {
      try {
        action();
      } catch (const tutti::UserError&) {
      }
    };
    unless_refused([&] { tutti::format::json_int(*value, key, "fuzz", 0); });
    unless_refused([&] { tutti::format::json_double(*value, key, "fuzz", 0.0); });
    unless_refused([&] { tutti::format::json_bool(*value, key, "fuzz", false); });
    unless_refused([&] { tutti::format::json_string(*value, key, "fuzz", ""); });
  }
  return 0;
}
