// SPDX-License-Identifier: Apache-2.0
#include "pages/chart.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/errors.h"

namespace tutti::pages {
namespace {

using Points = std::vector<ChartPoint>;

TEST(Chart, TicksAreRoundNumbersWithinTheRange) {
  EXPECT_EQ(ticks_of(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(ticks_of(-1, 1, 4), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(ticks_of(103, 987, 5), (std::vector<double>{200, 400, 600, 800}));
  EXPECT_EQ(ticks_of(3, 3, 5), std::vector<double>{3});
}

TEST(Chart, ThinningKeepsPeaksAndEnds) {
  Points points;
  for (int i = 0; i < 100'000; i++)
    points.push_back({static_cast<double>(i), i == 54'321 ? 100.0 : i % 7});
  const Points few = thinned(points, 500);
  EXPECT_LE(few.size(), 502u);
  EXPECT_GT(few.size(), 400u);
  EXPECT_EQ(few.front().step, 0);
  EXPECT_EQ(few.back().step, 99'999);
  double most = 0, last = -1;
  for (const auto& [step, value, time] : few) {
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
  // Labels of up to three characters ("1.5") leave the axes 52.8 to 446, and 10 to 216.
  test::expect_contains(html, "d=\"M52.8 216.0h.1L446.0 10.0\" data-name=\"a &amp; b\"");
  test::expect_contains(html, "data-points=\"0:1 10:3\"/>");
  test::expect_contains(html, "<path class=\"line l1 dot\" d=\"M249.4 113.0h.1\"");
  test::expect_contains(html, ">step</text>");
  test::expect_contains(html, ">nats</text>");
  test::expect_contains(html, "a &amp; b: 1 at step 0, 3 at step 10; c: 2 at step 5");
}

TEST(Chart, ValuesThatAreNotFiniteAreGaps) {
  const std::string html =
      chart_html({"Loss", "", {{"a", 0, {{0, 1}, {1, NAN}, {2, INFINITY}, {3, 2}, {4, 1}}}}}, 100);
  test::expect_contains(html, "d=\"M52.8 216.0h.1M347.7 10.0h.1L446.0 216.0\"");
  EXPECT_EQ(html.find("nan"), std::string::npos);
  EXPECT_EQ(html.find("inf"), std::string::npos);
  EXPECT_EQ(chart_html({"Loss", "", {{"a", 0, {{0, NAN}}}}}, 100), "");
  EXPECT_EQ(chart_html({"Loss", "", {}}, 100), "");
}

TEST(Chart, LabelsAreWholeAndTellTicksApart) {
  const Chart chart{"Memory", "bytes", {{"a", 0, {{0, 36'844'100'000}, {1, 36'844'300'000}}}}};
  const std::string html = chart_html(chart, 10);
  for (const char* label : {">36.8441G<", ">36.84415G<", ">36.8443G<"})
    test::expect_contains(html, label);
  // Nine characters: the axis begins at 30 + 9 x 7.6.
  test::expect_contains(html, "data-left=\"98.4\"");
}

TEST(Chart, TimesAreSinceTheFirstPoint) {
  const Chart chart{"Loss", "", {{"a", 0, {{0, 1, 100}, {1, 2, 102.5}, {2, NAN, 103}}}}};
  test::expect_contains(chart_html(chart, 10), "data-points=\"0:1 1:2\" data-times=\"0 2.5\"");
  const Chart unknown{"Loss", "", {{"a", 0, {{0, 1, 100}, {1, 2, 0}}}}};
  EXPECT_EQ(chart_html(unknown, 10).find("data-times"), std::string::npos);
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
