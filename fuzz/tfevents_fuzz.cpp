// SPDX-License-Identifier: Apache-2.0
// Any bytes are an event file, or a UserError. They are read as a file, and as the one message of a
// record whose checksums are right.
#include "base/error.h"
#include "format/tfevents.h"
#include "format/tfevents_read.h"

namespace {

std::string little_endian(uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; i++) text += static_cast<char>(value >> (8 * i));
  return text;
}

void parse(std::string_view bytes) {
  try {
    tutti::format::parse_events(bytes, "fuzz");
  } catch (const tutti::UserError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  parse(bytes);
  const std::string length = little_endian(size, 8);
  parse(length + little_endian(tutti::format::masked_crc32c(length), 4) + bytes +
        little_endian(tutti::format::masked_crc32c(bytes), 4));
  return 0;
}
