// SPDX-License-Identifier: Apache-2.0
// Content hashes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/files.h"

namespace tutti {

/// Incremental SHA-256.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256& update(std::string_view bytes);
  Sha256& update(std::span<const std::byte> bytes);
  /// Lower-case hexadecimal, 64 digits; the object is used up.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view bytes);
std::string sha256_of_file(const Path& path);

}  // namespace tutti
