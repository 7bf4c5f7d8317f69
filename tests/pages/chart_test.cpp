// SPDX-License-Identifier: Apache-2.0
#include "pages/chart.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/errors.h"

namespace tutti::pages {
namespace {

using Points = std::vector<std::pair<double, double>>;

TEST(Chart, TicksAreRoundNumbersWithinTheRange) {
  EXPECT_EQ(ticks_of(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(ticks_of(-1, 1, 4), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(ticks_of(103, 987, 5), (std::vector<double>{200, 400, 600, 800}));
  EXPECT_EQ(ticks_of(3, 3, 5), std::vector<double>{3});
}

TEST(Chart, ThinningKeepsPeaksAndEnds) {
  Points points;
  for (int i = 0; i < 100'000; i++) points.emplace_back(i, i == 54'321 ? 100.0 : i % 7);
  const Points few = thinned(points, 500);
  EXPECT_LE(few.size(), 502u);
  EXPECT_GT(few.size(), 400u);
  EXPECT_EQ(few.front().first, 0);
  EXPECT_EQ(few.back().first, 99'999);
  double most = 0, last = -1;
  for (const auto& [step, value] : few) {
    most = std::max(most, value);
    EXPECT_GT(step, last);
    last = step;
  }
  EXPECT_EQ(most, 100);
  EXPECT_EQ(thinned(points, 100'000), points);
}

TEST(Chart, DrawsEachLineOverItsRange) {
  const std::string html =
      chart_html({"Loss", "nats", {{"a & b", 0, {{0, 1}, {10, 3}}}, {"c", 1, {{5, 2}}}}}, 100);
  // The picture is 560 wide from 62 on and 220 high from 10 on.
  test::expect_contains(html, "d=\"M62.0 230.0h.1L622.0 10.0\" data-name=\"a &amp; b\"");
  test::expect_contains(html, "data-points=\"0:1 10:3\"");
  test::expect_contains(html, "d=\"M342.0 120.0h.1\"");
  test::expect_contains(html, "a &amp; b: 1 at step 0, 3 at step 10; c: 2 at step 5");
}

TEST(Chart, ValuesThatAreNotFiniteAreGaps) {
  const std::string html =
      chart_html({"Loss", "", {{"a", 0, {{0, 1}, {1, NAN}, {2, INFINITY}, {3, 2}, {4, 1}}}}}, 100);
  test::expect_contains(html, "d=\"M62.0 230.0h.1M482.0 10.0h.1L622.0 230.0\"");
  EXPECT_EQ(html.find("nan"), std::string::npos);
  EXPECT_EQ(html.find("inf"), std::string::npos);
  EXPECT_EQ(chart_html({"Loss", "", {{"a", 0, {{0, NAN}}}}}, 100), "");
  EXPECT_EQ(chart_html({"Loss", "", {}}, 100), "");
}

TEST(Chart, ExtremeValuesAreDrawnToo) {
  for (const double value : {1e308, -1e308, 5e-324, 0.0}) {
    const std::string html = chart_html({"x", "", {{"a", 0, {{0, value}, {1, -value}}}}}, 10);
    EXPECT_EQ(html.find("nan"), std::string::npos) << html;
    EXPECT_EQ(html.find("inf"), std::string::npos) << html;
  }
}

}  // namespace
}  // namespace tutti::pages
