// SPDX-License-Identifier: Apache-2.0
#include "pages/run_html.h"

#include <gtest/gtest.h>

#include <cmath>

#include "format/tfevents.h"
#include "metrics/metrics_log.h"
#include "pages/page.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::pages {
namespace {

using metrics::read_run;
using metrics::read_runs;
using metrics::RunData;
using test::expect_contains;
using test::failure_of;
using Row = std::vector<std::string>;

class RunHtml : public testing::Test {
 protected:
  /// A run's folder as `tutti train` leaves it.
  Path tuttis_run(const std::string& name, double rate = 5e-5) const {
    const Path folder = folder_.path() / name;
    std::filesystem::create_directories(folder);
    write_file_atomically(folder / metrics::kMetricsFile,
                          "{\"phase\":\"train\",\"step\":10,\"time\":100,\"train/"
                          "loss\":2.5,\"memory_bytes\":1048576}\n"
                          "{\"phase\":\"train\",\"step\":20,\"time\":160,\"train/"
                          "loss\":1.5,\"memory_bytes\":2097152}\n"
                          "{\"phase\":\"eval\",\"step\":20,\"time\":170,\"eval/f1\":61.5}\n"
                          "{\"phase\":\"final\",\"step\":20,\"time\":180,\"eval/f1\":70.25}\n");
    write_file_atomically(
        folder / "run.json",
        fmt::format("{{\"arguments\":{{\"learning_rate\":{},\"seed\":42,\"task\":null}},"
                    "\"devices\":[\"cpu: <One>\"],\"threads_used\":2}}",
                    rate));
    write_file_atomically(folder / "all_results.json", "{\"train_samples_per_second\":12.5}");
    write_file_atomically(folder / "profile.json",
                          "{\"steps\":2,\"ops\":[{\"op\":\"stablehlo.dot_general\",\"runs\":8,"
                          "\"seconds\":0.5,\"flops\":1e9,\"bytes\":2e9}]}");
    return folder;
  }

  test::TemporaryFolder folder_;
};

TEST_F(RunHtml, ReadsARunsFolder) {
  const RunData run = read_run(tuttis_run("one"));
  ASSERT_EQ(run.curves.at("train/loss").size(), 2u);
  EXPECT_EQ(run.curves.at("train/loss")[1].step, 20);
  EXPECT_EQ(run.curves.at("train/loss")[1].time, 160);
  EXPECT_EQ(run.latest("train/loss"), 1.5);
  EXPECT_EQ(run.latest("eval/f1"), 61.5);
  EXPECT_EQ(run.last.at("eval/f1"), 70.25);
  EXPECT_TRUE(std::isnan(run.latest("nothing")));
}

TEST_F(RunHtml, ReadsTheFilesOfOtherTrainers) {
  const Path folder = folder_.path() / "torch";
  {  // resumed: the second file begins again at step 2
    format::EventWriter first(folder / "runs" / "a", 1, "h");
    for (int64_t step = 1; step <= 3; step++) first.scalar("train/loss", 9, step, 50);
    format::EventWriter second(folder / "runs" / "a", 2, "h");
    for (int64_t step = 2; step <= 4; step++) second.scalar("train/loss", 7, step, 60);
  }
  const RunData run = read_run(folder);
  ASSERT_EQ(run.curves.at("train/loss").size(), 4u);
  EXPECT_EQ(run.curves.at("train/loss")[0].value, 9);
  EXPECT_EQ(run.curves.at("train/loss")[1].value, 7);
  EXPECT_EQ(read_run(folder / "runs/a/events.out.tfevents.0000000002.h").latest("train/loss"), 7);
  const Path state = folder_.path() / "trainer_state.json";
  write_file_atomically(state, R"({"log_history": [{"step": 5, "loss": 0.5, "epoch": 1.0},
                                   {"step": 5, "eval_loss": 0.75, "epoch": 1.0}]})");
  EXPECT_EQ(read_run(state).latest("train/loss"), 0.5);
  EXPECT_EQ(read_run(state).latest("eval/loss"), 0.75);
  EXPECT_EQ(read_run(folder_.path()).latest("train/loss"), 7) << "event files below";
}

TEST_F(RunHtml, WhatIsNoRunIsNamed) {
  const auto refusal = [](const Path& path) {
    const auto failure = failure_of([&] { read_run(path); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, path.filename().string());
    return failure.message;
  };
  expect_contains(refusal(folder_.path() / "missing"), "there is no such file or folder");
  std::filesystem::create_directories(folder_.path() / "empty");
  expect_contains(refusal(folder_.path() / "empty"), "expected the --output_dir of a training");
  write_file_atomically(folder_.path() / "a.txt", "x");
  expect_contains(refusal(folder_.path() / "a.txt"), "expected a run's folder");
  write_file_atomically(folder_.path() / "b.json", "{}");
  expect_contains(refusal(folder_.path() / "b.json"), "no value");
  const Path twice = tuttis_run("twice");
  expect_contains(failure_of([&] { read_runs({twice, twice / ""}); }).message, "given twice");
}

// As transformers writes them; NaN is how Python writes what is no number.
TEST_F(RunHtml, ATrainerStateMayHaveLossesThatAreNoNumbers) {
  const Path state = folder_.path() / "trainer_state.json";
  write_file_atomically(state, R"({"log_history": [{"loss": NaN, "step": 1, "note": "a \" NaN"},
                                 {"loss": 0.5, "grad_norm": Infinity, "step": 2},
                                 {"loss": -Infinity, "step": 3}]})");
  const RunData run = read_run(state);
  ASSERT_EQ(run.curves.at("train/loss").size(), 3u);
  EXPECT_TRUE(std::isnan(run.curves.at("train/loss")[0].value));
  EXPECT_EQ(run.latest("train/loss"), 0.5);
  EXPECT_TRUE(std::isnan(run.curves.at("train/grad_norm")[0].value));
}

TEST_F(RunHtml, AFileThatIsNoTrainerStateIsNamed) {
  const Path folder = folder_.path() / "other";
  std::filesystem::create_directories(folder);
  const Path state = folder / "trainer_state.json";
  for (const char* content : {"[]", "5", "null", "\"a\"", "[{\"step\": 1, \"loss\": 2}]"}) {
    write_file_atomically(state, content);
    for (const Path& path : {state, folder}) {
      const auto failure = failure_of([&] { read_run(path); });
      EXPECT_EQ(failure.code, ExitCode::usage);
      expect_contains(failure.message, "trainer_state.json: found ");
      expect_contains(failure.message, "expected an object with \"log_history\"");
    }
  }
}

TEST_F(RunHtml, RunsWithoutArgumentsAreNotCompared) {
  const Path events = folder_.path() / "hf_run" / "runs";
  {
    format::EventWriter writer(events / "Nov28", 1, "h");
    for (int64_t step = 1; step <= 3; step++) writer.scalar("train/loss", 2, step, 50);
    writer.scalar("train/train_runtime", 12.25, 3, 50);
  }
  const auto runs = read_runs({tuttis_run("one"), events});
  EXPECT_EQ(runs[1].name, "hf_run");
  EXPECT_EQ(configuration_rows(runs), configuration_rows({runs[0]}));
  const std::string page = run_report_html(runs, "", "");
  EXPECT_EQ(page.find("configured differently"), std::string::npos);
  expect_contains(page,
                  "<th scope=\"row\">train/train_runtime</th><td class=\"number\">—</td>"
                  "<td class=\"number\">12.25</td>");
  EXPECT_EQ(page.find("<figcaption>train/train_runtime"), std::string::npos);
  expect_contains(page, "<figcaption>Loss");
  expect_contains(run_report_html({runs[0], runs[0], runs[1]}, "", ""), "configured differently");
}

/// A field of a message of Protocol Buffers, of fewer than 16,384 bytes.
std::string field_of(char field, const std::string& content) {
  std::string text(1, field);
  text += static_cast<char>(content.size() | 0x80);
  text += static_cast<char>(content.size() >> 7);
  return text + content;
}

TEST_F(RunHtml, ReadsTheArgumentsThatTransformersWrites) {
  const Path folder = folder_.path() / "hf";
  std::filesystem::create_directories(folder);
  const auto little = [](uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; i++) text += static_cast<char>(value >> (8 * i));
    return text;
  };
  const std::string tensor =
      std::string("\x08\x07", 2) +
      field_of(0x42, R"({"learning_rate": 3e-05, "warmup_ratio": NaN, "optim": "adamw_torch"})");
  const std::string event =
      field_of(0x2a, field_of(0x0a, field_of(0x0a, "args/text_summary") + field_of(0x42, tensor)));
  const std::string length = little(event.size(), 8);
  const std::string record = length + little(format::masked_crc32c(length), 4) + event +
                             little(format::masked_crc32c(event), 4);
  write_file_atomically(folder / "events.out.tfevents.1.h", record);
  write_file_atomically(folder / "all_results.json", "{}");
  EXPECT_EQ(configuration_rows({read_run(folder)}),
            (std::vector<Row>{
                {"learning_rate", "3e-05"}, {"warmup_ratio", "—"}, {"optim", "adamw_torch"}}));
}

TEST_F(RunHtml, ShowsTheTextsOfEventFiles) {
  RunData run;
  run.name = "hf";
  run.texts["samples/1"] = "Once <upon>";
  expect_contains(run_report_html({run}, "", ""),
                  "<h3>samples/1</h3>\n<pre>Once &lt;upon&gt;</pre>");
}

TEST_F(RunHtml, GroupsItsCharts) {
  RunData run;
  for (const char* tag : {"hardware/cpu/utilisation_percent", "eval/f1", "train/loss", "own"})
    run.curves[tag] = {{1, 0, 2}, {2, 0, 3}};
  std::vector<std::string> names;
  for (const Chart& chart : charts_of({run}))
    if (!chart.lines.empty()) names.push_back(chart.group + ": " + chart.title + ", " + chart.unit);
  EXPECT_EQ(names, (Row{"Training: Loss, loss", "Evaluation: f1, f1", "Other values: own, own",
                        "Hardware: cpu utilisation, percent"}));
  const std::string page = run_report_html({run}, "", "");
  expect_contains(page, "<h3>Evaluation</h3>\n<div class=\"charts\">\n<figure data-chart=\"f1\"");
  expect_contains(page, "name=\"smoothing\"");
  EXPECT_EQ(metric_of(run), std::pair(std::string("f1"), 3.0));
}

TEST_F(RunHtml, NamesTellRunsApart) {
  std::vector<std::string> names;
  for (const RunData& run :
       read_runs({tuttis_run("a/out"), tuttis_run("b/out"), tuttis_run("b/last")}))
    names.push_back(run.name);
  EXPECT_EQ(names, (Row{"a/out", "b/out", "b/last"}));
}

TEST_F(RunHtml, ThePageShowsRunsSideBySide) {
  const auto runs = read_runs({tuttis_run("one"), tuttis_run("two", 1e-4)});
  const std::string page = run_report_html(runs, "", "made by a test");
  for (const char* part :
       {"<title>2 trainings</title>", "data-points=\"10:2.5 20:1.5\"", "data-points=\"10:1 20:2\"",
        "<th scope=\"row\">eval/f1</th>", "70.25", "stablehlo.dot_general", "250.000",
        "cpu: &lt;One&gt;", "<th scope=\"row\">learning_rate</th><td>5e-05</td><td>0.0001</td>",
        "12.5", "made by a test", "default-src 'none'", "prefers-color-scheme: dark"})
    expect_contains(page, part);
  EXPECT_EQ(page.find(">seed<"), std::string::npos) << "both have the same";
  expect_contains(run_report_html({runs[0]}, "My <run>", ""), "<h1>My &lt;run&gt;</h1>");
  expect_contains(run_report_html({runs[0]}, "", ""), "<th scope=\"row\">seed</th><td>42</td>");
}

TEST_F(RunHtml, NothingOfTheRunsBecomesMarkup) {
  RunData run;
  run.name = "</script><b>\"'&";
  run.curves["</title><i>"] = {{1, 0, 2}};
  run.last["eval/<u>"] = 1;
  run.run = {{"arguments", {{"<s>", "<em>\x01"}}}, {"devices", {"<q>"}}};
  run.notes = {"<p1>"};
  const std::string page = run_report_html({run}, "", "");
  for (const char* mark : {"<b>", "<i>", "<u>", "<s>", "<em>", "<q>", "<p1>", "\x01"})
    EXPECT_EQ(page.find(mark), std::string::npos) << mark;
  size_t scripts = 0;
  for (size_t at = 0; (at = page.find("</script>", at)) != std::string::npos; at++) scripts++;
  EXPECT_EQ(scripts, 1u);
}

TEST_F(RunHtml, NoPageIsLargerThanItsLimit) {
  std::vector<RunData> runs(20);
  for (size_t i = 0; i < runs.size(); i++) {
    runs[i].name = fmt::format("run {}", i);
    for (int tag = 0; tag < 60; tag++) {
      auto& curve = runs[i].curves[fmt::format("custom/{:02}", tag)];
      for (int64_t step = 0; step < 5'000; step++)
        curve.push_back({step * 1000, 1.7e9, std::sin(static_cast<double>(step)) * 1e-7});
    }
  }
  const std::string page = run_report_html(runs, "", "");
  EXPECT_LE(page.size(), kLargestPage);
  EXPECT_GT(page.size(), kLargestPage / 2);
  runs.resize(1);
  runs[0].curves.clear();
  for (int64_t step = 0; step < 1'000'000; step++)
    runs[0].curves["train/loss"].push_back({step, 0, 1.0 / static_cast<double>(step + 1)});
  const std::string one = run_report_html(runs, "", "");
  EXPECT_LE(one.size(), 100'000u);
  expect_contains(one, " 999999:1e-06");
}

TEST(Page, EscapesWhatXmlForbids) {
  EXPECT_EQ(escaped_html("a<b>&\"c\"\x02\xff"), "a&lt;b&gt;&amp;&quot;c&quot;\\x02\\xFF");
  EXPECT_EQ(table_html({"a"}, {}), "");
  EXPECT_EQ(section_html("a", ""), "");
}

}  // namespace
}  // namespace tutti::pages
