// SPDX-License-Identifier: Apache-2.0
#include "serve/run_page.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "support/errors.h"

namespace tutti::serve {
namespace {

using test::expect_contains;

TEST(RunPage, AStateIsThatOfItsTrainingOrOfItsValues) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  RunSummary run{.id = "one"};
  run.modified = std::chrono::duration<double>(now).count();
  EXPECT_EQ(state_of(run, ""), "active");
  run.modified -= 3600;
  EXPECT_EQ(state_of(run, ""), "idle");
  EXPECT_EQ(state_of(run, "training"), "training");
  run.finished = true;
  EXPECT_EQ(state_of(run, ""), "finished");
  expect_contains(badge_html("failed: <x>"), "<span class=\"badge bad\">failed: &lt;x&gt;</span>");
}

TEST(RunPage, TimeLeftIsOfRunsThatGoOn) {
  RunSummary run{.id = "one"};
  run.step = 10;
  run.steps = 100;
  run.step_seconds = 2;
  EXPECT_EQ(run.seconds_left(), 180);
  expect_contains(summary_html({run, "training"}), "<dt>Time left</dt><dd>3 min 0 s</dd>");
  EXPECT_EQ(summary_html({run, "stopped"}).find("Time left"), std::string::npos);
  run.steps = NAN;
  expect_contains(summary_html({run, "training"}), "<dt>Time left</dt><dd>—</dd>");
}

TEST(RunPage, TextsOfARunAreEscaped) {
  RunSummary run{.id = "<a>"};
  run.task = "<b>";
  run.metric = "<i>";
  run.metric_value = 1;
  const std::string html = runs_table_html({{run, "<u>"}}, true) + summary_html({run, "<u>"});
  for (const char* mark : {"<a>", "<b>", "<i>", "<u>"})
    EXPECT_EQ(html.find(mark), std::string::npos) << mark;
}

TEST(RunPage, SaysDurationsInTwoUnits) {
  EXPECT_EQ(duration_text(0.2), "1 s");
  EXPECT_EQ(duration_text(61), "1 min 1 s");
  EXPECT_EQ(duration_text(3600 * 5 + 60), "5 h 1 min");
  EXPECT_EQ(duration_text(86400 * 3 + 3600), "3 d 1 h");
  EXPECT_EQ(duration_text(NAN), "—");
}

}  // namespace
}  // namespace tutti::serve
