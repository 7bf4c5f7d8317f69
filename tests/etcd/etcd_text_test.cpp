// SPDX-License-Identifier: Apache-2.0
#include "etcd/etcd_text.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "support/etcd.h"

namespace tutti::etcd {
namespace {

const std::optional<std::string> kNothing;

/// Waits a minute at most.
bool comes_true(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return true;
}

std::string problem_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(EtcdText, IsReplacedByOneProcessAlone) {
  const test::Etcd etcd;
  const auto one = shared_key(etcd.endpoint(), "jobs/one"),
             two = shared_key(etcd.endpoint(), "jobs/one");
  EXPECT_EQ(one->name(), "etcd://" + etcd.endpoint() + "/jobs/one");
  EXPECT_EQ(one->read(), kNothing);
  const std::string bytes("a\0\n\xFF", 4);
  EXPECT_TRUE(one->replace(kNothing, bytes));
  EXPECT_EQ(two->read(), bytes);
  EXPECT_FALSE(two->replace(kNothing, "b"));
  EXPECT_TRUE(two->replace(bytes, "b"));
  EXPECT_FALSE(one->replace(bytes, "c"));
  EXPECT_EQ(one->read(), "b");
  one->remove(bytes);  // it is not there any more
  EXPECT_EQ(one->read(), "b");
  two->remove("b");
  EXPECT_EQ(one->read(), kNothing);
  EXPECT_EQ(shared_key(etcd.endpoint(), "jobs/two")->read(), kNothing);
}

TEST(EtcdText, IsForgottenUnlessItIsRenewed) {
  constexpr int64_t kLease = 6;  // seconds
  const test::Etcd etcd;
  const auto kept = shared_key(etcd.endpoint(), "kept", kLease);
  const auto left = shared_key(etcd.endpoint(), "left", 2);
  ASSERT_TRUE(kept->replace(kNothing, "here"));
  ASSERT_TRUE(left->replace(kNothing, "here"));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(kLease + 2);
  EXPECT_TRUE(comes_true([&] {
    kept->renew();
    return !left->read() && std::chrono::steady_clock::now() > end;
  }));
  EXPECT_EQ(kept->read(), "here");
  // A lease that has ended is replaced by another one.
  left->renew();
  EXPECT_TRUE(left->replace(kNothing, "again"));
  EXPECT_EQ(left->read(), "again");
}

TEST(EtcdText, SaysWhatAnswersInstead) {
  test::Etcd etcd;
  const auto text = shared_key(etcd.endpoint(), "job");
  ASSERT_TRUE(text->replace(kNothing, "here"));
  etcd.stop();
  EXPECT_NE(problem_of([&] { text->read(); }), "");
  EXPECT_NE(problem_of([&] { text->replace("here", "there"); }), "");
  etcd.start();  // with what it wrote down
  EXPECT_TRUE(comes_true([&] { return problem_of([&] { text->read(); }).empty(); }));
  EXPECT_EQ(text->read(), "here");
  EXPECT_TRUE(text->replace("here", "there"));
}

}  // namespace
}  // namespace tutti::etcd
