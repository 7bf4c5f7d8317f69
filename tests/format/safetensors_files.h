// SPDX-License-Identifier: Apache-2.0
// Safetensors files made by hand, so that the reader is not tested with our writer.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

#include "base/files.h"

namespace tutti::format {

inline std::string length_prefix(uint64_t length) {
  std::string bytes;
  for (int i = 0; i < 8; i++) bytes += static_cast<char>(length >> (8 * i));
  return bytes;
}

inline std::string file_of(const std::string& header, const std::string& data) {
  return length_prefix(header.size()) + header + data;
}

inline void put(const Path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

}  // namespace tutti::format
