// SPDX-License-Identifier: Apache-2.0
#include "storage/url.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tutti::storage {
namespace {

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
