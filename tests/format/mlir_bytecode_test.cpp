// SPDX-License-Identifier: Apache-2.0
#include "format/mlir_bytecode.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tutti::format {
namespace {

std::string error_of(const std::string& bytes) {
  try {
    read_mlir_bytecode({bytes, "x"});
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(BytecodeCursor, ReadsNumbersOfEachLength) {
  // The first byte's trailing zeros say how many bytes follow.
  const std::string bytes(
      "\x03\xFE\xFF\x80\x01\x02\x03\x04\x05\x06\x07\x00\x01\x02\x03\x04\x05\x06\x07\x88", 20);
  const BytecodeFile file{bytes, "x"};
  BytecodeCursor cursor(file, bytes);
  EXPECT_EQ(cursor.varint(), 1u);
  EXPECT_EQ(cursor.varint(), 0x3FFFu);
  EXPECT_EQ(cursor.varint(), 0x07060504030201u);
  EXPECT_EQ(cursor.varint(), 0x8807060504030201u);
  EXPECT_TRUE(cursor.at_end());
  EXPECT_THROW(cursor.varint(), UserError);
}

TEST(BytecodeCursor, ReadsSignedNumbers) {
  const std::string bytes("\x01\x03\x05\x07", 4);
  const BytecodeFile file{bytes, "x"};
  BytecodeCursor cursor(file, bytes);
  EXPECT_EQ(cursor.svarint(), 0);
  EXPECT_EQ(cursor.svarint(), -1);
  EXPECT_EQ(cursor.svarint(), 1);
  EXPECT_EQ(cursor.svarint(), -2);
}

TEST(MlirBytecode, RefusesWhatItIsNot) {
  EXPECT_EQ(error_of("MLIR"), "x: byte 0: expected the bytes 4D 4C EF 52");
  EXPECT_EQ(error_of("ML\xEFR\x0F"),
            "x: byte 5: found MLIR bytecode of version 7, expected 0 to 6");
  EXPECT_EQ(error_of(std::string("ML\xEFR\x0Dm\0", 7)),
            "x: byte 7: section 0 (strings) is missing");
}

TEST(MlirBytecode, CountsAreNotTrusted) {
  // Section 0 of 2 bytes: it says 2^40 strings.
  const std::string many("ML\xEFR\x0Dm\0\x00\x0F\x20\0\0\0\0\x02\x00", 16);
  EXPECT_NE(error_of(many).find("found a number of"), std::string::npos) << error_of(many);
  const std::string twice("ML\xEFR\x0Dm\0\x00\x03\x01\x00\x03\x01", 13);
  EXPECT_EQ(error_of(twice), "x: byte 10: section 0 is there twice");
}

}  // namespace
}  // namespace tutti::format
