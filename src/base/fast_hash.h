// SPDX-License-Identifier: Apache-2.0
// A hash that is sent or stored together with bytes. A reader of both computes it again, and so
// detects damaged bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tutti {

/// XXH3 with 64 bits, by the widest vectors that the processor has. It does not protect from what
/// is done on purpose.
uint64_t fast_hash(const void* data, std::size_t bytes);

/// The same of bytes that come in pieces.
class FastHash {
 public:
  FastHash();
  ~FastHash();
  FastHash(const FastHash&) = delete;
  FastHash& operator=(const FastHash&) = delete;

  void begin();
  void update(const void* data, std::size_t bytes);
  uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tutti
