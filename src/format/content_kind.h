// SPDX-License-Identifier: Apache-2.0
// What kind of file a content is, for errors about files that are not what was expected.
#pragma once

#include <optional>
#include <string_view>

namespace tutti::format {

inline constexpr std::string_view kYamlKind = "YAML";
inline constexpr std::string_view kSafetensorsKind = "a safetensors file";

/// "a Parquet file", "YAML", ..., by the first bytes of a content. Empty if they do not tell, and
/// for JSON and plain text.
std::optional<std::string_view> content_kind(std::string_view content);

}  // namespace tutti::format
