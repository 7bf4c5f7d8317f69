// SPDX-License-Identifier: Apache-2.0
#include "format/parquet_bytes.h"

#include <algorithm>

#include "base/error.h"

namespace tutti::format {
namespace {

void unpack(std::string_view from, int width, uint64_t count, std::vector<uint32_t>& values) {
  const uint64_t mask = (uint64_t{1} << width) - 1;
  uint64_t bits = 0;
  int held = 0;
  size_t at = 0;
  for (uint64_t i = 0; i < count; i++) {
    for (; held < width; held += 8) bits |= uint64_t{static_cast<uint8_t>(from[at++])} << held;
    values.push_back(static_cast<uint32_t>(bits & mask));
    bits >>= width;
    held -= width;
  }
}

}  // namespace

std::string_view ParquetBytes::take(int64_t count, const char* what) {
  if (count < 0 || std::cmp_greater(count, bytes_.size())) cut_short(count, what);
  const std::string_view taken = bytes_.substr(0, static_cast<size_t>(count));
  bytes_.remove_prefix(taken.size());
  return taken;
}

std::vector<uint32_t> ParquetBytes::runs(int width, int64_t count, const char* what) {
  const auto size = static_cast<size_t>(count);
  const auto bits = static_cast<uint64_t>(width);
  std::vector<uint32_t> values;
  values.reserve(size);
  while (values.size() < size) {
    const uint64_t head = varint(what);
    const uint64_t length = head >> 1;  // of the run, or groups
    const uint64_t left = size - values.size();
    if ((head & 1) == 0) {
      uint32_t value = 0;
      const std::string_view bytes = take((width + 7) / 8, what);
      if (!bytes.empty()) std::memcpy(&value, bytes.data(), bytes.size());
      values.insert(values.end(), std::min(left, length), value);
      continue;
    }
    // Some writers leave out the end of the last group, which has no values.
    const uint64_t packed = std::min(left, length * 8);
    const uint64_t there = std::min<uint64_t>(length * bits, bytes_.size());
    const uint64_t needed = (packed * bits + 7) / 8;
    if (needed > there) cut_short(static_cast<int64_t>(needed), what);
    unpack(take(static_cast<int64_t>(there), what), width, packed, values);
  }
  return values;
}

void ParquetBytes::cut_short(int64_t expected, const char* what) const {
  user_error("{}: found {} bytes, expected {} of {}; the file is cut short or damaged", place_,
             bytes_.size(), expected, what);
}

/// Of at most 35 bits, so that eight times it is in range.
uint64_t ParquetBytes::varint(const char* what) {
  uint64_t value = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    const auto next = number<uint8_t>(what);
    value |= uint64_t{next & 127U} << shift;
    if (next < 128) return value;
  }
  user_error("{}: found a run of more than 35 bits in the {}; the file is damaged", place_, what);
}

}  // namespace tutti::format
