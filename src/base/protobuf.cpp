// SPDX-License-Identifier: Apache-2.0
#include "base/protobuf.h"

#include "base/error.h"

namespace tutti {

bool MessageReader::next() {
  if (at_ == bytes_.size()) return false;
  const uint64_t tag = varint();
  field_ = tag >> 3;
  type_ = tag & 7;
  switch (type_) {
    case kVarint:
      number_ = varint();
      break;
    case kFixed64:
      number_ = fixed(8);
      break;
    case kBytes:
      content_ = take(varint());
      break;
    case kFixed32:
      number_ = fixed(4);
      break;
    default:
      fail(fmt::format("found wire type {}, expected 0, 1, 2 or 5", type_));
  }
  return true;
}

void MessageReader::append_to(std::vector<int64_t>& numbers) const {
  if (type_ != kBytes) {
    numbers.push_back(static_cast<int64_t>(number_));
    return;
  }
  MessageReader packed(content_, where_);
  while (packed.at_ < content_.size()) numbers.push_back(static_cast<int64_t>(packed.varint()));
}

void MessageReader::fail(const std::string& what) const {
  user_error("{}: {}; the file is damaged or of another kind", where_, what);
}

std::string_view MessageReader::take(uint64_t size) {
  if (size > bytes_.size() - at_)
    fail(fmt::format("found a field of {} bytes, but {} are left", size, bytes_.size() - at_));
  const std::string_view taken = bytes_.substr(at_, size);
  at_ += size;
  return taken;
}

uint64_t MessageReader::varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<uint8_t>(take(1)[0]);
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  fail("found an integer of more than ten bytes");
}

uint64_t MessageReader::fixed(size_t size) {
  uint64_t value = 0;
  int shift = 0;
  for (const char byte : take(size)) {
    value |= static_cast<uint64_t>(static_cast<uint8_t>(byte)) << shift;
    shift += 8;
  }
  return value;
}

}  // namespace tutti
