// SPDX-License-Identifier: Apache-2.0
// What a file is by its content: for errors about a file that is something else than expected.
#pragma once

#include <optional>
#include <string_view>

namespace tutti::format {

inline constexpr std::string_view kYamlKind = "YAML";
inline constexpr std::string_view kSafetensorsKind = "a safetensors file";

/// "a Parquet file", "YAML", ..., by the first bytes of a content; nothing where they tell nothing.
/// JSON and plain text are not named.
std::optional<std::string_view> content_kind(std::string_view content);

}  // namespace tutti::format
