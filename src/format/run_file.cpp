// SPDX-License-Identifier: Apache-2.0
#include "format/run_file.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/content_kind.h"
#include "format/json.h"
#include "format/yaml.h"

namespace tutti::format {
namespace {

constexpr size_t kLargestRunFile = size_t{1} << 28;  // bytes

bool names_yaml(const Path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

}  // namespace

bool names_run_file(std::string_view word) {
  return names_yaml(word) || Path(word).extension() == ".json";
}

nlohmann::json read_run_file(const Path& path) {
  if (names_yaml(path)) return read_yaml(path);
  const std::string text = read_file(path, kLargestRunFile);
  if (content_kind(text) == kYamlKind)
    user_error("{}: found YAML, expected JSON; name the file .yaml to have it read as YAML",
               escaped(path.native(), 1000));
  return parse_json(text, path.native());
}

}  // namespace tutti::format
