// SPDX-License-Identifier: Apache-2.0
// Runs at an MLflow server, for which mlflow_stand_in.py stands in.
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "app/small_models.h"
#include "base/percent_encoding.h"
#include "format/json.h"
#include "metrics/metrics_log.h"
#include "support/python_server.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

constexpr const char* kToken = "test-mlflow-token";

class Mlflow : public testing::Test {
 protected:
  Environment variables(const Environment& more = {}) const {
    Environment all = {{"MLFLOW_TRACKING_URI", server_.address()},
                       {"MLFLOW_TRACKING_TOKEN", kToken},
                       {"MLFLOW_EXPERIMENT_NAME", "small runs"}};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  /// The variables with an address at which no server is.
  Environment away() const {
    Environment all = variables();
    all[0].second = "http://127.0.0.1:9";
    return all;
  }
  static Words words(const Path& output, const Words& more = {}) {
    return train_quickstart_words(
        output,
        "--do_eval --max_train_samples 30 --max_eval_samples 4 --max_steps 8 "
        "--per_device_train_batch_size 4 --max_seq_length 64 --doc_stride 16 --logging_steps 2 "
        "--save_steps 3 --eval_strategy steps --eval_steps 3 --report_to all,mlflow",
        joined({"--validation_file", (quickstart_folder() / "dev.json").string()}, more));
  }
  Outcome train(const Path& output, const Words& more = {}) const {
    return run(words(output, more), variables());
  }
  Outcome sync(const Path& output) const {
    return run({"sync", output.string(), "mlflow"}, variables());
  }
  /// No output and no file below the folder may have the token.
  Outcome run(const Words& words, const Environment& environment) const {
    Outcome outcome = run_tutti(words, "", environment);
    EXPECT_EQ((outcome.out + outcome.err).find(kToken), std::string::npos);
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (entry.is_regular_file()) {
        EXPECT_EQ(read_file(entry.path()).find(kToken), std::string::npos) << entry.path();
      }
    }
    return outcome;
  }
  void fail(const std::string& fault, int count, const std::string& match) const {
    server_.ask(
        fmt::format("/control?fault={}&count={}&match={}", fault, count, percent_encoded(match)));
  }
  json state() const { return format::parse_json(server_.ask("/control/state"), "the state"); }
  /// The only run that there is.
  json only_run() const {
    const json runs = state()["runs"];
    EXPECT_EQ(runs.size(), 1u);
    return runs.empty() ? json() : runs[0];
  }
  /// The steps of a metric, in the order in which they came.
  static std::vector<int64_t> steps(const json& run, const std::string& name) {
    std::vector<int64_t> found;
    for (const json& metric : run["metrics"])
      if (metric[0] == name) found.push_back(metric[3].get<int64_t>());
    return found;
  }
  /// Each value of metrics.jsonl is at the server once, and nothing else is.
  static void expect_whole(const json& run, const Path& output) {
    expect_steps(run, output, [](const std::string& name) { return name != "time"; });
  }
  /// The same of what a resumed run computes again; it measures other times and memory.
  static void expect_whole_again(const json& run, const Path& output) {
    expect_steps(run, output, [](const std::string& name) {
      return name == "train/loss" || name == "train/grad_norm" || name == "eval/f1";
    });
  }
  template <typename Wanted>
  static void expect_steps(const json& run, const Path& output, const Wanted& wanted) {
    std::set<std::pair<std::string, int64_t>> expected, found;
    for (const auto& line : metrics::read_metrics(output / metrics::kMetricsFile))
      for (const auto& [name, value] : line.values)
        if (wanted(name)) expected.insert({name, line.step});
    for (const json& metric : run["metrics"]) {
      const std::pair<std::string, int64_t> key(metric[0], metric[3]);
      if (!wanted(key.first)) continue;
      EXPECT_TRUE(found.insert(key).second) << key.first << " " << key.second << " twice";
    }
    EXPECT_EQ(found, expected);
  }

  const PythonServer server_{"tests/app/mlflow_stand_in.py"};
  TemporaryFolder folder_;
  const Path out_ = folder_.path() / "out";
};

TEST_F(Mlflow, ServerHasParametersMetricsTagsAndState) {
  const Outcome done = run(words(out_, {"--precision", "f32"}),
                           variables({{"MLFLOW_TAGS", R"({"team": "law", "secret": "hf_)" +
                                                          std::string(30, 'x') + "\"}"}}));
  ASSERT_EQ(done.code, 0) << done.err;
  const json run = only_run();
  EXPECT_EQ(run["name"], "out");
  EXPECT_EQ(run["status"], "FINISHED");
  EXPECT_GE(run["end"], run["start"]);
  EXPECT_EQ(run["experiment"], state()["experiments"]["small runs"]);
  EXPECT_EQ(run["params"]["per_device_train_batch_size"], "4");
  EXPECT_EQ(run["params"]["lr_scheduler_type"], "linear");
  EXPECT_EQ(run["tags"]["team"], "law");
  EXPECT_EQ(run["tags"]["secret"], "***");
  EXPECT_EQ(run["tags"]["tutti.resolved_precision"], "f32");
  EXPECT_EQ(steps(run, "train/loss"), (std::vector<int64_t>{2, 4, 6, 8}));
  EXPECT_EQ(steps(run, "eval/f1"), (std::vector<int64_t>{3, 6, 8}));
  expect_whole(run, out_);
  const auto lines = metrics::read_metrics(out_ / metrics::kMetricsFile);
  for (const json& metric : run["metrics"])
    if (metric[0] == "train/loss" && metric[3] == 2) {
      EXPECT_EQ(metric[1], lines[0].value("train/loss"));
      EXPECT_EQ(metric[2], static_cast<int64_t>(lines[0].value("time") * 1000));
    }
}

TEST_F(Mlflow, ResumedTrainingIsTheSameRun) {
  ASSERT_EQ(train(out_).code, 0);
  for (const char* lost : {"checkpoint-6", "checkpoint-8"}) fs::remove_all(out_ / lost);
  ASSERT_EQ(train(out_, {"--resume_from_checkpoint", "auto"}).code, 0);
  expect_whole_again(only_run(), out_);
  // Elsewhere, from a checkpoint alone.
  const Path other = folder_.path() / "other";
  const std::string checkpoint = (out_ / "checkpoint-3").string();
  const Outcome elsewhere = train(other, {"--resume_from_checkpoint", checkpoint});
  ASSERT_EQ(elsewhere.code, 0) << elsewhere.err;
  expect_whole_again(only_run(), other);
  EXPECT_EQ(only_run()["status"], "FINISHED");
  // What starts anew is another run.
  ASSERT_EQ(train(out_, {"--overwrite_output_dir"}).code, 0);
  EXPECT_EQ(state()["runs"].size(), 2u);
}

TEST_F(Mlflow, RunOfAServerThatIsAwayIsUploadedLater) {
  const Outcome trained = run(words(out_), away());
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_NE(trained.err.find("mlflow` sends it"), std::string::npos) << trained.err;
  EXPECT_TRUE(state()["runs"].empty());
  const Outcome synced = sync(out_);
  ASSERT_EQ(synced.code, 0) << synced.err;
  expect_whole(only_run(), out_);
  EXPECT_EQ(only_run()["status"], "FINISHED");
  EXPECT_EQ(sync(out_).out, "0 points of metrics uploaded\n");
  expect_whole(only_run(), out_);
}

TEST_F(Mlflow, NextTrainingUploadsWhatTheServerLacks) {
  ASSERT_EQ(run(words(out_), away()).code, 0);
  ASSERT_EQ(train(out_, {"--resume_from_checkpoint", "auto"}).code, 0);
  expect_whole_again(only_run(), out_);
}

TEST_F(Mlflow, RunsThatDidNotKnowOfItAreUploadedToo) {
  ASSERT_EQ(run(words(out_, {"--report_to", "jsonl"}), {}).code, 0);
  ASSERT_EQ(sync(out_).code, 0);
  expect_whole(only_run(), out_);
  EXPECT_EQ(only_run()["status"], "FINISHED");
  // One that was killed is not running for ever.
  const Path killed = folder_.path() / "killed";
  fs::copy(out_, killed, fs::copy_options::recursive);
  for (const char* lost : {"mlflow.json", "train_results.json"}) fs::remove(killed / lost);
  ASSERT_EQ(sync(killed).code, 0);
  EXPECT_EQ(state()["runs"][1]["status"], "KILLED");
}

TEST_F(Mlflow, FaultsAreTriedAgainWithoutASecondRunOrStep) {
  ASSERT_EQ(run(words(out_, {"--report_to", "jsonl", "--save_strategy", "no"}), {}).code, 0);
  const std::pair<const char*, const char*> faults[] = {
      {"500", "experiments"}, {"429", "runs/search"}, {"lost", "runs/create"}, {"503", "runs/get"},
      {"lost", "train/loss"}, {"stall", "log-batch"}, {"lost", "runs/update"}};
  size_t runs = 0;
  for (const auto& [fault, match] : faults) {
    const Path folder = folder_.path() / fmt::format("run{}", runs);
    fs::copy(out_, folder, fs::copy_options::recursive);
    fail(fault, 1, match);
    const Outcome synced = sync(folder);
    ASSERT_EQ(synced.code, 0) << fault << " of " << match << ": " << synced.err;
    const json found = state();
    EXPECT_EQ(found["faults"], 1) << fault << " of " << match;
    ASSERT_EQ(found["runs"].size(), ++runs) << fault << " of " << match;
    expect_whole(found["runs"][runs - 1], folder);
    EXPECT_EQ(found["runs"][runs - 1]["status"], "FINISHED");
  }
}

TEST_F(Mlflow, TrainingGoesOnWhileTheServerFails) {
  fail("500", 3, "runs/search");
  const Outcome faulty = train(out_);
  ASSERT_EQ(faulty.code, 0) << faulty.err;
  const Path refused = folder_.path() / "refused";
  Environment stranger = variables();
  stranger[1].second = "another-token";
  const Outcome unknown = run(words(refused), stranger);
  EXPECT_EQ(unknown.code, 0);
  EXPECT_NE(unknown.err.find("401 UNAUTHENTICATED who are you?; set MLFLOW_TRACKING_USERNAME"),
            std::string::npos)
      << unknown.err;
  // The same bits as without any server.
  EXPECT_EQ(read_file(out_ / "model.safetensors"), read_file(refused / "model.safetensors"));
  ASSERT_EQ(sync(out_).code, 0);
  expect_whole(only_run(), out_);
}

TEST_F(Mlflow, StopAndFailureAreTold) {
  // A training without an end, until the server knows of a step.
  const Words endless = words(out_, {"--max_steps", "100000000", "--logging_steps", "1"});
  std::thread stopping([&] {
    for (int i = 0; i < 2400; i++) {
      const json runs = state()["runs"];
      if (!runs.empty() && !steps(runs[0], "train/loss").empty()) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    const std::string text = read_file(out_ / FolderLock::kName);
    ::kill(static_cast<pid_t>(std::stol(text.substr(text.find_first_of("0123456789")))), SIGTERM);
  });
  const Outcome stopped = run_tutti(endless, "", variables());
  stopping.join();
  EXPECT_EQ(stopped.code, 75) << stopped.err;
  EXPECT_EQ(only_run()["status"], "KILLED");
  expect_whole(only_run(), out_);
  // Files may not become as large as a checkpoint.
  const Outcome failed = run_tutti(words(folder_.path() / "failing"), "", variables(),
                                   {"/bin/sh", "-c", "ulimit -f 40; exec \"$@\"", "sh"});
  EXPECT_EQ(failed.code, 5) << failed.err;
  EXPECT_EQ(state()["runs"][1]["status"], "FAILED");
}

TEST_F(Mlflow, WrongAddressesAreRefusedBeforeTheTraining) {
  const auto expect_refused = [&](const std::string& address, const std::string& message) {
    Environment environment = variables();
    environment[0].second = address;
    const Outcome refused = run(words(out_), environment);
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find(message), std::string::npos) << refused.err;
    EXPECT_FALSE(fs::exists(out_));
  };
  expect_refused("", "MLFLOW_TRACKING_URI is not set; expected http://HOST:PORT");
  expect_refused("sqlite:///runs.db", "found sqlite:///runs.db, expected http://HOST:PORT");
  expect_refused("http://me:secret@host", "found a name before the host, expected none");
}

}  // namespace
}  // namespace tutti::test
