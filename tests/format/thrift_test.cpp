// SPDX-License-Identifier: Apache-2.0
#include "format/thrift.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/errors.h"

namespace tutti::format {
namespace {

using namespace std::string_view_literals;

/// By the protocol's text: 1: int 150, 2: true, 20: "ab", 21: the ints -1 and 64.
constexpr std::string_view kStructure =
    "\x15\xac\x02\x11\x08\x28\x02"
    "ab\x19\x26\x01\x80\x01\x00"sv;

TEST(ThriftReader, ReadsFieldsAndLists) {
  ThriftReader reader(kStructure, "footer");
  std::vector<int64_t> ids, numbers;
  int64_t number = 0;
  bool flag = false;
  std::string_view text;
  reader.each_field([&](ThriftReader::Field field) {
    ids.push_back(field.id);
    if (field.id == 1) number = reader.integer(field);
    if (field.id == 2) flag = reader.boolean(field);
    if (field.id == 20) text = reader.binary(field);
    if (field.id == 21)
      reader.each_item(field,
                       [&](ThriftReader::Field item) { numbers.push_back(reader.integer(item)); });
  });
  EXPECT_EQ(ids, (std::vector<int64_t>{1, 2, 20, 21}));
  EXPECT_EQ(number, 150);
  EXPECT_TRUE(flag);
  EXPECT_EQ(text, "ab");
  EXPECT_EQ(numbers, (std::vector<int64_t>{-1, 64}));
  EXPECT_EQ(reader.offset(), kStructure.size());
}

TEST(ThriftReader, SkipsAndSaysWhereTheTypeIsAnother) {
  ThriftReader skipping(kStructure, "footer");
  skipping.each_field([&](ThriftReader::Field field) { skipping.skip(field); });
  EXPECT_EQ(skipping.offset(), kStructure.size());
  ThriftReader reader(kStructure, "footer");
  const auto failure = test::failure_of(
      [&] { reader.each_field([&](ThriftReader::Field field) { reader.binary(field); }); });
  EXPECT_EQ(failure.message,
            "footer, byte 1: field 1: found a value of type 5, expected a string; the file is "
            "damaged");
}

TEST(ThriftReader, NestingEnds) {
  const std::string nested(100, '\x1c');  // field 1: a struct, whose field 1 is a struct
  ThriftReader reader(nested, "footer");
  const auto failure = test::failure_of(
      [&] { reader.each_field([&](ThriftReader::Field field) { reader.skip(field); }); });
  test::expect_contains(failure.message, "nested more than 32 deep");
}

}  // namespace
}  // namespace tutti::format
