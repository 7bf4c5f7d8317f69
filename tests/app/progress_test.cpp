// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "app/process/terminal.h"

namespace tutti::app {
namespace {

const std::vector<std::string> kFigures = {"25/300", "loss 4.9114", "1 min 23 s left",
                                           "26.6 features/s"};

TEST(ProgressLine, FiguresStandBesideABar) {
  const std::string line = progress_line(79, 150, 300, kFigures);
  EXPECT_EQ(line, "[" + std::string(11, '#') + std::string(12, '.') +
                      "] 25/300  loss 4.9114  1 min 23 s left  26.6 features/s");
}

TEST(ProgressLine, FitsAnyNumberOfColumns) {
  for (int columns = 0; columns < 200; columns++)
    EXPECT_EQ(progress_line(columns, 7, 300, kFigures).size(), static_cast<size_t>(columns));
  EXPECT_EQ(progress_line(30, 300, 300, kFigures), "[########] 25/300  loss 4.9114");
  EXPECT_EQ(progress_line(20, 150, 300, kFigures), "[#####......] 25/300");
  EXPECT_EQ(progress_line(10, 150, 300, kFigures), "25/300    ");
  EXPECT_EQ(progress_line(4, 150, 300, kFigures), "25/3");
  EXPECT_EQ(progress_line(20, 0, 0, {"0/0"}), "[..............] 0/0");
}

}  // namespace
}  // namespace tutti::app
