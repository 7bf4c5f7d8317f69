// SPDX-License-Identifier: Apache-2.0
#include "portable/vhlo.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "op/catalogue.h"

namespace tutti::portable {
namespace {

TEST(Vhlo, VersionsFollowEachOther) {
  for (const VhloOp& op : vhlo_ops()) {
    EXPECT_LE(op.since, op.until) << op.name;
    EXPECT_TRUE(std::is_sorted(op.attributes.begin(), op.attributes.end())) << op.name;
    const auto versions = vhlo_versions(op.name);
    for (size_t i = 1; i < versions.size(); i++) {
      EXPECT_EQ(versions[i]->version, versions[i - 1]->version + 1) << op.name;
      EXPECT_EQ(versions[i]->since.minor, versions[i - 1]->until.minor + 1) << op.name;
    }
    EXPECT_EQ(versions.back()->until, kNewestVersion) << op.name;
  }
}

/// Each operation of StableHLO that Tutti has is in the table, and the reverse.
TEST(Vhlo, HasTheOperationsOfTheCatalogue) {
  for (const ir::OpDef& def : op::catalogue().all()) {
    if (!def.name.starts_with("stablehlo.")) continue;
    EXPECT_FALSE(vhlo_versions(def.name.substr(10)).empty()) << def.name;
  }
  for (const VhloOp& op : vhlo_ops()) {
    if (op.name == "func" || op.name == "call") continue;
    EXPECT_NE(op::catalogue().find("stablehlo." + std::string(op.name)), nullptr) << op.name;
  }
}

TEST(Vhlo, KnowsNamesWithTheirVersions) {
  ASSERT_NE(find_vhlo("cross-replica-sum_v1"), nullptr);
  EXPECT_EQ(find_vhlo("custom_call_v2")->attributes.size(), 9u);
  EXPECT_EQ(find_vhlo("custom_call_v3"), nullptr);
  EXPECT_EQ(find_vhlo("add"), nullptr);
  EXPECT_TRUE(find_vhlo("all_reduce_v1")->is_written_in({1, 4, 7}));
  EXPECT_FALSE(find_vhlo("all_reduce_v1")->is_written_in({1, 5, 0}));
}

}  // namespace
}  // namespace tutti::portable
