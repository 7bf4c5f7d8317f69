// SPDX-License-Identifier: Apache-2.0
// Groups are formed for any device: what it computes, and which groups it wants, is its policy's.
#include <gtest/gtest.h>

#include <set>

#include "backend/group/group.h"
#include "ir/parse.h"
#include "op/catalogue.h"

namespace tutti {
namespace {

using backend::BlockItem;
using backend::Group;
using backend::GroupPolicy;
using Names = std::vector<std::string>;

/// A device that computes these ops in groups, and no others.
GroupPolicy computes(std::set<std::string_view> ops) {
  GroupPolicy policy;
  policy.computes = [ops = std::move(ops)](const ir::Operation& op) {
    return ops.contains(op.name());
  };
  return policy;
}

/// What is lowered at a time: the names of a group's operations, joined.
Names items_of(const ir::Module& module, const GroupPolicy& policy) {
  Names names;
  for (const BlockItem& item : form_groups(module.get("main").body, policy)) {
    std::string name;
    if (!item.group) name = item.op->name();
    if (item.group)
      for (const Group::Member& member : item.group->members)
        name += (name.empty() ? "" : " ") + std::string(member.op->name());
    names.push_back(name + (item.biased ? " with bias" : ""));
  }
  return names;
}

ir::Module parse(std::string_view text) {
  return ir::parse_module(text, "test", op::catalogue());
}

constexpr std::string_view kChain = R"(
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.add %x, %y : tensor<64x64xf32>
  %1 = stablehlo.multiply %0, %y : tensor<64x64xf32>
  %2 = stablehlo.tanh %1 : tensor<64x64xf32>
  %3 = stablehlo.multiply %2, %0 : tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
})";

TEST(FormGroups, TakesWhatThePolicyComputes) {
  const ir::Module module = parse(kChain);
  EXPECT_EQ(items_of(module, computes({"stablehlo.add", "stablehlo.multiply", "stablehlo.tanh"})),
            Names{"stablehlo.add stablehlo.multiply stablehlo.tanh stablehlo.multiply"});
  EXPECT_EQ(items_of(module, computes({"stablehlo.add", "stablehlo.multiply"})),
            (Names{"stablehlo.add stablehlo.multiply", "stablehlo.tanh", "stablehlo.multiply"}));
  EXPECT_EQ(items_of(module, computes({})),
            (Names{"stablehlo.add", "stablehlo.multiply", "stablehlo.tanh", "stablehlo.multiply"}));
}

TEST(FormGroups, LimitsAreThePolicys) {
  const ir::Module module = parse(kChain);
  GroupPolicy policy = computes({"stablehlo.add", "stablehlo.multiply", "stablehlo.tanh"});
  policy.most_members = 3;
  EXPECT_EQ(items_of(module, policy),
            (Names{"stablehlo.add stablehlo.multiply stablehlo.tanh", "stablehlo.multiply"}));
  policy.fewest_elements = 64 * 64 + 1;
  EXPECT_EQ(items_of(module, policy).size(), 4u);
}

constexpr std::string_view kCentred = R"(
func.func @main(%x: tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<32xf32>) -> tensor<32x64xf32>
  %0 = stablehlo.subtract %x, %sums : tensor<32x64xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<32x64xf32>
  return %1, %sum : tensor<32x64xf32>, tensor<32xf32>
})";

TEST(FormGroups, RowsAndColumnsAreDescribedWithoutADevice) {
  const ir::Module module = parse(kCentred);
  const auto items =
      form_groups(module.get("main").body,
                  computes({"stablehlo.reduce", "stablehlo.subtract", "stablehlo.multiply"}));
  ASSERT_EQ(items.size(), 2u);  // the constant, the group; the broadcast is read only inside
  ASSERT_TRUE(items[1].group);
  const Group& group = *items[1].group;
  EXPECT_EQ(group.rows, 32);
  EXPECT_EQ(group.length, 64);
  ASSERT_EQ(group.members.size(), 3u);
  EXPECT_EQ(group.members[0].extent, Group::Extent::row);
  EXPECT_EQ(group.members[0].operands.size(), 2u);  // 0 is not neutral: -0 + 0 is 0
  EXPECT_EQ(group.members[1].extent, Group::Extent::whole);
  EXPECT_FALSE(group.members[1].operands[0].inside);
  EXPECT_TRUE(group.members[1].operands[1].inside);
  EXPECT_TRUE(group.members[1].operands[1].broadcast);
  EXPECT_FALSE(group.members[2].operands[0].broadcast);
  EXPECT_EQ(group.outputs, (std::vector<size_t>{0, 2}));
  EXPECT_EQ(group.inputs.size(), 2u);  // %x and the initial value
}

TEST(FormGroups, ReducesNoLongerRowsThanThePolicySays) {
  const ir::Module module = parse(kCentred);
  GroupPolicy policy = computes({"stablehlo.reduce", "stablehlo.subtract", "stablehlo.multiply"});
  policy.longest_row = 63;
  EXPECT_EQ(items_of(module, policy),
            (Names{"stablehlo.constant", "stablehlo.reduce", "stablehlo.broadcast_in_dim",
                   "stablehlo.subtract stablehlo.multiply"}));
}

TEST(FormGroups, GivesAProductItsBiasWhereThePolicyHasThem) {
  const ir::Module module = parse(R"(
func.func @main(%x: tensor<32x64xf32>, %w: tensor<64x16xf32>, %b: tensor<16xf32>)
    -> tensor<32x16xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<32x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<32x16xf32>
  return %2 : tensor<32x16xf32>
})");
  GroupPolicy policy = computes({});
  EXPECT_EQ(items_of(module, policy),
            (Names{"stablehlo.dot_general", "stablehlo.broadcast_in_dim", "stablehlo.add"}));
  policy.biased_product = [](const ir::Operation& op) {
    std::optional<backend::BiasedProduct> biased;
    if (op.name() == "stablehlo.add")
      biased = {op.operand(0)->owner, op.operand(1)->owner->operand(0)};
    return biased;
  };
  EXPECT_EQ(items_of(module, policy), Names{"stablehlo.add with bias"});
}

}  // namespace
}  // namespace tutti
