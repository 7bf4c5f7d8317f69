// SPDX-License-Identifier: Apache-2.0
#include "format/zip.h"

#include <gtest/gtest.h>

#include "format/safetensors_files.h"
#include "format/torch_files.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;

class ZipTest : public testing::Test {
 protected:
  std::vector<ZipMember> members_of(const std::string& content) const {
    put(path_, content);
    return read_zip_members(InputFile(path_));
  }
  std::string refusal(const std::string& content) const {
    const auto failure = failure_of([&] { members_of(content); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    return failure.message;
  }

  test::TemporaryFolder folder_;
  Path path_ = folder_.path() / "x.zip";
};

TEST_F(ZipTest, ListsMembersThatAreStored) {
  const std::string content = zip_of({{"b", "second"}, {"a/long name", ""}, {"a", "one"}});
  const auto members = members_of(content);
  ASSERT_EQ(members.size(), 3u);
  EXPECT_EQ(members[0].name, "a");
  EXPECT_EQ(members[1].name, "a/long name");
  EXPECT_EQ(members[1].bytes, 0u);
  EXPECT_EQ(content.substr(members[0].begin, members[0].bytes), "one");
  EXPECT_EQ(content.substr(members[2].begin, members[2].bytes), "second");
  EXPECT_TRUE(members_of(zip_of({})).empty());
}

TEST_F(ZipTest, ACommentFollowsTheDirectory) {
  std::string content = zip_of({{"a", "one"}});
  content.replace(content.size() - 2, 2, little(7, 2));
  const auto members = members_of(content + "comment");
  ASSERT_EQ(members.size(), 1u);
  EXPECT_EQ(members[0].bytes, 3u);
}

TEST_F(ZipTest, RefusesWhatIsNotStored) {
  expect_contains(refusal(zip_of({{"a", "one"}}, {.method = 8})), "\"a\" is compressed (method 8)");
  expect_contains(refusal(zip_of({{"a", "one"}}, {.flags = 1})), "\"a\" is encrypted");
  expect_contains(refusal(zip_of({{"a", "one"}, {"a", "two"}})), "\"a\" occurs twice");
}

TEST_F(ZipTest, RefusesADamagedArchive) {
  const std::string whole = zip_of({{"a", std::string(100, 'x')}});
  for (size_t bytes = 0; bytes < whole.size(); bytes += 7)
    expect_contains(refusal(whole.substr(0, bytes)), "damaged");
  // The member's size, in the directory, is larger than the file.
  std::string large = whole;
  const size_t entry = whole.size() - 22 - 46 - 1;
  large.replace(entry + 20, 8, little(1000, 4) + little(1000, 4));
  expect_contains(refusal(large), "goes beyond the end");
  large.replace(entry + 42, 4, little(3, 4));
  expect_contains(refusal(large), "found no member \"a\"");
}

}  // namespace
}  // namespace tutti::format
