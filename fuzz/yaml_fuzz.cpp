// SPDX-License-Identifier: Apache-2.0
// Any text is a YAML value or a UserError, and a value is not larger than its text allows.
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/content_kind.h"
#include "format/yaml.h"

namespace {

size_t values_in(const nlohmann::json& value) {
  size_t count = 1;
  if (value.is_structured())
    for (const auto& inner : value) count += values_in(inner);
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  tutti::format::content_kind(text);
  try {
    const auto value = tutti::format::parse_yaml(text, "fuzz");
    tutti::check(values_in(value) <= size + 1, "more values than bytes");
  } catch (const tutti::UserError&) {
  }
  return 0;
}
