// SPDX-License-Identifier: Apache-2.0
#include "comm/open_module.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti::comm {
namespace {

TEST(OpenModule, SaysWhatIsMissing) {
  const auto none = test::failure_of([] {
    open_module({"tutti_comm_none.so", "open", "Pigeons", "Install pigeons"});
  });
  EXPECT_EQ(none.code, ExitCode::missing_backend);
  test::expect_contains(none.message, "several processes need Pigeons, which cannot be opened");
  test::expect_contains(none.message, "tutti_comm_none.so");
  test::expect_contains(none.message, "Install pigeons");
  const auto other = test::failure_of([] {
    open_module({"tutti_comm_gloo.so", "no_such_function", "Gloo", "Build it again"});
  });
  test::expect_contains(other.message, "tutti_comm_gloo.so has no no_such_function");
}

}  // namespace
}  // namespace tutti::comm
