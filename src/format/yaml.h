// SPDX-License-Identifier: Apache-2.0
// Parses YAML from outside, as strictly as JSON and into the same kind of values.
// Source: YAML 1.2.2, its core schema for scalars.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/files.h"

namespace tutti::format {

/// Parses one document. Plain scalars are null, true, false, decimal numbers or text; quoted ones
/// are text. Throws UserError "where:line:column: ..." for what parse_json refuses in JSON, for
/// keys that are not scalars, and for anchors, aliases, tags and a second document. So a value
/// takes no more memory than its text warrants.
nlohmann::json parse_yaml(std::string_view text, std::string_view where);

/// The line, from 1, of each member's key and of each element: of "/a/0" for {"a": [x]}. Keys are
/// as they are in the file, nothing in them is escaped.
using YamlLines = std::map<std::string, size_t>;

/// The same, and says where each value is, for errors about what it means.
nlohmann::json parse_yaml(std::string_view text, std::string_view where, YamlLines& lines);

/// Reads and parses a file of at most `limit` bytes.
nlohmann::json read_yaml(const Path& path, size_t limit = size_t{1} << 20);

}  // namespace tutti::format
