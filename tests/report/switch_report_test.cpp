// SPDX-License-Identifier: Apache-2.0
#include "report/switch_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::report {
namespace {

using Json = nlohmann::ordered_json;

Json row_of(const std::string& name, double time, double memory) {
  return {{"switch", name},
          {"flags", "--flag"},
          {"processor_time", time},
          {"processor_time_least", time - 0.01},
          {"processor_time_most", time + 0.01},
          {"features_per_processor_second", 12.5},
          {"state_bytes", 3 << 20},
          {"needed_bytes", 1 << 20},
          {"step_bytes", 2 << 20},
          {"planned_memory", memory},
          {"resident_peak_bytes", 5 << 20},
          {"resident_memory", memory},
          {"last_loss_distance", 1e-3},
          {"largest_loss_distance", 2e-3},
          {"result", "changes the mathematics"},
          {"gains_time", time < 1},
          {"gains_memory", memory < 1}};
}

Json report_of(const Json& switches) {
  return {{"model", "mini"},
          {"device", "a processor"},
          {"threads", 1},
          {"date", "2026-01-02"},
          {"load_before", 0.5},
          {"load_after", 1.5},
          {"command", "tutti benchmark --report DIR"},
          {"repeats", 3},
          {"steps", 47},
          {"warm_up_steps", 3},
          {"plain",
           {{"step_processor_seconds", 0.25},
            {"features_per_processor_second", 8},
            {"state_bytes", 3 << 20},
            {"needed_bytes", 4 << 20},
            {"step_bytes", 5 << 20},
            {"resident_peak_bytes", 6 << 20},
            {"losses", {2.0, 1.5}}}},
          {"switches", switches},
          {"profiles", Json::object()},
          {"temporaries_over_time", Json::object()}};
}

Json profile() {
  const auto op = [](const char* name, double seconds, double flops, double bytes) {
    return Json{{"op", name}, {"seconds", seconds}, {"flops", flops}, {"bytes", bytes}};
  };
  return {
      {"steps", 2},
      {"flops_per_second_limit", 100e9},
      {"bytes_per_second_limit", 10e9},
      {"ops", {op("a.product", 1, 80e9, 1e9), op("a.sum", 1, 0, 5e9), op("a.rare", 0.001, 0, 1)}}};
}

TEST(SwitchReport, RowsWithoutGainStayIn) {
  Json budget = row_of("memory budget min", 1.2, 0.4);
  budget["budget"] = "min";
  const Json refused = {{"switch", "memory budget 20%"},
                        {"flags", "--memory_budget 20%"},
                        {"budget", "20%"},
                        {"refused", "it takes more"}};
  const std::string text = switch_markdown(
      report_of({row_of("bf16", 0.8, 0.5), row_of("padding 8", 1.25, 1), budget, refused}));
  test::expect_contains(text,
                        "| bf16 (`--flag`) | 0.80 x (0.79 to 0.81) | 12.5 | 3.0 MiB + 1.0 "
                        "MiB in 2.0 MiB | 0.50 x | 0.50 x, 5.0 MiB | 2.0e-03, 1.0e-03 | "
                        "changes the mathematics | time, memory |");
  test::expect_contains(text, "| padding 8 (`--flag`)");
  test::expect_contains(text, "| **no gain here** |");
  test::expect_contains(text, "memory budget 20%: it takes more");
  test::expect_contains(text, "load of the machine 0.5 at the start and 1.5 at the end");
  // What is claimed, answered by the rows: 1 / 0.8 and 1 / 1.25.
  test::expect_contains(text, "2 times as fast | bf16 | 1.25 times as fast |");
  test::expect_contains(text, "3 times as fast | padding 8 | 0.80 times as fast |");
  test::expect_contains(text, "half the memory | memory budget min | 0.40 x the memory measured");
}

TEST(SwitchReport, KernelsAreSharesOfTheNearerLimit) {
  Json report = report_of(Json::array({row_of("bf16", 0.8, 0.5)}));
  report["profiles"]["plain"] = profile();
  report["temporaries_over_time"]["plain"] = {1 << 20, 4 << 20, 2 << 20, 0};
  const std::string text = switch_markdown(report);
  // 80 of 100 GFLOP/s, which is nearer than 1 of 10 GB/s; 500 ms of each of two steps.
  test::expect_contains(text, "| `a.product` | 500.00 | 50.0 % | 80.0 | 1.0 | 80 % |");
  test::expect_contains(text, "| `a.sum` | 500.00 | 50.0 % | - | 5.0 | 50 % |");
  EXPECT_EQ(text.find("a.rare"), std::string::npos);
  const auto figures = switch_figures(report);
  ASSERT_TRUE(figures.contains("roofline.svg"));
  // 80 FLOP a byte: between 10, where the limits meet, and 100.
  test::expect_contains(figures.at("roofline.svg"), ">a.product</text>");
  // The second of four instructions, at the top.
  test::expect_contains(figures.at("memory_over_step.svg"), "L256.7 40.0");
}

TEST(SwitchReport, FiguresShowWhatCanRun) {
  Json budget = row_of("memory budget min", 1.5, 0.4);
  budget["budget"] = "min";
  const auto figures = switch_figures(
      report_of({row_of("bf16", 0.5, 0.5),
                 budget,
                 {{"switch", "x"}, {"flags", "y"}, {"budget", "20%"}, {"refused", "no"}}}));
  EXPECT_EQ(figures.size(), 3u);
  test::expect_contains(figures.at("speed.svg"), ">2.00 x</text>");
  test::expect_contains(figures.at("memory.svg"), ">0.40 x</text>");
  // From the plain step's 4 MiB at the right to 1 MiB and the longest time.
  test::expect_contains(figures.at("time_memory.svg"), "d=\"M630.0 140.0L210.0 40.0\"");
  EXPECT_EQ(figures.at("time_memory.svg").find("20%"), std::string::npos);
}

}  // namespace
}  // namespace tutti::report
