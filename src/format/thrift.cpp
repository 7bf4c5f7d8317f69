// SPDX-License-Identifier: Apache-2.0
#include "format/thrift.h"

#include "base/error.h"

namespace tutti::format {
namespace {

constexpr int kMaxThriftDepth = 32;

}  // namespace

int64_t ThriftReader::integer(Field field) {
  if (field.type == kByte) return static_cast<int8_t>(byte());
  if (field.type < kInt16 || field.type > kInt64) wrong_type(field, "an integer");
  return zigzag();
}

bool ThriftReader::boolean(Field field) {
  if (field.type != kTrue) expect(field, kFalse, "true or false");
  return field.type == kTrue;
}

std::string_view ThriftReader::binary(Field field) {
  expect(field, kBinary, "a string");
  return take(varint());
}

void ThriftReader::skip(Field field) {
  if (field.type != kTrue && field.type != kFalse) skip_item(field.type);
}

void ThriftReader::skip_item(uint8_t type) {
  switch (type) {
    case kTrue:
    case kFalse:
    case kByte:
      byte();
      return;
    case kDouble:
      take(8);
      return;
    case kBinary:
      take(varint());
      return;
    case kList:
    case kSet: {
      enter();
      const auto [count, item] = next_list();
      for (uint64_t i = 0; i < count; i++) skip_item(item);
      depth_--;
      return;
    }
    case kMap: {
      enter();
      const uint64_t count = varint();
      const uint8_t types = count == 0 ? 0 : byte();
      for (uint64_t i = 0; i < count; i++) {
        skip_item(types >> 4);
        skip_item(types & 15);
      }
      depth_--;
      return;
    }
    case kStruct:
      each_field([this](Field field) { skip(field); });
      return;
    default:
      if (type < kInt16 || type > kInt64) wrong_type({0, type}, "a type of the compact protocol");
      varint();
  }
}

void ThriftReader::enter() {
  if (++depth_ > kMaxThriftDepth)
    user_error("{}, byte {}: found values nested more than {} deep; write the file again", place_,
               offset_, kMaxThriftDepth);
}

std::optional<ThriftReader::Field> ThriftReader::next_field(int64_t previous) {
  const uint8_t head = byte();
  if (head == kStop) return std::nullopt;
  const int64_t step = head >> 4;  // zero: the number itself follows
  return Field{step == 0 ? zigzag() : previous + step, static_cast<uint8_t>(head & 15)};
}

ThriftReader::List ThriftReader::next_list() {
  const uint8_t head = byte();
  const uint64_t count = head >> 4 == 15 ? varint() : head >> 4;
  return {count, static_cast<uint8_t>(head & 15)};
}

void ThriftReader::expect(Field field, uint8_t type, std::string_view expected) const {
  if (field.type != type) wrong_type(field, expected);
}

void ThriftReader::wrong_type(Field field, std::string_view expected) const {
  user_error("{}, byte {}: field {}: found a value of type {}, expected {}; the file is damaged",
             place_, offset_, field.id, field.type, expected);
}

uint8_t ThriftReader::byte() {
  return static_cast<uint8_t>(take(1)[0]);
}

uint64_t ThriftReader::varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const uint8_t next = byte();
    value |= uint64_t{next & 127U} << shift;
    if (next < 128) return value;
  }
  user_error("{}, byte {}: found an integer of more than 64 bits; the file is damaged", place_,
             offset_);
}

int64_t ThriftReader::zigzag() {
  const uint64_t value = varint();
  return static_cast<int64_t>((value >> 1) ^ (0 - (value & 1)));
}

std::string_view ThriftReader::take(uint64_t count) {
  if (count > bytes_.size() - offset_)
    user_error("{}, byte {}: found {} bytes, expected {} more; the file is cut short or damaged",
               place_, offset_, bytes_.size() - offset_, count);
  const std::string_view taken = bytes_.substr(offset_, count);
  offset_ += count;
  return taken;
}

}  // namespace tutti::format
