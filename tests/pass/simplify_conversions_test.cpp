// SPDX-License-Identifier: Apache-2.0
#include "pass/simplify_conversions.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "op/catalogue.h"
#include "pass/simplify.h"

namespace tutti::pass {
namespace {

std::string simplified(const std::string& text) {
  return ir::print(simplify(ir::parse_module(text, "test", op::catalogue()), op::catalogue()));
}

std::string there_and_back(const char* narrow, const char* wide, const char* back) {
  return fmt::format(R"(
func.func @main(%x: tensor<3x{0}>) -> tensor<3x{2}> {{
  %y = stablehlo.convert %x : (tensor<3x{0}>) -> tensor<3x{1}>
  %z = stablehlo.convert %y : (tensor<3x{1}>) -> tensor<3x{2}>
  return %z : tensor<3x{2}>
}})",
                     narrow, wide, back);
}

TEST(SimplifyConversions, WhatIsWidenedAndNarrowedAgainStays) {
  for (const auto& [narrow, wide] : {std::pair{"bf16", "f32"}, {"f16", "f32"}, {"f32", "f64"}})
    EXPECT_EQ(simplified(there_and_back(narrow, wide, narrow)).find("convert"), std::string::npos)
        << narrow;
}

TEST(SimplifyConversions, WhatIsRoundedOnTheWayIsConverted) {
  for (const auto& [narrow, wide, back] :
       {std::tuple{"f32", "bf16", "f32"}, {"f16", "bf16", "f16"}, {"f32", "f64", "bf16"}})
    EXPECT_NE(simplified(there_and_back(narrow, wide, back)).find("convert"), std::string::npos)
        << narrow << wide;
}

TEST(SimplifyConversions, RowsOfATableAreWidenedAndNotTheTable) {
  EXPECT_EQ(simplified(R"(
func.func @main(%table: tensor<9x4xbf16>, %ids: tensor<2xi32>) -> tensor<2x4xf32> {
  %wide = stablehlo.convert %table : (tensor<9x4xbf16>) -> tensor<9x4xf32>
  %rows = tutti.embedding %wide, %ids : (tensor<9x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return %rows : tensor<2x4xf32>
})"),
            simplified(R"(
func.func @main(%table: tensor<9x4xbf16>, %ids: tensor<2xi32>) -> tensor<2x4xf32> {
  %rows = tutti.embedding %table, %ids : (tensor<9x4xbf16>, tensor<2xi32>) -> tensor<2x4xf32>
  return %rows : tensor<2x4xf32>
})"));
}

}  // namespace
}  // namespace tutti::pass
