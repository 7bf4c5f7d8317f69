// SPDX-License-Identifier: Apache-2.0
#include "storage/encoding.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "storage/url.h"
#include "support/errors.h"

namespace tutti::storage {
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

TEST(Url, Parts) {
  const Url url = parse_url("gs://bucket-1//a/b/");
  EXPECT_EQ(url.service, Service::gcs);
  EXPECT_EQ(url.bucket, "bucket-1");
  EXPECT_EQ(url.key, "a/b");
  EXPECT_EQ(url.prefix(), "a/b/");
  EXPECT_EQ(url.name(), "b");
  EXPECT_EQ(url.text(), "gs://bucket-1/a/b");
  EXPECT_EQ(parse_url("s3://bucket").prefix(), "");
  EXPECT_FALSE(is_url("s3:/bucket"));
}

TEST(Url, RefusesWhatNoFolderCouldHold) {
  for (const char* text : {"s3://b", "s3://Upper", "s3://", "s3://bucket/a/../b",
                           "s3://bucket/a//b", "gs://bucket/\x01", "gs://bucket/\xff"})
    EXPECT_THROW(parse_url(text), UserError) << text;
}

}  // namespace
}  // namespace tutti::storage
