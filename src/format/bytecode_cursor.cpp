// SPDX-License-Identifier: Apache-2.0
#include "format/bytecode_cursor.h"

#include <bit>

namespace tutti::format {
namespace {

constexpr char kPadding = '\xCB';

}  // namespace

uint8_t BytecodeCursor::byte() {
  return static_cast<uint8_t>(bytes(1).front());
}

uint64_t BytecodeCursor::long_varint() {
  if (rest_.empty()) fail("found the end, expected a number");
  const auto first = static_cast<uint8_t>(rest_.front());
  const int more = first == 0 ? 8 : std::countr_zero(first);
  if (rest_.size() < static_cast<size_t>(more) + 1)
    fail("found a number of {} bytes, but {} are left", more + 1, rest_.size());
  uint64_t value = 0;
  for (int i = more; i > 0; i--)
    value = value << 8 | static_cast<uint8_t>(rest_[static_cast<size_t>(i)]);
  rest_.remove_prefix(static_cast<size_t>(more) + 1);
  if (first == 0) return value;
  // The lowest bits are in the first byte; of eight bytes all of them are in those that follow.
  return more == 7 ? value : value << (7 - more) | static_cast<uint64_t>(first >> (more + 1));
}

int64_t BytecodeCursor::svarint() {
  const uint64_t value = varint();
  return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

std::string_view BytecodeCursor::bytes(uint64_t count) {
  if (count > rest_.size()) fail("expected {} more bytes, found {}", count, rest_.size());
  const std::string_view taken = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return taken;
}

size_t BytecodeCursor::count(std::string_view of_what) {
  return held(varint(), of_what);
}

size_t BytecodeCursor::held(uint64_t count, std::string_view of_what) const {
  if (count > rest_.size())
    fail("found a number of {} {}, but {} bytes are left", count, of_what, rest_.size());
  return count;
}

uint32_t BytecodeCursor::checked_index(uint64_t index, size_t end, std::string_view of_what) const {
  if (index >= end) fail("found {} {}, but there are {}", of_what, index, end);
  return static_cast<uint32_t>(index);
}

std::string_view BytecodeCursor::text() {
  const size_t end = rest_.find('\0');
  if (end == rest_.npos) fail("found a text without an end, expected a zero byte after it");
  const std::string_view taken = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
  return taken;
}

void BytecodeCursor::alignment() {
  const uint64_t alignment = varint();
  if (!std::has_single_bit(alignment) || alignment > uint64_t{1} << 32)
    fail("found an alignment of {}, expected a power of two", alignment);
  while ((offset() & (alignment - 1)) != 0)
    if (bytes(1).front() != kPadding) fail("found no padding, expected bytes of 0xCB before this");
}

void BytecodeCursor::expect_end(std::string_view of_what) const {
  if (!rest_.empty()) fail("{} ends here, but {} bytes follow in it", of_what, rest_.size());
}

}  // namespace tutti::format
