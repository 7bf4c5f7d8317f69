// SPDX-License-Identifier: Apache-2.0
#include "base/protobuf.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::failure_of;
using namespace std::string_literals;

void read_all(const std::string& bytes) {
  MessageReader reader(bytes, "message");
  while (reader.next()) {
  }
}

// The examples of https://protobuf.dev/programming-guides/encoding/.
TEST(Protobuf, ReadsTheExamplesOfTheEncodingsDescription) {
  const std::string bytes =
      "\x08\x96\x01"                      // field 1: 150
      "\x12\x07testing"                   // field 2: "testing"
      "\x32\x06\x03\x8e\x02\x9e\xa7\x05"  // field 6, packed: 3, 270, 86942
      "\x30\x05"s;                        // field 6, one more
  MessageReader reader(bytes, "message");
  ASSERT_TRUE(reader.next());
  EXPECT_TRUE(reader.is(1, MessageReader::kVarint));
  EXPECT_EQ(reader.number(), 150u);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.field(), 2u);
  EXPECT_EQ(reader.content(), "testing");
  std::vector<int64_t> numbers;
  while (reader.next()) reader.append_to(numbers);
  EXPECT_EQ(numbers, (std::vector<int64_t>{3, 270, 86942, 5}));
}

TEST(Protobuf, ReadsNumbersOfAFixedSizeAndNegativeOnes) {
  const std::string bytes =
      "\x0d\x00\x00\x80\xbf"                            // field 1: -1, float
      "\x11\x00\x00\x00\x00\x00\x00\xf8\x3f"            // field 2: 1.5, double
      "\x18\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"s;  // field 3: -1, int64
  MessageReader reader(bytes, "message");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.as_float(), -1);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.as_double(), 1.5);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(static_cast<int64_t>(reader.number()), -1);
  EXPECT_FALSE(reader.next());
}

TEST(Protobuf, RefusesWhatIsCutOffOrNoMessage) {
  expect_contains(failure_of([] { read_all("\x12\x07test"); }).message,
                  "message: found a field of 7 bytes, but 4 are left");
  expect_contains(failure_of([] { read_all("\x08\x96"); }).message, "found a field of 1 bytes");
  expect_contains(failure_of([] { read_all("\x0b"); }).message, "found wire type 3");
  expect_contains(failure_of([] { read_all("\x08" + std::string(11, '\xff')); }).message,
                  "an integer of more than ten bytes");
  expect_contains(failure_of([] { read_all("\x11\x01"); }).message, "found a field of 8 bytes");
}

}  // namespace
}  // namespace tutti
