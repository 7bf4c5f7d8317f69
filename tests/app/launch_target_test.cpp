// SPDX-License-Identifier: Apache-2.0
// `tutti launch --on` as a user runs it, with stand-ins of the vendors' clients.
#include <gtest/gtest.h>

#include "app/small_models.h"
#include "launch/stand_ins.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kSecret = "hf_test-key-0123456789";

class LaunchTargetTest : public testing::Test {
 protected:
  LaunchTargetTest() {
    write_file_atomically(folder_.path() / "targets.yaml", kTargets);
    train_ = train_quickstart_words(output_, "--max_train_samples 16 --max_steps 2 --save_steps 1");
  }

  /// `tutti launch MORE -- TRAIN`, with nothing in the environment but what stand-ins need and a
  /// secret.
  Outcome launch(Words more, const Words& train = {}) const {
    Words words = {"launch",
                   "--jobs_dir",
                   (folder_.path() / "jobs").string(),
                   "--targets",
                   (folder_.path() / "targets.yaml").string(),
                   "--look_seconds",
                   "0.1"};
    words.insert(words.end(), more.begin(), more.end());
    if (!train.empty()) words.emplace_back("--");
    words.insert(words.end(), train.begin(), train.end());
    return run_tutti(words, "", {{"PATH", ::getenv("PATH")}, {"HF_TOKEN", kSecret}});
  }

  TemporaryFolder folder_;
  StandIns clients_;
  Path output_ = folder_.path() / "trained";
  Words train_;
};

TEST_F(LaunchTargetTest, TrainsThereAndBringsTheModelHome) {
  const Outcome outcome = launch({"--on", "lab", "--name", "one"}, train_);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "one: runs on lab, attempt 1");
  EXPECT_TRUE(fs::exists(output_ / "model.safetensors"));
  EXPECT_TRUE(fs::exists(output_ / "checkpoint-2" / "complete.json"));
  EXPECT_EQ(clients_.left(), "");
  const Outcome list = launch({"--list"});
  EXPECT_EQ(list.out, "no job is anywhere\n");
  for (const Path& folder : {folder_.path(), clients_.path()})
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file()) {
        EXPECT_EQ(read_file(entry.path()).find(kSecret), std::string::npos) << entry.path();
      }
}

TEST_F(LaunchTargetTest, ADryRunRunsNothing) {
  for (const char* target : {"lab", "batch", "pods", "tpu", "gpu", "ec2"}) {
    const Outcome outcome = launch({"--on", target, "--dry_run"}, train_);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_contains(outcome.out, "in/model_name_or_path/tiny_bert");
    expect_contains(outcome.out, "program/lib/libfmt");
    expect_contains(outcome.out, "program/lib/libopenblas");
    EXPECT_EQ(outcome.out.find(kSecret), std::string::npos);
  }
  EXPECT_TRUE(clients_.calls().empty());
  EXPECT_FALSE(fs::exists(folder_.path() / "jobs"));
  EXPECT_FALSE(fs::exists(output_));
}

TEST_F(LaunchTargetTest, WhatIsWrongIsSaidBeforeAnythingIsStarted) {
  const auto refused = [&](const Words& more, const Words& train, const std::string& message) {
    const Outcome outcome = launch(more, train);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    expect_contains(outcome.err, message);
  };
  const auto with = [&](const std::string& name, const std::string& value) {
    Words words = train_;
    words.insert(words.end(), {name, value});
    return words;
  };
  refused({"--on", "moon"}, train_, "--on moon: ");
  refused({"--on", "lab"}, {"evaluate"}, "the command is evaluate, expected `train` after --");
  refused({"--on", "lab"}, with("--learning_rte", "1"),
          "--learning_rte is no flag of `tutti train`");
  refused({"--on", "lab"}, with("--train_file", "nowhere.json"), "there is no such file");
  refused({"--on", "lab"}, with("--logging_dir", "x"), "--logging_dir with launch --on");
  refused({"--on", "lab", "--nnodes", "2", "--master_addr", "x"}, train_, "--nnodes with --on");
  refused({"--on", "lab", "--max_cost", "5"}, train_, "lab has no price_hour");
  refused({"--on", "lab", "--name", "A"}, train_, "--name A: expected up to 40 of a-z");
  refused({"--name", "two"}, {}, "--name two: there is no such job to go on with");
  refused({"--down", "two"}, {}, "--down two: there is no such job");
  EXPECT_TRUE(clients_.calls().empty());
}

}  // namespace
}  // namespace tutti::test
