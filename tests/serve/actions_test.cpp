// SPDX-License-Identifier: Apache-2.0
// The pages that start, stop, resume and ask, with a program that stands in for tutti.
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/secrets.h"
#include "serve/access.h"
#include "serve/site.h"
#include "stand_in.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::serve {
namespace {

using nlohmann::ordered_json;
using test::becomes_so;
using test::expect_contains;

class ActionsTest : public testing::Test {
 protected:
  ActionsTest() {
    ProgramInterface program;
    program.path = test::write_stand_in(folder_.path()).string();
    ArgumentLister list;
    list.group("Model")
        .add("what", what_, "to do")
        .number("rate", rate_, 0, 1, "the rate")
        .add("trace", trace_, "a file that is written")
        .names(Names::output_file)
        .add("device", device_, "a backend")
        .names(Names::backend)
        .add("train_file", file_, "a file")
        .add("brave", brave_, "a switch");
    const ArgumentList arguments = list.take();
    program.train = {{.argument = arguments[0], .standard = "", .label = "What"},
                     {.argument = arguments[1], .standard = "0.5"},
                     {.argument = arguments[2], .standard = ""},
                     {.argument = arguments[4], .standard = ""},
                     {.argument = arguments[5], .standard = "false"}};
    program.begin = {{"rate", "0.25"}};
    program.missing = [](const NamedValues& values) {
      return value_of(values, "what").empty() ? "Say what." : "";
    };
    program.arguments = arguments;
    program.run_arguments = [](const NamedValues& values,
                               std::map<std::string, std::string>& errors) {
      ordered_json json = ordered_json::object();
      for (const auto& [name, value] : values) {
        json[name] = value;
        if (value == "x") errors[name] = "found x, expected a number";
      }
      return json;
    };
    program.values_of = [](const ordered_json& run) {
      return NamedValues{{"what", run.at("arguments").at("what").get<std::string>()}};
    };
    program.model_in = [arguments](const Path& folder) -> std::optional<RunModel> {
      if (!std::filesystem::exists(folder / "model")) return std::nullopt;
      return RunModel{folder.string(), "", {{.argument = arguments[0], .standard = ""}}, true};
    };
    SiteSettings settings;
    settings.devices = [] { return ordered_json(); };
    settings.credentials = [] { return ordered_json::parse("{\"S3\": \"not found\"}"); };
    settings.hide = [](std::string text) {
      return without_known_keys(without_secrets(std::move(text), {"s3cretvalue"}));
    };
    settings.program = program;
    settings.form_key = "k";
    site_ = std::make_unique<Site>(folder_.path(), std::move(settings));
  }
  ~ActionsTest() override {
    post("/stop", {{"run", "one"}});
    becomes_so([&] {
      site_->poll();
      return site_->running() == 0;
    });
  }

  Response get(const std::string& target) {
    return site_->answer(request_of("GET", target).value());
  }
  Response post(const std::string& target, const NamedValues& form) {
    Request request = request_of("POST", target).value();
    request.form = form;
    return site_->answer(request);
  }
  /// Where an answer sends the browser; empty where it does not.
  static std::string target_of(const Response& response) {
    return response.status == 303 ? response.headers.at(0).second : "";
  }
  /// Waits for a page to have a text.
  bool comes(const std::string& target, const std::string& text) {
    return becomes_so([&] { return get(target).body.find(text) != std::string::npos; });
  }
  /// A run with values, as a training leaves it.
  void make_run(const std::string& run, const std::string& what) const {
    std::filesystem::create_directories(folder_.path() / run);
    std::ofstream(folder_.path() / run / "metrics.jsonl")
        << "{\"phase\":\"train\",\"step\":3,\"train/loss\":2.5}\n";
    std::ofstream(folder_.path() / run / "run.json")
        << ordered_json{{"arguments", {{"what", what}}}}.dump();
  }
  /// Starts a training, up to the page of the run.
  std::string start(const std::string& run, const std::string& what) {
    return target_of(post("/start", {{"run", run}, {"a.what", what}}));
  }

  test::TemporaryFolder folder_;
  std::string what_, trace_, device_, file_;
  bool brave_ = false;
  double rate_ = 0.5;
  std::unique_ptr<Site> site_;
};

TEST_F(ActionsTest, TheWizardAsksForEveryFlagAndSaysWhatIsWrong) {
  const std::string form = get("/new").body;
  expect_contains(form, "<form method=\"post\" action=\"/new\">");
  expect_contains(form, "<input type=\"hidden\" name=\"key\" value=\"k\">");
  expect_contains(form, "<label for=\"run\">Name of the run</label>");
  expect_contains(form, "<label for=\"f-what\">What</label>");
  expect_contains(form, "<label for=\"f-rate\">rate</label>");
  expect_contains(form, "aria-describedby=\"h-rate\" value=\"0.25\"");
  expect_contains(form, "name=\"run\" required");
  expect_contains(form, "value=\"run-1\"");
  std::filesystem::create_directory(folder_.path() / "run-1");
  expect_contains(get("/new").body, "value=\"run-2\"");
  const Response wrong = post("/new", {{"run", "../x"}, {"a.rate", "x"}, {"a.what", "this"}});
  EXPECT_EQ(wrong.status, 200);
  expect_contains(wrong.body, "<p role=\"alert\" class=\"card\"><strong>2 values to mend");
  expect_contains(wrong.body, "<strong>found x, expected a number</strong>");
  expect_contains(wrong.body, "value=\"this\"");
  expect_contains(wrong.body, "value=\"../x\"");
}

TEST_F(ActionsTest, ADraftShowsCommandRunFileAndEstimateBeforeAnythingStarts) {
  const std::string draft = target_of(post("/new", {{"run", "one"}, {"a.what", "it's"}}));
  ASSERT_EQ(draft, "/new?draft=1");
  ASSERT_TRUE(comes(draft, "estimate of --what=it's\n</pre>"));
  const std::string page = get(draft).body;
  expect_contains(page, "tutti train '--what=it'\\''s' --output_dir=" + folder_.path().string());
  expect_contains(page, "&quot;what&quot;: &quot;it's&quot;");
  expect_contains(page, "formaction=\"/start\">Start the training</button>");
  expect_contains(page, "value=\"it's\"");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / ".serve"));

  const std::string bad = target_of(post("/new", {{"run", "one"}, {"a.what", "bad"}}));
  ASSERT_TRUE(comes(bad, "There is no estimate:"));
  const std::string refused = get(bad).body;
  expect_contains(refused, "bad flag: --brave or --what\n</pre>");
  expect_contains(refused, "<button name=\"a.brave\" value=\"true\">Add --brave</button>");
  EXPECT_EQ(refused.find("Add --what"), std::string::npos);
  expect_contains(refused, "formaction=\"/start\" disabled>Start the training</button>");
  EXPECT_EQ(post("/start", {{"run", "one"}, {"a.what", "bad"}}).status, 409);
  EXPECT_EQ(target_of(post("/new", {{"run", "one"}, {"a.brave", "true"}})), "/new?draft=3");
  expect_contains(get("/new?draft=3").body, "<p>Say what.</p>");
  expect_contains(get("/new?draft=3").body, "formaction=\"/start\" disabled>");
  EXPECT_EQ(get("/new?draft=9").body.find("formaction=\"/start\" disabled>"), std::string::npos);
}

TEST_F(ActionsTest, ADraftShowsTheFirstRowsOfItsFile) {
  const Path file = folder_.path() / "a.csv";
  std::ofstream(file) << "text\ns3cretvalue <b>\n";
  const std::string draft =
      target_of(post("/new", {{"run", "one"}, {"a.train_file", file.string()}}));
  expect_contains(get(draft).body, "<th scope=\"row\">*** &lt;b&gt;</th>");
}

TEST_F(ActionsTest, ATrainingIsStartedOnceWatchedAndStopped) {
  EXPECT_EQ(start("one", "goes on"), "/run?run=one");
  EXPECT_EQ(start("one", "goes on"), "/run?run=one");
  EXPECT_EQ(site_->running(), 1U);
  expect_contains(
      get("/").body,
      "<a href=\"/run?run=one\">one</a></th><td data-name=\"state\"><span class=\"badge "
      "runs\">training</span></td>");
  ASSERT_TRUE(comes("/run?run=one", "trains /"));
  const std::string page = get("/run?run=one").body;
  expect_contains(page, "<dt>State</dt><dd><span class=\"badge runs\">training</span>");
  expect_contains(page, "<form method=\"post\" action=\"/stop\">");
  expect_contains(page, "with *** and ***\n</pre>");
  for (const char* secret : {"s3cretvalue", "hf_0123456789abcdefghij"})
    EXPECT_EQ(page.find(secret), std::string::npos);
  expect_contains(post("/new", {{"run", "one"}}).body,
                  "<strong>A run of this name is training.</strong>");

  EXPECT_EQ(target_of(post("/stop", {{"run", "one"}})), "/run?run=one");
  EXPECT_TRUE(comes("/run?run=one", "<span class=\"badge warn\">stopped</span>"));
  EXPECT_EQ(post("/stop", {{"run", "one"}}).status, 409);
}

TEST_F(ActionsTest, ARunIsResumedWithItsOwnArguments) {
  make_run("one", "finishes");
  expect_contains(get("/run?run=one").body, "<form method=\"post\" action=\"/resume\">");
  EXPECT_EQ(target_of(post("/resume", {{"run", "one"}})), "/run?run=one");
  EXPECT_TRUE(comes("/run?run=one", "<span class=\"badge good\">finished</span>"));
  const Path file = folder_.path() / ".serve/run-one/run.json";
  expect_contains(read_file(file), "\"resume_from_checkpoint\": \"auto\"");
  expect_contains(read_file(file), "\"what\": \"finishes\"");
  std::ofstream(folder_.path() / "one/all_results.json") << "{}";
  EXPECT_EQ(post("/resume", {{"run", "one"}}).status, 409);
  EXPECT_EQ(get("/run?run=one").body.find("/resume"), std::string::npos);
  for (const char* run : {"none", "..", "/etc", ""})
    EXPECT_EQ(post("/resume", {{"run", run}}).status, 404) << run;
  expect_contains(get("/new?like=one").body, "value=\"finishes\"");
}

/// A run.json may come from somebody else.
TEST_F(ActionsTest, WhatBringsCodeOrWritesElsewhereIsAskedFor) {
  make_run("one", "finishes");
  std::ofstream(folder_.path() / "one/run.json")
      << R"({"arguments":{"what":"finishes","device":"pjrt=/tmp/x.so","trace":"/tmp/t",)"
      << R"("rank":1,"world_size":2}})";
  const Response asked = post("/resume", {{"run", "one"}});
  EXPECT_EQ(asked.status, 200);
  expect_contains(asked.body, "--device pjrt=/tmp/x.so: the code of this library runs as you");
  expect_contains(asked.body, "--trace /tmp/t: this is written to");
  expect_contains(asked.body, "<input type=\"hidden\" name=\"sure\" value=\"true\">");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / ".serve"));
  EXPECT_EQ(target_of(post("/resume", {{"run", "one"}, {"sure", "true"}})), "/run?run=one");
  const std::string file = read_file(folder_.path() / ".serve/run-one/run.json");
  expect_contains(file, "\"what\": \"finishes\"");
  EXPECT_EQ(file.find("world_size"), std::string::npos) << file;  // it starts one process
}

TEST_F(ActionsTest, NoLinkOfARunIsFollowed) {
  make_run("one", "finishes");
  std::filesystem::create_directory_symlink("/tmp", folder_.path() / "one/runs");
  const Response refused = post("/resume", {{"run", "one"}});
  EXPECT_EQ(refused.status, 409);
  expect_contains(refused.body, "There is a link in the run");
  std::filesystem::remove(folder_.path() / "one/runs");
  std::ofstream(folder_.path() / "secret") << R"({"arguments":{"what":"hidden"}})";
  std::filesystem::remove(folder_.path() / "one/run.json");
  std::filesystem::create_symlink(folder_.path() / "secret", folder_.path() / "one/run.json");
  for (const Response& answer : {get("/new?like=one"), post("/resume", {{"run", "one"}})}) {
    EXPECT_EQ(answer.status, 409);
    EXPECT_EQ(answer.body.find("hidden"), std::string::npos);
  }
  EXPECT_EQ(get("/run?run=one").body.find("/resume"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / ".serve"));
}

TEST_F(ActionsTest, ARunIsOnlyWrittenBelowTheFolder) {
  const test::TemporaryFolder outside;
  std::filesystem::create_directory_symlink(outside.path(), folder_.path() / "up");
  expect_contains(post("/new", {{"run", "up/inside"}}).body,
                  "<strong>A link leads out of the folder of runs");
  const Path trace = outside.path() / "trace";
  expect_contains(post("/new", {{"run", "one"}, {"a.trace", trace.string()}}).body,
                  "<strong>It is written to; expected a path below " + folder_.path().string());
  const Path inside = folder_.path() / "one/trace";
  EXPECT_EQ(target_of(post("/new", {{"run", "one"}, {"a.trace", inside.string()}})),
            "/new?draft=1");
  std::filesystem::create_directory_symlink(outside.path(), folder_.path() / ".serve");
  const Response refused = post("/start", {{"run", "one"}, {"a.trace", inside.string()}});
  EXPECT_EQ(refused.status, 409);
  expect_contains(refused.body, "found a link, expected what this page writes itself");
  EXPECT_TRUE(std::filesystem::is_empty(outside.path()));
}

TEST_F(ActionsTest, AModelAnswersOneInput) {
  make_run("one", "x");
  EXPECT_EQ(get("/ask?run=one").status, 404);
  EXPECT_EQ(get("/run?run=one").body.find("/ask"), std::string::npos);
  std::ofstream(folder_.path() / "one/model") << "weights";
  expect_contains(get("/run?run=one").body, "<h2 id=\"ask-title\">Ask the model</h2>");
  expect_contains(get("/run?run=one").body, "<textarea rows=\"3\" id=\"f-what\"");
  EXPECT_EQ(target_of(get("/ask?run=one")), "/run?run=one#ask");
  EXPECT_EQ(target_of(post("/ask", {{"run", "one"}, {"a.what", "Who; id"}})), "/run?run=one#ask");
  EXPECT_TRUE(comes("/run?run=one",
                    "answer to &lt;--model_name_or_path=" + (folder_.path() / "one").string() +
                        " --what=Who; id&gt;\n</pre>"));
  EXPECT_EQ(get("/ask?run=../one").status, 404);
}

TEST_F(ActionsTest, AModelTalks) {
  make_run("one", "x");
  std::ofstream(folder_.path() / "one/model") << "weights";
  EXPECT_EQ(target_of(post("/chat", {{"run", "one"}, {"message", "good\r\nmorning"}})),
            "/run?run=one#ask");
  EXPECT_TRUE(comes("/run?run=one", "<dd class=\"model\">you said good morning</dd>"));
  post("/chat", {{"run", "one"}, {"message", "<b>"}});
  EXPECT_TRUE(comes("/run?run=one", "<dd class=\"model\">you said &lt;b&gt;</dd>"));
  EXPECT_EQ(post("/chat", {{"run", "one"}, {"message", std::string(20'000, 'a')}}).status, 413);
  EXPECT_EQ(target_of(post("/chat_end", {{"run", "one"}})), "/run?run=one#ask");
  EXPECT_EQ(get("/run?run=one").body.find("good morning"), std::string::npos);
}

TEST_F(ActionsTest, ShowsWhichCredentialsThereAre) {
  expect_contains(get("/devices").body, "<th scope=\"row\">S3</th><td>not found</td>");
}

}  // namespace
}  // namespace tutti::serve
