// SPDX-License-Identifier: Apache-2.0
#include "format/tfevents.h"

#include <array>
#include <bit>
#include <cerrno>
#include <string>
#include <system_error>

#include "base/error.h"
#include "base/text.h"

namespace tutti::format {
namespace {

constexpr std::array<uint32_t, 256> crc_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < table.size(); byte++) {
    uint32_t value = byte;
    for (int bit = 0; bit < 8; bit++) value = (value >> 1) ^ (value & 1 ? 0x82F63B78u : 0u);
    table[byte] = value;
  }
  return table;
}

constexpr std::array<uint32_t, 256> kCrcTable = crc_table();

template <typename T>
std::string little_endian(T value) {
  std::string bytes;
  for (size_t i = 0; i < sizeof value; i++) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

// Protocol buffers' wire format: a field is its number and wire type, then the value.
enum WireType : uint64_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

std::string tag_of(uint64_t field, WireType type) {
  return varint(field << 3 | type);
}

std::string bytes_field(uint64_t field, std::string_view value) {
  return tag_of(field, kBytes) + varint(value.size()) + std::string(value);
}

std::string double_field(uint64_t field, double value) {
  return tag_of(field, kFixed64) + little_endian(std::bit_cast<uint64_t>(value));
}

std::string float_field(uint64_t field, float value) {
  return tag_of(field, kFixed32) + little_endian(std::bit_cast<uint32_t>(value));
}

std::string int_field(uint64_t field, int64_t value) {
  return tag_of(field, kVarint) + varint(static_cast<uint64_t>(value));
}

std::string file_name(double unix_time, std::string_view host) {
  std::string name = fmt::format("events.out.tfevents.{:010d}.", static_cast<int64_t>(unix_time));
  for (const char c : host.substr(0, 100)) name += c == '/' || c == '\0' ? '_' : c;
  return name;
}

}  // namespace

uint32_t crc32c(std::string_view bytes) {
  uint32_t value = ~0u;
  for (const char c : bytes)
    value = (value >> 8) ^ kCrcTable[(value ^ static_cast<uint8_t>(c)) & 0xff];
  return ~value;
}

uint32_t masked_crc32c(std::string_view bytes) {
  return std::rotr(crc32c(bytes), 15) + 0xA282EAD8u;
}

EventWriter::EventWriter(const Path& folder, double unix_time, std::string_view host)
    : path_(folder / file_name(unix_time, host)) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    io_error("{}: making the folder failed: {}", escaped(folder.native(), 1000), error.message());
  file_.open(path_, std::ios::binary | std::ios::app);
  write_record(double_field(1, unix_time) + bytes_field(3, "brain.Event:2"));
}

void EventWriter::scalar(std::string_view tag, float value, int64_t step, double unix_time) {
  const std::string summary_value = bytes_field(1, tag) + float_field(2, value);
  const std::string summary = bytes_field(1, summary_value);
  write_record(double_field(1, unix_time) + int_field(2, step) + bytes_field(5, summary));
}

void EventWriter::write_record(std::string_view event) {
  const std::string length = little_endian(uint64_t{event.size()});
  file_ << length << little_endian(masked_crc32c(length)) << event
        << little_endian(masked_crc32c(event));
  file_.flush();
  if (!file_)
    io_error("{}: writing failed: {}", escaped(path_.native(), 1000),
             std::generic_category().message(errno));
}

}  // namespace tutti::format
