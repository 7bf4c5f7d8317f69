// SPDX-License-Identifier: Apache-2.0
#include "serve/site.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::serve {
namespace {

using test::expect_contains;

class SiteTest : public testing::Test {
 protected:
  SiteTest() {
    append("a b/metrics.jsonl", line_of(1, 3));
    append("a b/run.json", R"({"arguments":{"learning_rate":0.25,"task":"<x>"}})");
    append("a b/train.log", "first line\n<b>second</b>\n");
    append("other/metrics.jsonl", line_of(5, 1));
    append("other/run.json", R"({"arguments":{"learning_rate":0.5,"task":"<x>"}})");
    SiteSettings settings;
    settings.devices = [this] { return devices_; };
    settings.counters = [] {
      return std::vector<counters::Reading>{
          {"nvidia_0", "<Card>", 81, 5368709120, {}, 64.4, 351.5}};
    };
    site_ = std::make_unique<Site>(folder_.path(), std::move(settings));
  }

  static std::string line_of(int64_t step, double loss) {
    return fmt::format(
        "{{\"phase\":\"train\",\"step\":{},\"train/loss\":{},\"tokens_per_second\":50.5,"
        "\"memory_bytes\":1048576}}\n",
        step, loss);
  }
  void append(const Path& file, const std::string& text) const {
    std::filesystem::create_directories((folder_.path() / file).parent_path());
    std::ofstream(folder_.path() / file, std::ios::app) << text;
  }
  Response get(const std::string& target) {
    return site_->answer(request_of("GET", target).value());
  }

  test::TemporaryFolder folder_;
  nlohmann::ordered_json devices_;
  std::unique_ptr<Site> site_;
};

TEST_F(SiteTest, ListsTheRuns) {
  const std::string page = get("/").body;
  expect_contains(page, "<a href=\"/run?run=a%20b\">a b</a>");
  expect_contains(page, "value=\"other\"");
  expect_contains(page, ">50.5 tokens/s</td>");
  for (const char* never : {"<!--", "<style", "style=", "onclick", "javascript:"})
    EXPECT_EQ(page.find(never), std::string::npos) << never;
}

TEST_F(SiteTest, SaysHowFarARunIs) {
  append("epochs/metrics.jsonl",
         "{\"phase\":\"train\",\"step\":10,\"time\":100,\"train/loss\":2,\"epoch\":0.5}\n"
         "{\"phase\":\"eval\",\"step\":20,\"time\":105,\"eval/f1\":61.5}\n"
         "{\"phase\":\"train\",\"step\":20,\"time\":110,\"train/loss\":1.5,\"epoch\":1}\n");
  append("epochs/run.json",
         R"({"arguments":{"max_steps":-1,"num_train_epochs":3,"task":"text-generation"}})");
  const std::string page = get("/").body;
  for (const char* cell : {"<span class=\"badge runs\">active</span>", ">text-generation</td>",
                           ">20 / 60</td>", ">f1 61.5</td>", ">1 steps/s</td>", ">40 s</td>"})
    expect_contains(page, cell);
  const std::string run = get("/run?run=epochs").body;
  expect_contains(run, "<dt>Step</dt><dd>20 <small>of 60</small><progress value=\"20\" max=\"60\"");
  expect_contains(run, "<dt>Time left</dt><dd>40 s</dd>");
  append("epochs/all_results.json", "{}");
  expect_contains(get("/").body, "<span class=\"badge good\">finished</span>");
  append("quoted/run.json", R"({"arguments":{"task":"<b>"}})");
  append("quoted/metrics.jsonl", line_of(1, 3));
  EXPECT_EQ(get("/").body.find("<b>"), std::string::npos);
}

TEST_F(SiteTest, ACurveGrowsWhileItIsWatched) {
  const std::string before = get("/run?run=a%20b").body;
  expect_contains(before, "<figcaption>Loss");
  expect_contains(before, "data-points=\"1:3\"");
  append("a b/metrics.jsonl", line_of(2, 2.5));
  expect_contains(get("/run?run=a%20b").body, "data-points=\"1:3 2:2.5\"");
}

TEST_F(SiteTest, ShowsArgumentsAndTheLog) {
  const std::string page = get("/run?run=a%20b").body;
  expect_contains(page, "<th scope=\"row\">learning_rate</th><td>0.25</td>");
  expect_contains(page, "<td>&lt;x&gt;</td>");
  expect_contains(page, "first line\n&lt;b&gt;second&lt;/b&gt;\n</pre>");
}

TEST_F(SiteTest, APageThatOnlyShowsHasNoForms) {
  for (const char* target : {"/", "/run?run=other", "/new", "/devices"})
    EXPECT_EQ(get(target).body.find("method=\"post\""), std::string::npos) << target;
  for (const char* target : {"/draft?id=1", "/start", "/ask?run=other"})
    EXPECT_EQ(get(target).status, 404) << target;
}

TEST_F(SiteTest, ComparesRuns) {
  get("/");
  const std::string page = get("/run?run=a+b&run=other").body;
  expect_contains(page, "<h1>2 runs</h1>");
  expect_contains(page, "data-name=\"a b\" data-points=\"1:3\"");
  expect_contains(page, "<a href=\"/run?run=other\">other</a></th><td data-name=\"state\">");
  EXPECT_EQ(page.find("/new?like"), std::string::npos);
  expect_contains(page, "data-name=\"other\" data-points=\"5:1\"");
  expect_contains(page, "<th scope=\"row\">learning_rate</th><td>0.25</td><td>0.5</td>");
  EXPECT_EQ(page.find("<th scope=\"row\">task</th>"), std::string::npos);
  EXPECT_EQ(get("/run").status, 400);
  EXPECT_EQ(get("/run?run=1&run=2&run=3&run=4&run=5&run=6&run=7&run=8&run=9").status, 400);
}

TEST_F(SiteTest, NoPathLeadsElsewhere) {
  append("../" + folder_.path().filename().string() + "-elsewhere/metrics.jsonl", line_of(1, 1));
  for (const char* target :
       {"/run?run=none", "/run?run=..", "/run?run=../x", "/run?run=%2e%2e%2f", "/run?run=/etc",
        "/run?run=other%2f..%2f..", "/run?run=other/", "/../etc/passwd", "/%2e%2e/etc/passwd",
        "/..%2fetc", "//etc/passwd", "/page.css/..", "/page/page.js", "/run/"})
    EXPECT_EQ(get(target).status, 404) << target;
  std::filesystem::remove_all(folder_.path().string() + "-elsewhere");
}

TEST_F(SiteTest, ALogOrMetricsThatIsALinkIsNotRead) {
  append("outside.txt", "secret text\n");
  std::filesystem::create_symlink(folder_.path() / "outside.txt", folder_.path() / "a b/zz.log");
  std::filesystem::create_directory(folder_.path() / "linked");
  std::filesystem::create_symlink(folder_.path() / "outside.txt",
                                  folder_.path() / "linked/metrics.jsonl");
  EXPECT_EQ(get("/run?run=a%20b").body.find("secret"), std::string::npos);
  EXPECT_EQ(get("/run?run=linked").status, 404);
}

TEST_F(SiteTest, ShowsDevicesOnceTheyAreKnown) {
  expect_contains(get("/devices").body, "Looking for devices.");
  devices_ = nlohmann::ordered_json::parse(R"({
    "devices": [{"backend": "cpu", "index": 0, "description": "<One>", "memory_bytes": 1048576}],
    "absent": [{"backend": "pjrt=cuda", "reason": "no plugin"}],
    "plugins": [], "environment": {}})");
  const std::string page = get("/devices").body;
  for (const char* shown : {"nvidia_0", "&lt;Card&gt;", "81 %", "5.0 GiB", "64 °C", "352 W"})
    expect_contains(page, shown);
  expect_contains(page, "<th scope=\"row\">cpu:0</th><td>&lt;One&gt;</td>");
  expect_contains(page, "<td>no plugin</td>");
}

TEST_F(SiteTest, SaysOfDevicesWhatIsKnownOnce) {
  devices_ = nlohmann::ordered_json::parse(R"({
    "devices": [{"backend": "reference", "index": 0, "description": "slow", "memory_bytes": 0}],
    "absent": [{"backend": "pjrt=cuda", "reason": "backend pjrt=cuda: no plugin. Install one"},
               {"backend": "pjrt=tpu", "reason": "backend pjrt=tpu: no plugin. Install one"}],
    "plugins": [], "environment": {}})");
  const std::string page = get("/devices").body;
  expect_contains(page, "<th scope=\"row\">pjrt=tpu</th><td>no plugin</td>");
  EXPECT_EQ(page.find("Install one"), page.rfind("Install one"));
  expect_contains(page, "<td>slow</td><td class=\"number\">—</td>");
}

TEST_F(SiteTest, HasFiguresForPrometheus) {
  append("quote\"d/metrics.jsonl", line_of(7, 2));
  const Response figures = get("/metrics");
  EXPECT_EQ(figures.type, "text/plain; version=0.0.4; charset=utf-8");
  expect_contains(figures.body, "# TYPE tutti_run_step gauge\n");
  expect_contains(figures.body, "\ntutti_run_step{run=\"other\"} 5\n");
  expect_contains(figures.body, "\ntutti_run_loss{run=\"a b\"} 3\n");
  expect_contains(figures.body, "\ntutti_run_tokens_per_second{run=\"quote\\\"d\"} 50.5\n");
  expect_contains(figures.body, "\ntutti_run_memory_bytes{run=\"other\"} 1048576\n");
  expect_contains(figures.body, "\ntutti_run_finished{run=\"other\"} 0\n");
  expect_contains(figures.body,
                  "# TYPE tutti_device_power_watts gauge\n"
                  "tutti_device_power_watts{device=\"nvidia_0\"} 351.5\n");
}

TEST_F(SiteTest, ServesItsStyleAndScript) {
  EXPECT_EQ(get("/page.css").type, "text/css; charset=utf-8");
  expect_contains(get("/page.css").body, "prefers-color-scheme: dark");
  expect_contains(get("/page.js").body, "function showCharts(root)");
  expect_contains(get("/").body, "<script src=\"/page.js\" defer></script>");
}

}  // namespace
}  // namespace tutti::serve
