// SPDX-License-Identifier: Apache-2.0
// SHA-256 of texts and files: names what is cached, and tells whether a file has changed.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/files.h"

namespace tutti {

/// SHA-256 of bytes that come piece by piece.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256& update(std::string_view bytes);
  Sha256& update(std::span<const std::byte> bytes);
  /// Returns the hash as 64 lower-case hexadecimal digits. No other call may follow it.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What a file contains, in short.
struct FileSum {
  uint64_t bytes = 0;
  std::string sha256;  // of its bytes, in hexadecimal digits
};
using FileSums = std::map<std::string, FileSum>;  // by the files' names

std::string sha256_hex(std::string_view bytes);
std::string sha256_of_file(const Path& path);
std::string sha256_of_file(const InputFile& file);

/// The 32 bytes of HMAC-SHA256 (RFC 2104).
std::string hmac_sha256(std::string_view key, std::string_view text);
/// Bytes as lower-case hexadecimal digits.
std::string hex_of(std::string_view bytes);

}  // namespace tutti
