// SPDX-License-Identifier: Apache-2.0
// A training in bad weather: kills, full disks, too little memory, nobody who reads, no home.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "app/program.h"
#include "base/hash.h"
#include "format/json.h"
#include "nlohmann/json.hpp"
#include "support/errors.h"
#include "train/checkpoint.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::Outcome;
using test::run_tutti;
using Words = std::vector<std::string>;

const Path kQuickstart = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart";

/// A shell that runs `setting` before the words that follow.
Words shell(const std::string& setting) {
  return {"sh", "-c", setting + "; exec \"$@\"", "sh"};
}

/// A training of 6 steps that saves at each.
Words train_words(const Path& output, const Words& more = {}) {
  Words words = {"train",
                 "--do_train",
                 "--allow_missing_tensors",
                 "--model_name_or_path",
                 kQuickstart / "tiny_bert",
                 "--train_file",
                 kQuickstart / "dev.json",
                 "--max_train_samples",
                 "60",
                 "--max_seq_length",
                 "128",
                 "--doc_stride",
                 "32",
                 "--max_steps",
                 "6",
                 "--per_device_train_batch_size",
                 "2",
                 "--logging_steps",
                 "2",
                 "--save_steps",
                 "1",
                 "--resume_from_checkpoint",
                 "auto",
                 "--output_dir",
                 output};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string result_of(const Path& output) {
  return sha256_hex(read_file(output / "checkpoint-6" / "model.safetensors")) +
         sha256_hex(read_file(output / "checkpoint-6" / "optimizer.safetensors")) +
         format::read_json(output / "trainer_state.json")["log_history"].dump();
}

std::vector<int64_t> steps_saved(const Path& output) {
  std::vector<int64_t> steps;
  for (const auto& found : train::list_checkpoints(output)) {
    EXPECT_EQ(train::checkpoint_problem(found.folder), std::nullopt) << found.folder;
    steps.push_back(found.step);
  }
  return steps;
}

class Weather : public testing::Test {
 protected:
  Path output() const { return folder_.path() / "out"; }
  /// What a run that nothing happens to ends with.
  std::string undisturbed() const {
    const Path whole = folder_.path() / "whole";
    const Outcome run = run_tutti(train_words(whole));
    EXPECT_EQ(run.code, 0) << run.err;
    return result_of(whole);
  }

  test::TemporaryFolder folder_;
};

TEST_F(Weather, KillsAtAnyMomentLoseNothing) {
  const std::string expected = undisturbed();
  std::vector<int64_t> before;
  Outcome run;
  // Later and later, so that each of startup, steps and saves is hit, and the run ends at last.
  for (int tenths = 2; tenths < 600 && run.code != 0; tenths += 1) {
    const std::string seconds = fmt::format("{}.{}", tenths / 10, tenths % 10);
    run = run_tutti(train_words(output()), "", {}, {"timeout", "-s", "KILL", seconds});
    const std::vector<int64_t> now = steps_saved(output());
    EXPECT_TRUE(std::includes(now.begin(), now.end(), before.begin(), before.end()));
    before = now;
  }
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(result_of(output()), expected);
}

TEST_F(Weather, AFullDiskLosesNothing) {
  const std::string expected = undisturbed();
  std::filesystem::rename(folder_.path() / "whole", output());
  for (const char* later : {"3", "4", "5", "6"})
    std::filesystem::remove_all(output() / fmt::format("checkpoint-{}", later));
  const auto kilobytes =
      std::filesystem::file_size(output() / "checkpoint-2" / "optimizer.safetensors") / 1024;
  for (const uintmax_t limit : {uintmax_t{1}, kilobytes / 4, kilobytes / 2 + 8, kilobytes - 1}) {
    // A limit on the size of files: writing beyond it fails, as on a full disk.
    const Words limited = {"bash", "-c", fmt::format("ulimit -f {}; exec \"$@\"", limit), "sh"};
    const Outcome run = run_tutti(train_words(output()), "", {}, limited);
    // Checkpoints have moments, which need twice as much as the model that is written at the end.
    EXPECT_EQ(run.code, limit > kilobytes / 2 ? 0 : 5) << run.err;
    EXPECT_EQ(steps_saved(output()), (std::vector<int64_t>{1, 2})) << run.err;
  }
  const Outcome run = run_tutti(train_words(output()));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(result_of(output()), expected);
}

TEST_F(Weather, ASignalSavesAndSaysHowToGoOn) {
  const Words endless = {"--max_steps", "1000000", "--save_steps", "1000000"};
  const Outcome stopped = run_tutti(train_words(output(), endless), "", {},
                                    {"timeout", "--preserve-status", "-s", "TERM", "5"});
  EXPECT_EQ(stopped.code, 75) << stopped.err;
  expect_contains(stopped.err, "with --resume_from_checkpoint auto continues it");
  EXPECT_EQ(steps_saved(output()).size(), 1U);
}

TEST_F(Weather, TooLittleMemoryNamesTheLargestBatchThatFits) {
  const Words model = {"--max_train_samples", "400", "--max_seq_length", "384", "--max_steps", "1",
                       "--save_steps",        "1",   "--threads",        "1"};
  const auto with_batch = [&](const std::string& batch) {
    Words words = train_words(output(), model);
    words.insert(words.end(), {"--per_device_train_batch_size", batch, "--overwrite_output_dir"});
    return run_tutti(words, "", {}, shell("ulimit -v 700000"));
  };
  const Outcome refused = with_batch("400");
  ASSERT_EQ(refused.code, 4) << refused.err;
  const std::string flag = "--per_device_train_batch_size ";
  const size_t at = refused.err.find(flag);
  ASSERT_NE(at, std::string::npos) << refused.err;
  const std::string batch = refused.err.substr(
      at + flag.size(), refused.err.find(' ', at + flag.size()) - at - flag.size());
  EXPECT_GT(std::stoi(batch), 0);
  const Outcome run = with_batch(batch);
  EXPECT_EQ(run.code, 0) << batch << ": " << run.err;
}

TEST_F(Weather, AnEvaluationTooLargeIsRefusedBeforeTheTraining) {
  const Words words = {"--do_eval",
                       "--validation_file",
                       kQuickstart / "dev.json",
                       "--pack",
                       "none",
                       "--per_device_eval_batch_size",
                       "1000",
                       "--threads",
                       "1",
                       "--max_steps",
                       "1000000",
                       "--max_seq_length",
                       "384"};
  const Outcome run = run_tutti(train_words(output(), words), "", {}, shell("ulimit -v 700000"));
  EXPECT_EQ(run.code, 4) << run.err;
  expect_contains(run.err, "--per_device_eval_batch_size");
  EXPECT_TRUE(steps_saved(output()).empty());
}

TEST_F(Weather, ACheckpointOfANegativeStepIsSkipped) {
  const Words two = {"--max_steps", "2"};
  ASSERT_EQ(run_tutti(train_words(output(), two)).code, 0);
  const Path checkpoint = output() / "checkpoint-2", state = checkpoint / "trainer_state.json";
  nlohmann::json saved = format::read_json(state);
  saved["global_step"] = -1;
  const std::string text = saved.dump();
  write_file_atomically(state, text);
  nlohmann::json mark = format::read_json(checkpoint / "complete.json");
  mark["files"]["trainer_state.json"] = {{"bytes", text.size()}, {"sha256", sha256_hex(text)}};
  write_file_atomically(checkpoint / "complete.json", mark.dump());
  const Outcome run = run_tutti(train_words(output()));
  EXPECT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "checkpoint-2: ");
  expect_contains(run.err, "trainer_state.json: global_step is -1, expected 0 or more");
}

TEST_F(Weather, ALowLimitOfTheStackIsNoObstacle) {
  for (const char* limit : {"1024", "64"}) {
    const Words words = {"--max_steps", "1", "--overwrite_output_dir"};
    const Outcome run =
        run_tutti(train_words(output(), words), "", {}, shell(fmt::format("ulimit -s {}", limit)));
    EXPECT_EQ(run.code, 0) << limit << ": " << run.err;
  }
}

TEST_F(Weather, NobodyWhoReadsDoesNotEndATraining) {
  const std::string expected = undisturbed();
  const Path code = folder_.path() / "code";
  const Words closed = {"sh", "-c", "{ \"$@\" 2>&1; echo $? > " + code.string() + "; } | true",
                        "sh"};
  run_tutti(train_words(output()), "", {}, closed);
  ASSERT_EQ(read_file(code), "0\n");
  EXPECT_EQ(result_of(output()), expected);
}

TEST_F(Weather, AHomeThatCannotBeWrittenCostsAWarning) {
  const Words words = {"train",
                       "--do_train",
                       "--allow_missing_tensors",
                       "--model_name_or_path",
                       kQuickstart / "tiny_bert",
                       "--train_file",
                       kQuickstart / "dev.json",
                       "--max_steps",
                       "1",
                       "--per_device_train_batch_size",
                       "1",
                       "--output_dir",
                       output()};
  const Outcome run = run_tutti(words, "", {{"HOME", "/dev/null/nowhere"}});
  EXPECT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "prepared data is not kept");
}

TEST_F(Weather, WithoutProcItSaysWhatItDoesNotKnow) {
  const Words hidden = {
      "unshare", "--mount", "sh", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "sh"};
  if (run_tutti({"--version"}, "", {}, hidden).code != 0) GTEST_SKIP() << "no right to hide /proc";
  const Outcome run = run_tutti(train_words(output(), {"--max_steps", "1"}), "", {}, hidden);
  EXPECT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "(no /proc)");
}

TEST_F(Weather, TheOutputFolderIsLocked) {
  std::filesystem::create_directories(output());
  const FolderLock lock(output());
  for (const Words& flags :
       {Words{}, Words{"--overwrite_output_dir"}, Words{"--resume_from_checkpoint", "auto"}}) {
    const Outcome run = run_tutti(train_words(output(), flags));
    EXPECT_EQ(run.code, 2);
    expect_contains(run.err, std::to_string(::getpid()));
    // Also where the first run has written something by now.
    std::filesystem::create_directories(output() / "checkpoint-2");
  }
}

TEST_F(Weather, ASignalWhileDataAreReadStopsInOrder) {
  // Some seconds of work for one thread.
  const auto small = format::read_json(kQuickstart / "train.json");
  nlohmann::json large = {{"data", nlohmann::json::array()}};
  for (int copy = 0; copy < 15; copy++)
    for (auto article : small["data"]) {
      for (auto& paragraph : article["paragraphs"])
        for (auto& question : paragraph["qas"])
          question["id"] = fmt::format("{} {}", question["id"].get<std::string>(), copy);
      large["data"].push_back(article);
    }
  write_file_atomically(folder_.path() / "large.json", large.dump());
  Words words = train_words(output(), {"--threads", "1", "--max_steps", "100000"});
  words.insert(words.end(),
               {"--train_file", folder_.path() / "large.json", "--max_train_samples", "100000000"});
  const Outcome run =
      run_tutti(words, "", {}, {"timeout", "--preserve-status", "-s", "TERM", "0.7"});
  EXPECT_EQ(run.code, 75) << run.err;
}

TEST_F(Weather, NobodyWhoReadsDoesNotLoseResults) {
  const Path code = folder_.path() / "code";
  const Words closed = {"sh", "-c", "{ \"$@\" 2>&1; echo $? > " + code.string() + "; } | true",
                        "sh"};
  run_tutti(train_words(output(), {"--do_eval", "--validation_file", kQuickstart / "dev.json"}), "",
            {}, closed);
  EXPECT_TRUE(std::filesystem::exists(output() / "all_results.json"));
}

TEST_F(Weather, PlannedMemoryIsWhatIsUsed) {
  const Outcome run = run_tutti(
      train_words(output(), {"--per_device_train_batch_size", "16", "--max_seq_length", "384"}));
  ASSERT_EQ(run.code, 0) << run.err;
  const auto results = format::read_json(output() / "train_results.json");
  const double planned = results["peak_bytes"], used = results["resident_peak_bytes"];
  if (used == 0) GTEST_SKIP() << "no /proc here";
  EXPECT_NEAR(planned, used, 0.1 * used);
}

}  // namespace
}  // namespace tutti
