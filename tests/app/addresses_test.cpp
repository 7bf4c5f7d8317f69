// SPDX-License-Identifier: Apache-2.0
// Commands that read and write s3:// and gs://, against a server that stands in for them.
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "app/process_of_rank.h"
#include "app/small_models.h"
#include "base/hash.h"
#include "storage/stand_in.h"
#include "storage/transfer.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;

class AddressesInCommands : public testing::Test {
 protected:
  Outcome run(const std::vector<std::string>& words) {
    Environment environment = {{"PATH", ::getenv("PATH")}};
    for (const auto& [name, value] : server_.variables())
      if (name != "HOME" && name != "STORAGE_EMULATOR_HOST") environment.emplace_back(name, value);
    environment.emplace_back("HOME", home().string());
    // Nothing may have the secret but the process itself.
    Outcome outcome = run_tutti(words, "", environment);
    for (const char* secret : {"test-secret-key", "AWS4-HMAC", "Signature="}) {
      EXPECT_EQ(outcome.out.find(secret), std::string::npos);
      EXPECT_EQ(outcome.err.find(secret), std::string::npos);
    }
    return outcome;
  }
  Path home() const { return folder_.path() / "home"; }
  /// `tutti train` of the small BERT in the bucket.
  Outcome train(const std::string& line) {
    return run(joined({"train", "--model_name_or_path", "s3://bucket/base", "--train_file",
                       "s3://bucket/train.json", "--do_train", "--allow_missing_tensors",
                       "--output_dir", "s3://bucket/run"},
                      words_of(kSmall + line)));
  }
  /// `tutti launch` of a training by two processes that writes to the bucket, and what is done to
  /// it meanwhile.
  Outcome launch(const std::string& line, const std::function<void()>& meanwhile) {
    const auto words = train_quickstart_words(address(), kSmall + line);
    Outcome outcome;
    std::thread launcher([&] {
      outcome = run(joined({"launch", "--nproc_per_node", "2", "--"}, words));
    });
    meanwhile();
    launcher.join();
    return outcome;
  }
  void kill_first() const {
    const pid_t id = process_of_rank(address(), "0");
    ASSERT_GT(id, 0);
    ::kill(id, SIGKILL);
  }
  /// Of this test's run alone.
  std::string address() const { return "s3://bucket" + folder_.path().string(); }
  bool is_asked_for(const std::string& request) {
    return server_.log().find(request) != std::string::npos;
  }
  std::string put(const std::string& file) const {
    return fmt::format("PUT /bucket{}/{}", folder_.path().string(), file);
  }
  void fill_bucket() {
    const std::string data = quickstart_folder().string();
    ASSERT_EQ(run({"sync", data + "/tiny_bert", "s3://bucket/base"}).code, 0);
    ASSERT_EQ(run({"sync", data + "/train.json", "s3://bucket/train.json"}).code, 0);
  }

  static inline const std::string kSmall =
      "--max_seq_length 64 --doc_stride 16 --per_device_train_batch_size 2 --max_train_samples 16 "
      "--seed 3 --save_steps 2 --save_total_limit 2 ";
  StandIn server_;
  TemporaryFolder folder_;
};

TEST_F(AddressesInCommands, TrainingsGoOnFromTheBucketToTheSameBits) {
  fill_bucket();
  const Path whole = folder_.path() / "whole";
  const auto words = train_quickstart_words(whole, kSmall + "--max_steps 6");
  ASSERT_EQ(run(words).code, 0);
  const Outcome first = train("--max_steps 4 --lr_scheduler_type constant");
  ASSERT_EQ(first.code, 0) << first.err;
  fs::remove_all(home());  // another machine
  const Outcome refused = train("--max_steps 6");
  EXPECT_EQ(refused.code, 2);
  expect_contains(refused.err, "s3://bucket/run holds checkpoints");
  ASSERT_EQ(
      run(joined(words, words_of("--lr_scheduler_type constant --overwrite_output_dir"))).code, 0);
  const Outcome resumed =
      train("--max_steps 6 --lr_scheduler_type constant --resume_from_checkpoint auto");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  expect_contains(resumed.err, "resumed at 4 from s3://bucket/run/checkpoint-4");
  const Path got = folder_.path() / "got";
  ASSERT_EQ(run({"sync", "s3://bucket/run", got.string()}).code, 0);
  EXPECT_EQ(read_file(got / "model.safetensors"), read_file(whole / "model.safetensors"));
  EXPECT_FALSE(fs::exists(got / "checkpoint-2"));  // save_total_limit
  EXPECT_TRUE(fs::exists(got / "checkpoint-6/complete.json"));
  expect_contains(read_file(got / "run.json"), "\"output_dir\": \"s3://bucket/run\"");
  EXPECT_EQ(read_file(got / "run.json").find(home().string()), std::string::npos);
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
    if (entry.is_regular_file()) {
      EXPECT_EQ(read_file(entry.path()).find("test-secret-key"), std::string::npos) << entry.path();
    }
}

TEST_F(AddressesInCommands, AFailedTrainingKeepsItsCheckpoints) {
  fill_bucket();
  server_.fail("403", 1000, "PUT /bucket/run/");
  const Outcome outcome = train("--max_steps 2");
  EXPECT_EQ(outcome.code, 5);
  expect_contains(outcome.err, "what was written is in");
  server_.fail("none", 0);
  // The same command goes on with what is on this machine.
  const Outcome again = train("--max_steps 2 --resume_from_checkpoint auto");
  EXPECT_EQ(again.code, 0) << again.err;
  expect_contains(again.err, "resumed at 2");
  const Path got = folder_.path() / "got";
  EXPECT_EQ(run({"sync", "s3://bucket/run", got.string()}).code, 0);
  EXPECT_TRUE(fs::exists(got / "checkpoint-2/complete.json"));
}

/// Rank 1 has ended well long before rank 0 has copied the model.
TEST_F(AddressesInCommands, ALaunchWaitsUntilTheModelIsThere) {
  server_.fail("hold", 1, put("model.safetensors"));
  const Outcome outcome = launch("--max_steps 2", [&] {
    wait_until([&] { return is_asked_for(put("model.safetensors")); });
    std::this_thread::sleep_for(std::chrono::milliseconds(5500));
    server_.fail("none", 0);
  });
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "the trained model is in " + address());
  const Path got = folder_.path() / "got";
  ASSERT_EQ(run({"sync", address(), got.string()}).code, 0);
  EXPECT_TRUE(fs::exists(got / "model.safetensors"));
  EXPECT_TRUE(fs::exists(got / "all_results.json"));
}

TEST_F(AddressesInCommands, ALaunchWhoseModelIsNotThereHasFailed) {
  server_.fail("hold", 1, put("model.safetensors"));
  const Outcome outcome = launch("--max_steps 2", [&] {
    wait_until([&] { return is_asked_for(put("model.safetensors")); });
    wait_until([&] { return process_of_rank(address(), "1") == 0; });
    kill_first();
  });
  server_.fail("none", 0);
  EXPECT_EQ(outcome.code, 128 + SIGKILL) << outcome.err;
  EXPECT_EQ(outcome.err.find("the trained model is in"), std::string::npos) << outcome.err;
}

/// The process that takes the place of the first copies what it writes.
TEST_F(AddressesInCommands, AModelComesFromWhoeverIsLeft) {
  const Outcome outcome = launch("--max_steps 60", [&] {
    wait_until([&] {
      std::error_code none;
      for (const auto& entry : fs::directory_iterator(home() / ".local/state/tutti/outputs", none))
        if (fs::exists(entry.path() / "files/checkpoint-2")) return true;
      return false;
    });
    kill_first();
  });
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "the trained model is in " + address());
  const Path got = folder_.path() / "got";
  ASSERT_EQ(run({"sync", address(), got.string()}).code, 0);
  EXPECT_TRUE(fs::exists(got / "model.safetensors"));
  EXPECT_TRUE(fs::exists(got / "checkpoint-60/complete.json"));
}

TEST_F(AddressesInCommands, FilesAreWrittenAndRead) {
  fill_bucket();
  const Outcome written = run({"export", "--model", "s3://bucket/base", "--max_seq_length", "16",
                               "--output", "s3://bucket/programs/forward.mlir"});
  ASSERT_EQ(written.code, 0) << written.err;
  const Outcome read = run({"ir", "verify", "s3://bucket/programs/forward.mlir"});
  EXPECT_EQ(read.code, 0) << read.err;
}

TEST_F(AddressesInCommands, WhatNamesNoFileTakesNone) {
  const Outcome outcome = run({"score", "--task", "s3://bucket/x", "a", "b"});
  EXPECT_EQ(outcome.code, 2);
  const Outcome both = run({"sync", "here", "there"});
  EXPECT_EQ(both.code, 2);
  expect_contains(both.err, "expected a folder of this machine and s3://");
  const Outcome none =
      run({"evaluate", "--model_name_or_path", "s3://bucket/none", "--validation_file", "x"});
  EXPECT_EQ(none.code, 5);
  expect_contains(none.err, "s3://bucket/none: there is no object");
}

}  // namespace
}  // namespace tutti::test
