// SPDX-License-Identifier: Apache-2.0
#include "data/cache.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/log.h"
#include "support/temporary_folder.h"

namespace tutti::data {
namespace {

class Cache : public testing::Test {
 protected:
  void SetUp() override {
    set_log_sink([this](LogLevel, const std::string& message) { messages_.push_back(message); });
  }
  void TearDown() override { set_log_sink({}); }
  void replace(const ContentCache& cache, const std::string& content) {
    std::ofstream(cache.path_of("ab"), std::ios::binary) << content;
  }
  std::string whole_file(const ContentCache& cache) { return read_file(cache.path_of("ab")); }

  const test::TemporaryFolder made_;
  const Path& folder_ = made_.path();
  std::vector<std::string> messages_;
};

TEST_F(Cache, KeepsContent) {
  const ContentCache cache(folder_ / "deep");
  EXPECT_EQ(cache.read("ab"), std::nullopt);
  const std::string content("one\0two", 7);
  cache.write("ab", content);
  EXPECT_EQ(cache.read("ab"), content);
  cache.write("ab", "");
  EXPECT_EQ(cache.read("ab"), "");
  EXPECT_TRUE(messages_.empty());
}

TEST_F(Cache, IgnoresDamagedFilesWithAMessage) {
  const ContentCache cache(folder_);
  cache.write("ab", "some content");
  const std::string good = whole_file(cache);
  std::string altered = good;
  altered.back() ^= 1;
  for (const std::string& bad : {std::string(), good.substr(0, 20), good.substr(0, good.size() - 1),
                                 altered, "x" + good, std::string(200, '\0')}) {
    replace(cache, bad);
    messages_.clear();
    EXPECT_EQ(cache.read("ab"), std::nullopt);
    EXPECT_EQ(messages_.size(), 1U);
  }
  replace(cache, good);
  EXPECT_EQ(cache.read("ab"), "some content");
}

TEST_F(Cache, AFolderThatCannotBeWrittenCostsAWarning) {
  std::ofstream(folder_ / "file") << "not a folder";
  const ContentCache cache(folder_ / "file");
  EXPECT_NO_THROW(cache.write("ab", "content"));
  EXPECT_EQ(messages_.size(), 1U);
  EXPECT_EQ(cache.read("ab"), std::nullopt);
}

TEST_F(Cache, KeysNeverLeaveTheFolder) {
  EXPECT_THROW(ContentCache(folder_).path_of("../ab"), InternalError);
  EXPECT_THROW(ContentCache(folder_).path_of(""), InternalError);
}

}  // namespace
}  // namespace tutti::data
