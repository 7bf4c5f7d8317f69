// SPDX-License-Identifier: Apache-2.0
#include "http/encoding.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace tutti::http {
namespace {

TEST(Encoding, Spellings) {
  EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");  // RFC 4648, section 10
  EXPECT_EQ(base64_of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64_of("\xfb\xff", true), "-_8");
  for (const char* text : {"", "f", "fo", "foo", "foobar"})
    EXPECT_EQ(from_base64(base64_of(text)), text);
  EXPECT_EQ(from_base64("Zm9vYmE="), "fooba");
  for (const char* text : {"Zm9vYmE", "Zm9v\n", "====", "Zm9vYmF=", "-_8="})
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  EXPECT_EQ(hex_of(md5_of("abc")), "900150983cd24fb0d6963f7d28e17f72");  // RFC 1321, A.5
}

TEST(Encoding, ElementsOfXml) {
  const std::string xml =
      "<L xmlns=\"u\"><Key>a&amp;b&#x22;</Key><KeyCount>2</KeyCount><Key a=\"1\">c</Key></L>";
  EXPECT_EQ(element_text(xml, "Key"), "a&b\"");
  EXPECT_EQ(elements(xml, "Key"), (std::vector<std::string>{"a&amp;b&#x22;", "c"}));
  EXPECT_EQ(element_text(xml, "None"), "");
  EXPECT_EQ(element_text("<Key>half", "Key"), "");
}

}  // namespace
}  // namespace tutti::http
