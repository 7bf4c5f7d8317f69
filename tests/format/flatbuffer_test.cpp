// SPDX-License-Identifier: Apache-2.0
#include "format/flatbuffer.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tutti::format {
namespace {

/// root -> table at 16 with fields 0 (u16 at 4), 2 (bytes "abc"), 3 (texts "x"); fields at 4.
std::string small_file() {
  const char bytes[] =
      "\x10\0\0\0"                          // 0: the root
      "\x0C\0\x10\0\x04\0\0\0\x08\0\x0C\0"  // 4: sizes, then offsets of fields 0 to 3
      "\x0C\0\0\0\x07\0\0\0"                // 16: fields are 12 bytes before; field 0 is 7
      "\x08\0\0\0\x0C\0\0\0"                // 24: field 2 at 32, field 3 at 40
      "\x03\0\0\0"
      "abc\0"                 // 32
      "\x01\0\0\0\x04\0\0\0"  // 40: one text, at 48
      "\x01\0\0\0x";          // 48
  return {bytes, sizeof bytes - 1};
}

TEST(FlatTable, ReadsFields) {
  const std::string file = small_file();
  const FlatTable table(file, "x");
  EXPECT_EQ(table.number<uint16_t>(0), 7);
  EXPECT_EQ(table.number<uint16_t>(1), std::nullopt);
  EXPECT_EQ(table.bytes(2), "abc");
  EXPECT_EQ(table.texts(3), std::vector<std::string_view>{"x"});
  EXPECT_EQ(table.bytes(40), std::nullopt);
  EXPECT_TRUE(has_flat_bytes(file, 2, "ab"));
  EXPECT_FALSE(has_flat_bytes(file, 2, "b"));
}

TEST(FlatTable, WhatIsCutOffIsRefused) {
  const std::string file = small_file();
  for (size_t size = 0; size < file.size(); size++) {
    const auto read_all = [&] {
      const FlatTable table(std::string_view(file).substr(0, size), "x");
      table.bytes(2);
      table.texts(3);
    };
    EXPECT_THROW(read_all(), UserError) << size;
  }
}

}  // namespace
}  // namespace tutti::format
