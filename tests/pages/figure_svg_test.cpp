// SPDX-License-Identifier: Apache-2.0
#include "pages/figure_svg.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti::pages {
namespace {

// The picture is 560 wide from 70 on and 300 high from 40 on.
TEST(FigureSvg, LinesBeginAtZero) {
  const std::string svg =
      lines_svg({"a & b", {"x"}, {"y"}, {{"one", {{0, 5}, {10, 10}}}, {"two", {{5, 0}}, true}}});
  test::expect_contains(svg, "a &amp; b");
  test::expect_contains(svg, "d=\"M70.0 190.0L630.0 40.0\"");
  test::expect_contains(svg, "<circle cx=\"350.0\" cy=\"340.0\"");
  test::expect_contains(svg, ">one</text>");
}

TEST(FigureSvg, LogarithmicAxesGoByPowersOfTen) {
  const std::string svg = lines_svg(
      {"", {"", true}, {"", true}, {{"", {{1, 10}, {10, 100}}}, {"", {{100, 1000}}, true, {"c"}}}});
  test::expect_contains(svg, "d=\"M70.0 340.0L350.0 190.0\"");
  test::expect_contains(svg, "<circle cx=\"630.0\" cy=\"40.0\"");
  test::expect_contains(svg, ">100</text>");
  test::expect_contains(svg, ">c</text>");
}

TEST(FigureSvg, FiguresWithoutARangeAreDrawn) {
  for (const bool is_logarithmic : {false, true}) {
    const std::string svg =
        lines_svg({"", {"", is_logarithmic}, {"", is_logarithmic}, {{"", {{1, 1}, {1, 1}}}}});
    test::expect_contains(svg, "</svg>");
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
  }
  test::expect_contains(lines_svg({"nothing", {}, {}, {}}), "</svg>");
}

// The bars are 360 wide from 250 on.
TEST(FigureSvg, BarsAreHeldAgainstAMark) {
  const std::string svg = bars_svg("gain", {{"a<b", "2 x", 2}, {"none", "0.5 x", 0.5}}, 1);
  test::expect_contains(svg, "a&lt;b");
  test::expect_contains(svg, "width=\"360.0\"");
  test::expect_contains(svg, "width=\"90.0\"");
  test::expect_contains(svg, "<line x1=\"430.0\"");
  test::expect_contains(svg, ">0.5 x</text>");
}

}  // namespace
}  // namespace tutti::pages
