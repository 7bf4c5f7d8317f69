// SPDX-License-Identifier: Apache-2.0
#include "format/gguf_bytes.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace tutti::format {
namespace {

constexpr uint64_t kGgufBufferBytes = 1 << 16;

}  // namespace

GgufBytes::GgufBytes(const ReadAt& read_at, uint64_t size, std::string_view where)
    : read_at_(read_at), size_(size), where_(where) {}

void GgufBytes::read(std::span<std::byte> out, std::string_view what) {
  require(out.size(), what);
  if (out.size() > kGgufBufferBytes) {
    read_at_(position_, out);
  } else if (!out.empty()) {
    if (position_ < buffer_start_ || position_ + out.size() > buffer_start_ + buffer_.size()) {
      buffer_start_ = position_;
      buffer_.resize(std::min(kGgufBufferBytes, remaining()));
      read_at_(position_, buffer_);
    }
    std::memcpy(out.data(), buffer_.data() + (position_ - buffer_start_), out.size());
  }
  position_ += out.size();
}

std::string GgufBytes::string(uint64_t limit, std::string_view what) {
  const auto length = number<uint64_t>(what);
  if (length > limit)
    user_error("{}: {}: found a length of {} bytes, expected at most {}", where_, what, length,
               limit);
  require(length, what);
  std::string text(length, '\0');
  read(std::as_writable_bytes(std::span(text)), what);
  return text;
}

void GgufBytes::require(uint64_t count, std::string_view what) const {
  if (count > remaining())
    user_error("{}: {}: expected {} bytes at byte {}, but the file ends at {}; it is cut short",
               where_, what, count, position_, size_);
  if (position_ + count > kMaxGgufHeaderBytes)
    user_error("{}: {}: the keys and the list of tensors are larger than {} bytes", where_, what,
               kMaxGgufHeaderBytes);
}

}  // namespace tutti::format
