// SPDX-License-Identifier: Apache-2.0
#include "base/stack.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

namespace tutti {
namespace {

/// The stack of the calling thread in bytes.
size_t stack_size() {
  pthread_attr_t attributes;
  size_t bytes = 0;
  EXPECT_EQ(::pthread_getattr_np(::pthread_self(), &attributes), 0);
  EXPECT_EQ(::pthread_attr_getstacksize(&attributes, &bytes), 0);
  ::pthread_attr_destroy(&attributes);
  return bytes;
}

void set_limit(rlim_t bytes) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_STACK, &limit), 0);
  limit.rlim_cur = bytes;
  ASSERT_EQ(::setrlimit(RLIMIT_STACK, &limit), 0);
}

TEST(Stack, IsTheCallersWhereItMayGrow) {
  const std::thread::id caller = std::this_thread::get_id();
  run_with_stack([&] { EXPECT_EQ(std::this_thread::get_id(), caller); });
}

TEST(Stack, IsLargeUnderALowLimit) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_STACK, &before), 0);
  set_limit(rlim_t{1} << 16);
  size_t own = 0, started = 0;
  run_with_stack([&] {
    own = stack_size();
    std::thread([&] { started = stack_size(); }).join();
  });
  set_limit(before.rlim_cur);
  EXPECT_GE(own, size_t{8} << 20);
  EXPECT_GE(started, size_t{8} << 20);
}

}  // namespace
}  // namespace tutti
