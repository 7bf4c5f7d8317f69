// SPDX-License-Identifier: Apache-2.0
#include "format/content_kind.h"

#include <algorithm>
#include <cctype>

namespace tutti::format {
namespace {

struct Signature {
  std::string_view start;
  std::string_view kind;
};

constexpr std::string_view kUtf16 = "UTF-16 text (`iconv -f UTF-16 -t UTF-8` converts it)";

constexpr Signature kSignatures[] = {
    {"PAR1", "a Parquet file"},
    {"PARE", "an encrypted Parquet file"},
    {"ARROW1", "an Arrow file"},
    {"PK\x03\x04", "a zip archive, as PyTorch's .bin and .pt files are"},
    {"\x80\x02", "a Python pickle, as PyTorch's old .bin files are"},
    {"\x1f\x8b", "a gzip file"},
    {"\x28\xb5\x2f\xfd", "a zstd file"},
    {"\x89HDF", "an HDF5 file"},
    {"GGUF", "a GGUF file"},
    {"ML\xefR", "MLIR bytecode"},
    {"\xff\xfe", kUtf16},
    {"\xfe\xff", kUtf16},
    {"version https://git-lfs",
     "a Git LFS pointer in place of the file (`git lfs pull` fetches it)"},
    {"<!DOCTYPE", "an HTML page"},
    {"<!doctype", "an HTML page"},
    {"<html", "an HTML page"}};

/// A length of 8 bytes, then the object that it is the length of.
bool is_safetensors(std::string_view content) {
  return content.size() > 9 && content.substr(5, 3) == std::string_view("\0\0\0", 3) &&
         content[8] == '{';
}

/// Whether a line is `key:` or `key: value`, which plain text and JSON begin with seldom or never.
bool is_mapping_line(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == line.npos || colon == 0) return false;
  const std::string_view key = line.substr(0, colon), rest = line.substr(colon + 1);
  const auto belongs = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
  };
  return std::all_of(key.begin(), key.end(), belongs) && (rest.empty() || rest.front() == ' ');
}

/// Whether the first line that is no comment is a document's start, a key or an item.
bool is_yaml(std::string_view content) {
  while (!content.empty()) {
    const size_t length = std::min(content.find('\n'), content.size());
    std::string_view line = content.substr(0, length);
    content.remove_prefix(std::min(content.size(), length + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    return line == "---" || line.starts_with("%YAML") || line.starts_with("- ") ||
           is_mapping_line(line);
  }
  return false;
}

}  // namespace

std::optional<std::string_view> content_kind(std::string_view content) {
  for (const Signature& signature : kSignatures)
    if (content.starts_with(signature.start)) return signature.kind;
  if (is_safetensors(content)) return kSafetensorsKind;
  if (is_yaml(content)) return kYamlKind;
  return std::nullopt;
}

}  // namespace tutti::format
