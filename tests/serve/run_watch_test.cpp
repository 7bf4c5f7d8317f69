// SPDX-License-Identifier: Apache-2.0
#include "serve/run_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "format/tfevents.h"
#include "serve/run_folder.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::serve {
namespace {

constexpr std::chrono::milliseconds kLong{60'000};

std::string line_of(int64_t step, double loss) {
  return fmt::format(
      "{{\"phase\":\"train\",\"step\":{},\"time\":100,\"train/loss\":{},\"tokens_per_second\":50,"
      "\"memory_bytes\":1048576}}\n",
      step, loss);
}

TEST(ThinCurve, KeepsTheExtremesOfAMillionPoints) {
  ThinCurve curve;
  const auto value = [](int64_t step) {
    if (step == 123'456) return 1e9;
    if (step == 777'777) return -1e9;
    return std::sin(static_cast<double>(step));
  };
  for (int64_t step = 0; step < 1'000'000; step++) curve.add({step, 0, value(step)});
  const auto points = curve.points();
  EXPECT_LE(points.size(), 2'002u);
  EXPECT_GE(points.size(), 900u);
  EXPECT_EQ(points.front().step, 0);
  EXPECT_EQ(points.back().step, 999'999);
  int found = 0;
  for (size_t i = 0; i < points.size(); i++) {
    EXPECT_EQ(points[i].value, value(points[i].step));
    if (i > 0) {
      EXPECT_LT(points[i - 1].step, points[i].step);
    }
    found += std::fabs(points[i].value) == 1e9;
  }
  EXPECT_EQ(found, 2);
}

TEST(ThinCurve, KeepsEveryPointOfAShortCurveAndNoGap) {
  for (const size_t most : {4u, 6u, 7u, 10u}) {
    ThinCurve curve(most);
    for (int64_t step = 0; step < 2; step++) curve.add({step, 0, 1.0});
    curve.add({2, 0, NAN});
    EXPECT_EQ(curve.points().size(), 2u) << most;
    for (int64_t step = 3; step < 500; step++) {
      curve.add({step, 0, step == 250 ? 9.0 : step == 251 ? -9.0 : 1.0});
      EXPECT_LE(curve.points().size(), most + 2) << most;
      EXPECT_EQ(curve.points().back().step, step);
    }
    int extremes = 0;
    for (const auto& point : curve.points()) extremes += std::fabs(point.value) == 9;
    EXPECT_EQ(extremes, 2) << most;
  }
  EXPECT_TRUE(ThinCurve().points().empty());
}

class RunWatchTest : public testing::Test {
 protected:
  void append(const Path& file, const std::string& text) const {
    std::filesystem::create_directories((folder_.path() / file).parent_path());
    std::ofstream(folder_.path() / file, std::ios::app) << text;
  }
  test::TemporaryFolder folder_;
};

TEST_F(RunWatchTest, ReadsOnWhileTheFileGrows) {
  append("metrics.jsonl", line_of(1, 3) + line_of(2, 2.5) + "{\"phase\":\"train\",");
  RunWatch watch(folder_.path());
  watch.read_on(kLong);
  ASSERT_EQ(watch.data("a").curves.at("train/loss").size(), 2u);
  append("metrics.jsonl", "\"step\":3,\"train/loss\":2}\nno JSON\n" + line_of(4, 1.5));
  watch.read_on(kLong);
  const metrics::RunData run = watch.data("a");
  const auto& loss = run.curves.at("train/loss");
  ASSERT_EQ(loss.size(), 4u);
  EXPECT_EQ(loss[2].step, 3);
  EXPECT_EQ(loss[3].value, 1.5);
  EXPECT_EQ(watch.share_read(), 1);
  ASSERT_EQ(run.notes.size(), 1u);
  test::expect_contains(run.notes[0], "metrics.jsonl:4");
  // A resume puts a shorter file in its place.
  write_file_atomically(folder_.path() / "metrics.jsonl", line_of(1, 7));
  watch.read_on(kLong);
  ASSERT_EQ(watch.data("a").curves.at("train/loss").size(), 1u);
  EXPECT_EQ(watch.data("a").latest("train/loss"), 7);
}

TEST_F(RunWatchTest, EachCurveHasItsOwnValuesWhateverTheirOrder) {
  append("metrics.jsonl",
         "{\"phase\":\"train\",\"step\":1,\"a\":1,\"b\":2}\n"
         "{\"phase\":\"eval\",\"step\":1,\"c\":3}\n"
         "{\"phase\":\"train\",\"step\":2,\"b\":20,\"time\":5,\"a\":10,\"d\":null}\n"
         "{\"phase\":\"train\",\"step\":3,\"a\":100,\"e\":5}\n"
         "{\"phase\":\"final\",\"step\":3,\"eval/f1\":7}\n");
  RunWatch watch(folder_.path());
  watch.read_on(kLong);
  const metrics::RunData run = watch.data("a");
  const auto values = [&](const std::string& tag) {
    std::vector<double> all;
    for (const auto& point : run.curves.at(tag)) all.push_back(point.value);
    return all;
  };
  EXPECT_EQ(values("a"), (std::vector<double>{1, 10, 100}));
  EXPECT_EQ(values("b"), (std::vector<double>{2, 20}));
  EXPECT_EQ(values("c"), (std::vector<double>{3}));
  EXPECT_EQ(values("e"), (std::vector<double>{5}));
  EXPECT_TRUE(run.curves.at("d").empty());
  EXPECT_EQ(run.curves.at("b")[1].time, 5);
  EXPECT_EQ(run.last.at("eval/f1"), 7);
}

TEST_F(RunWatchTest, ALongFileIsReadInParts) {
  std::string text;
  for (int64_t step = 0; step < 30'000; step++) text += line_of(step, 1);
  append("metrics.jsonl", text);
  RunWatch watch(folder_.path());
  watch.read_on(std::chrono::milliseconds(0));
  EXPECT_GT(watch.share_read(), 0);
  EXPECT_LT(watch.share_read(), 1);
  for (int i = 0; i < 10 && watch.share_read() < 1; i++)
    watch.read_on(std::chrono::milliseconds(0));
  EXPECT_EQ(watch.share_read(), 1);
  EXPECT_EQ(watch.data("a").curves.at("train/loss").back().step, 29'999);
}

TEST_F(RunWatchTest, ReadsEventFilesOfItsFolder) {
  {
    format::EventWriter writer(folder_.path(), 100, "host");
    writer.scalar("train/loss", 2.5F, 1, 100);
    writer.scalar("train/loss", 1.5F, 2, 100);
    format::EventWriter below(folder_.path() / "below", 100, "host");
    below.scalar("other", 1, 1, 100);
  }
  RunWatch watch(folder_.path());
  watch.read_on(kLong);
  EXPECT_EQ(watch.data("a").curves.size(), 1u);
  EXPECT_EQ(watch.data("a").latest("train/loss"), 1.5);
}

TEST_F(RunWatchTest, ListsAThousandRunsByTheirTails) {
  for (int run = 0; run < 1000; run++)
    append(fmt::format("group-{}/run-{}/metrics.jsonl", run % 10, run),
           line_of(run, 3) + line_of(run + 1, 2) + "{\"phase\":\"tr");
  append("group-0/run-0/runs/events.out.tfevents.1.host", "");  // the same run once more
  append("group-0/run-0/all_results.json", "{}");
  append("events/events.out.tfevents.1.host", "");
  append(".hidden/metrics.jsonl", line_of(1, 1));
  std::filesystem::create_directory_symlink(folder_.path(), folder_.path() / "again");
  RunFolder folder(folder_.path());
  const auto runs = folder.list();
  ASSERT_EQ(runs.size(), 1001u);
  for (const RunSummary& run : runs) {
    if (run.id == "events") {
      EXPECT_EQ(run.step, -1);
      continue;
    }
    EXPECT_EQ(run.id, fmt::format("group-{}/run-{}", (run.step - 1) % 10, run.step - 1));
    EXPECT_EQ(run.loss, 2);
    EXPECT_EQ(run.tokens_per_second, 50);
    EXPECT_EQ(run.memory_bytes, 1048576);
    EXPECT_EQ(run.finished, run.step == 1);
  }
}

/// Of a trainer that writes no metrics.jsonl.
TEST_F(RunWatchTest, ListsWhatEventFilesSay) {
  {
    format::EventWriter writer(folder_.path() / "theirs", 100, "host");
    writer.scalar("train/loss", 2.5F, 1, 100);
    writer.scalar("train/loss", 1.5F, 7, 100);
  }
  RunFolder folder(folder_.path());
  const auto runs = folder.list();
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].step, 7);
  EXPECT_EQ(runs[0].loss, 1.5);
}

TEST_F(RunWatchTest, OpensListedRunsOnly) {
  append("runs/one/metrics.jsonl", line_of(1, 3));
  append("secret/metrics.jsonl", line_of(1, 3));
  RunFolder folder(folder_.path() / "runs");
  EXPECT_EQ(folder.list().size(), 1u);
  EXPECT_NE(folder.watch("one"), nullptr);
  for (const char* id :
       {"", "..", "../secret", "one/../../secret", "one/", "/etc", "./one", "one\\..\\..\\secret"})
    EXPECT_EQ(folder.watch(id), nullptr) << id;
  test::expect_contains(test::failure_of([&] { RunFolder(folder_.path() / "none"); }).message,
                        "none: expected a folder with runs below it; `mkdir ");
}

}  // namespace
}  // namespace tutti::serve
