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
  Outcome launch(Words more, const Words& train = {}, const Environment& set = {}) const {
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
    Environment environment = {{"PATH", ::getenv("PATH")}, {"HF_TOKEN", kSecret}};
    environment.insert(environment.end(), set.begin(), set.end());
    return run_tutti(words, "", environment);
  }

  TemporaryFolder folder_;
  StandIns clients_;
  Path output_ = folder_.path() / "trained";
  Words train_;
};

TEST_F(LaunchTargetTest, TrainsThereAndBringsTheModelHome) {
  const Outcome outcome = launch({"--on", "lab", "--name", "one"}, train_);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "one: running on lab, attempt 1");
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

/// Files of one name have a folder each.
TEST_F(LaunchTargetTest, SendsEachFileOfData) {
  fs::create_directories(folder_.path() / "more");
  const std::string one = (folder_.path() / "a.json").string(),
                    other = (folder_.path() / "more" / "a.json").string();
  for (const std::string& file : {one, other}) write_file_atomically(file, "{}");
  const Outcome outcome =
      launch({"--on", "lab", "--dry_run"}, joined(train_, {"--train_file", one + "," + other}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.out, "\"train_file\": \"in/train_file/0/a.json,in/train_file/1/a.json\"");
  expect_contains(outcome.out, "in/train_file/1/a.json from " + other);
}

/// A device that is paid for is used.
TEST_F(LaunchTargetTest, ARentedDeviceIsUsed) {
  const auto backend_on = [&](const char* target, const Words& more = {}) {
    const Outcome outcome = launch({"--on", target, "--dry_run"}, joined(train_, more));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string key = "\"backend\": \"";
    const size_t at = outcome.out.find(key) + key.size();
    return outcome.out.substr(at, outcome.out.find('"', at) - at);
  };
  EXPECT_EQ(backend_on("tpu"), "pjrt=tpu");
  EXPECT_EQ(backend_on("gpu"), "pjrt=cuda");
  EXPECT_EQ(backend_on("ec2"), "pjrt=cuda");
  EXPECT_EQ(backend_on("batch"), "auto");
  EXPECT_EQ(backend_on("lab"), "auto");
  EXPECT_EQ(backend_on("lab", {"--backend", "cpu"}), "cpu");
  EXPECT_EQ(backend_on("tpu", {"--backend", "auto"}), "auto");
  const Outcome unused = launch({"--on", "tpu"}, joined(train_, {"--backend", "cpu"}));
  EXPECT_EQ(unused.code, 2);
  expect_contains(unused.err,
                  "--backend cpu: tpu has v5litepod-8, which would not be used; expected --backend "
                  "auto, or pjrt=tpu, or a target without it");
  const Outcome another = launch({"--on", "ec2"}, joined(train_, {"--backend", "pjrt=tpu"}));
  EXPECT_EQ(another.code, 2);
  expect_contains(another.err, "--backend pjrt=tpu: ec2 has g5.xlarge; expected --backend auto");
  const Outcome several = launch({"--on", "batch", "--nproc_per_node", "2"}, train_);
  EXPECT_EQ(several.code, 2);
  expect_contains(several.err, "--backend is missing: batch has GPUs 2");
  EXPECT_TRUE(clients_.calls().empty());
}

TEST_F(LaunchTargetTest, ANameThatAnotherComputerUsesIsRefused) {
  const Path there = clients_.path() / "hosts/lab/tutti-jobs/july";
  fs::create_directories(there / "output/checkpoint-10");
  write_file_atomically(there / "owner", "0123456789abcdef\n");
  const Outcome outcome = launch({"--on", "lab", "--name", "july"}, train_);
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  expect_contains(outcome.err, "--name july: tutti-jobs/july on lab belongs to another job");
  EXPECT_TRUE(fs::exists(there / "output/checkpoint-10"));
  EXPECT_EQ(launch({"--list"}).out, "no job is anywhere\n");
}

/// A program that the device's compiler does not take, or that does not fit, is not paid for.
TEST_F(LaunchTargetTest, WhatDoesNotCompileIsNotStarted) {
  const auto refused = [&](const char* words, int code, const char* message) {
    const Outcome outcome =
        launch({"--on", "tpu"}, train_,
               {{"PJRT_NAMES_AND_LIBRARY_PATHS", std::string("tpu:") + TUTTI_FAKE_PLUGIN},
                {"TUTTI_FAKE_PJRT", words}});
    EXPECT_EQ(outcome.code, code) << outcome.err;
    expect_contains(outcome.err, "compiling for v5litepod-8 before starting it");
    expect_contains(outcome.out, message);
    expect_contains(outcome.err, "tpu was not started");
  };
  refused("fail=89:8", 4, "Not even one feature fits");
  refused("fail=89:13", 2, "PJRT_Compile failed: INTERNAL: told to fail");
  EXPECT_TRUE(clients_.calls().empty());
  EXPECT_FALSE(fs::exists(folder_.path() / "jobs"));
  EXPECT_FALSE(fs::exists(output_));
  // Without the compiler the job begins as ever; there is no device where it runs here.
  const Outcome without = launch({"--on", "tpu", "--max_resumes", "0"}, train_);
  expect_contains(without.err,
                  "not compiling before starting tpu: --target v5litepod-8: the compiler for "
                  "it is not installed: `pip install --no-deps libtpu` brings it");
  EXPECT_FALSE(clients_.calls().empty());
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
  refused({"--on", "lab"}, {"evaluate"}, "the command is evaluate, expected `train`: tutti launch");
  refused({"--on", "lab"}, with("--learning_rte", "1"),
          "`tutti train` does not take --learning_rte");
  refused({"--on", "lab"}, with("--train_file", "nowhere.json"), "there is no such file");
  refused({"--on", "lab"}, with("--logging_dir", "x"), "--logging_dir with launch --on");
  refused({"--on", "lab", "--nnodes", "2", "--master_addr", "x"}, train_, "--nnodes with --on");
  refused({"--on", "lab", "--max_cost", "5"}, train_, "lab has no price_hour");
  refused({"--on", "lab", "--name", "a234567890123456789012345678901234"}, train_,
          "found 34 characters, expected at most 32");
  refused({"--on", "lab", "--name", "A"}, train_, "--name A: expected up to 40 of a-z");
  refused({"--name", "two"}, {}, "--name two: there is no such job to resume");
  refused({"--down", "two"}, {}, "--down two: there is no such job");
  EXPECT_TRUE(clients_.calls().empty());
}

}  // namespace
}  // namespace tutti::test
