// SPDX-License-Identifier: Apache-2.0
// `tutti train` as a user runs it, on the tiny BERT and the slice of SQuAD that the project
// carries.
#include <gtest/gtest.h>

#include <set>

#include "app/checkpoint_hash.h"
#include "app/small_models.h"
#include "base/hash.h"
#include "format/json.h"
#include "nlohmann/json.hpp"
#include "pass/pipeline.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

Words train_words(const Path& output, const Words& more = {}) {
  return train_quickstart_words(
      output,
      "--max_train_samples 200 --max_steps 8 --per_device_train_batch_size 4 --logging_steps 2 "
      "--save_steps 3 --learning_rate 1e-3",
      more);
}

std::string hash_of(const Path& file) {
  return sha256_hex(read_file(file));
}

TEST(Train, WritesTheOutputFolder) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  const Outcome run = run_tutti(train_words(
      output, {"--do_eval", "--validation_file", (quickstart_folder() / "dev.json").string(),
               "--max_eval_samples", "20", "--per_device_eval_batch_size", "16"}));
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* file :
       {"config.json", "model.safetensors", "vocab.txt", "tokenizer_config.json",
        "train_results.json", "eval_results.json", "all_results.json", "trainer_state.json",
        "eval_predictions.json", "eval_nbest_predictions.json", "run.json",
        "checkpoint-3/complete.json", "checkpoint-6/optimizer.safetensors"})
    EXPECT_TRUE(fs::exists(output / file)) << file;
  EXPECT_FALSE(fs::is_empty(output / "runs"));
  const auto state = format::read_json(output / "trainer_state.json");
  EXPECT_EQ(state["global_step"], 8);
  EXPECT_EQ(state["log_history"].size(), 4u);
  EXPECT_GT(state["log_history"][3]["loss"], 0);
  EXPECT_EQ(state["log_history"][3]["learning_rate"], 1e-3f / 8);
  EXPECT_NE(run.err.find("has no weights"), std::string::npos) << run.err;
}

TEST(Train, SavesWhenToldTo) {
  const TemporaryFolder folder;
  const Path never = folder.path() / "never", epochs = folder.path() / "epochs";
  ASSERT_EQ(run_tutti(train_words(never, {"--save_strategy", "no"})).code, 0);
  EXPECT_TRUE(fs::exists(never / "model.safetensors"));
  for (const auto& entry : fs::directory_iterator(never))
    EXPECT_FALSE(entry.path().filename().string().starts_with("checkpoint")) << entry.path();
  // 12 questions, each of one feature, are 3 steps.
  const Outcome run =
      run_tutti(train_words(epochs, {"--save_strategy", "epoch", "--max_train_samples", "12"}));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(fs::exists(epochs / "checkpoint-3/complete.json"));
  EXPECT_TRUE(fs::exists(epochs / "checkpoint-6/complete.json"));
}

TEST(Train, EvaluatesAndSavesTheLastStep) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  const Words words =
      train_words(output, {"--validation_file", (quickstart_folder() / "dev.json").string(),
                           "--max_eval_samples", "10", "--eval_strategy", "steps", "--eval_steps",
                           "5", "--load_best_model_at_end", "--metric_for_best_model", "eval_f1"});
  const Outcome run = run_tutti(words);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(fs::exists(output / "checkpoint-8/complete.json"));
  const auto state = format::read_json(output / "trainer_state.json");
  std::set<int64_t> evaluated;
  for (const auto& entry : state["log_history"])
    if (entry.contains("eval_f1")) evaluated.insert(entry["step"].get<int64_t>());
  EXPECT_EQ(evaluated, (std::set<int64_t>{5, 8}));
  for (const auto& entry : fs::directory_iterator(output / "runs"))
    EXPECT_NE(read_file(entry.path()).find("eval/exact_match"), std::string::npos);
  // Nothing is left to do; another layout of batches would have been said.
  Words again = words;
  again.insert(again.end(), {"--resume_from_checkpoint", "auto", "--pack", "none"});
  const Outcome resumed = run_tutti(again);
  EXPECT_EQ(resumed.code, 0);
  EXPECT_NE(resumed.err.find("pack"), std::string::npos) << resumed.err;
}

TEST(Train, TakesTheFlagsOfRunQaThatChangeNoResult) {
  const TemporaryFolder folder;
  const Path plain = folder.path() / "plain", flags = folder.path() / "flags";
  ASSERT_EQ(run_tutti(train_words(plain, {"--pack", "none"})).code, 0);
  const Path events = folder.path() / "events";
  const Outcome run =
      run_tutti(train_words(flags, {"--optim", "adamw_torch_fused", "--report_to", "tensorboard",
                                    "--logging_dir", events.string(), "--disable_tqdm", "True",
                                    "--save_safetensors", "True", "--pad_to_max_length"}));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("--optim adamw_torch_fused: this is AdamW"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("--pad_to_max_length: the same as --pack none"), std::string::npos)
      << run.err;
  EXPECT_EQ(hash_of(flags / "model.safetensors"), hash_of(plain / "model.safetensors"));
  EXPECT_FALSE(fs::is_empty(events));
  EXPECT_FALSE(fs::exists(flags / "runs"));
  const Path silent = folder.path() / "silent";
  ASSERT_EQ(run_tutti(train_words(silent, {"--report_to", "none"})).code, 0);
  EXPECT_FALSE(fs::exists(silent / "runs"));
  const Outcome refused = run_tutti(train_words(silent, {"--save_safetensors", "False"}));
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("leave the flag out"), std::string::npos) << refused.err;
}

TEST(Train, MessagesOnATerminalHaveLinesOfTheirOwn) {
  const TemporaryFolder folder;
  const Words words = train_words(
      folder.path() / "out", {"--logging_steps", "2", "--save_strategy", "no", "--validation_file",
                              (quickstart_folder() / "dev.json").string(), "--max_eval_samples",
                              "4", "--eval_strategy", "steps", "--eval_steps", "4"});
  const Outcome run = run_tutti(words, "", {}, {"sh", "-c", "script -qec \"$*\" /dev/null", "sh"});
  ASSERT_EQ(run.code, 0) << run.out;
  for (const char* message :
       {"step 2/8  epoch", "step 8/8  epoch", "evaluated step 4: exact_match ",
        "evaluated step 8: ", "the trained model is in "}) {
    const size_t at = run.out.find(message);
    ASSERT_NE(at, std::string::npos) << message;
    EXPECT_TRUE(run.out[at - 1] == '\n' || run.out.substr(at - 5, 5) == "\r\x1b[2K") << message;
  }
  // The last bar stays, and what comes next is below it.
  const size_t last = run.out.find("the trained model is in ");
  const size_t bar = run.out.rfind("8/8  loss", last);
  ASSERT_NE(bar, std::string::npos);
  EXPECT_NE(run.out.substr(bar, last - bar).find('\n'), std::string::npos);
}

// transformers' TrainerState.compute_steps: ceil(steps * ratio).
TEST(Train, StepsBelowOneAreAShareOfAllSteps) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  const Outcome run = run_tutti(
      train_words(output, {"--logging_steps", "0.25", "--save_steps", "0.3", "--validation_file",
                           (quickstart_folder() / "dev.json").string(), "--max_eval_samples", "4",
                           "--eval_strategy", "steps", "--eval_steps", "0.5"}));
  ASSERT_EQ(run.code, 0) << run.err;
  const auto state = format::read_json(output / "trainer_state.json");
  std::set<int64_t> logged, evaluated;
  for (const auto& entry : state["log_history"])
    (entry.contains("eval_f1") ? evaluated : logged).insert(entry["step"].get<int64_t>());
  EXPECT_EQ(logged, (std::set<int64_t>{2, 4, 6, 8}));
  EXPECT_EQ(evaluated, (std::set<int64_t>{4, 8}));
  EXPECT_NE(run.err.find("evaluated step 4: exact_match "), std::string::npos) << run.err;
  EXPECT_FALSE(fs::exists(output / ".lock"));
  EXPECT_TRUE(fs::exists(output / "checkpoint-3/complete.json")) << "ceil(0.3 * 8)";
  EXPECT_TRUE(fs::exists(output / "checkpoint-6/complete.json"));
  for (const char* bad : {"1.5", "0"}) {
    const Outcome refused = run_tutti(train_words(folder.path() / "bad", {"--save_steps", bad}));
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("a share of all steps between 0 and 1"), std::string::npos);
  }
}

TEST(Train, NeverWritesOverTheModelItReads) {
  const TemporaryFolder folder;
  const Path model = folder.path() / "model";
  fs::copy(quickstart_folder() / "tiny_bert", model);
  fs::create_directories(model / "own");
  write_file_atomically(model / "own" / "weights", "precious");
  fs::create_directory_symlink(model, folder.path() / "alias");
  const Words read = {"--model_name_or_path", model.string()};
  const auto refusal = [&](const Path& output, Words more) {
    more.insert(more.end(), read.begin(), read.end());
    const Outcome run = run_tutti(train_words(output, more));
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.err.find("overwrite"), std::string::npos) << run.err;
    return run.err;
  };
  for (const Path& same : {model, model / "", folder.path() / "alias", model / "own" / ".."})
    for (const Words& more :
         {Words{}, Words{"--overwrite_output_dir"}, Words{"--resume_from_checkpoint", "auto"}})
      EXPECT_NE(refusal(same, more).find("a separate folder"), std::string::npos);
  for (const Words& more : {Words{}, Words{"--overwrite_output_dir"}})
    EXPECT_NE(refusal(model / "own", more).find("inside the folder of"), std::string::npos);
  EXPECT_NE(refusal(model, {"--tokenizer_name", model.string(), "--overwrite_output_dir"})
                .find("a separate folder"),
            std::string::npos);
  EXPECT_EQ(read_file(model / "own" / "weights"), "precious");
  EXPECT_FALSE(fs::exists(model / "run.json"));
  EXPECT_EQ(run_tutti(train_words(model / "new", read)).code, 0) << "a new folder is the run's own";
}

TEST(Train, TextThatIsNotUtf8IsRefused) {
  const TemporaryFolder folder;
  const Outcome run = run_tutti(train_words(folder.path() / "v\xffx"));
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("expected UTF-8"), std::string::npos) << run.err;
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Train, WritesAProfile) {
  const TemporaryFolder folder;
  const Path trace = folder.path() / "trace.json";
  const Outcome run = run_tutti(train_words(folder.path() / "out", {"--profile", trace.string()}));
  ASSERT_EQ(run.code, 0) << run.err;
  std::set<std::string> kinds;
  const auto written = format::read_json(trace);
  for (const auto& event : written["traceEvents"]) kinds.insert(event["name"].get<std::string>());
  EXPECT_TRUE(kinds.count("stablehlo.dot_general"));
  EXPECT_TRUE(kinds.count("tutti.adamw"));
  EXPECT_NE((run.out + run.err).find("stablehlo.dot_general"), std::string::npos) << run.err;
}

TEST(Train, PlansNoMoreMicroBatchesThanThereAre) {
  const TemporaryFolder folder;
  const auto sums = [&](const std::string& accumulated) {
    const Outcome run =
        run_tutti({"train", "--model_name_or_path", (quickstart_folder() / "tiny_bert").string(),
                   "--train_file", (quickstart_folder() / "train.json").string(), "--do_train",
                   "--max_train_samples", "8", "--max_steps", "1", "--per_device_train_batch_size",
                   "4", "--gradient_accumulation_steps", accumulated, "--allow_missing_tensors",
                   "--output_dir", (folder.path() / accumulated).string()});
    EXPECT_EQ(run.code, 0) << run.err;
    const size_t at = run.err.find(", sums ");
    return run.err.substr(at, run.err.find(", saving") - at);
  };
  const std::string all = sums("4");
  EXPECT_EQ(all.find(", sums "), 0u);
  EXPECT_EQ(sums("64"), all);
}

TEST(Train, WritesAProfileOfAnEvaluationAlone) {
  const TemporaryFolder folder;
  const Path trace = folder.path() / "trace.json";
  const Outcome run =
      run_tutti({"train", "--do_eval", "--allow_missing_tensors", "--model_name_or_path",
                 (quickstart_folder() / "tiny_bert").string(), "--validation_file",
                 (quickstart_folder() / "dev.json").string(), "--max_eval_samples", "20",
                 "--output_dir", (folder.path() / "out").string(), "--profile", trace.string()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_GT(format::read_json(trace)["traceEvents"].size(), 20u);
  EXPECT_NE((run.out + run.err).find("tutti.attention"), std::string::npos) << run.err;
}

TEST(Train, ShowsPassesAndLeavesThemOut) {
  const TemporaryFolder folder;
  const Path shown = folder.path() / "passes", plain = folder.path() / "plain",
             apart = folder.path() / "apart";
  ASSERT_EQ(run_tutti(train_words(plain, {"--bf16", "--dump_passes", shown.string()})).code, 0);
  std::set<std::string> passes;
  for (const auto& entry : fs::directory_iterator(shown)) {
    const std::string name = entry.path().stem().string();  // "007-step-dead-code"
    if (name.find("-step-") == name.npos) continue;
    passes.insert(name.substr(name.find("-step-") + 6));
    EXPECT_GT(fs::file_size(entry), 100) << name;
  }
  for (const std::string& pass : pass::pass_names()) EXPECT_TRUE(passes.contains(pass)) << pass;
  // What shares no memory computes the same.
  ASSERT_EQ(run_tutti(train_words(apart, {"--bf16", "--skip_passes", "memory-plan"})).code, 0);
  EXPECT_EQ(hash_of(plain / "model.safetensors"), hash_of(apart / "model.safetensors"));
  const auto refused = [&](const char* pass) {
    const Outcome run = run_tutti(train_words(folder.path() / "none", {"--skip_passes", pass}));
    EXPECT_EQ(run.code, 2);
    return run.err;
  };
  EXPECT_NE(refused("magic").find("memory-plan"), std::string::npos);
  EXPECT_NE(refused("differentiate").find("gradients"), std::string::npos);
  EXPECT_NE(refused("assemble").find("gradients"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder.path() / "none"));
}

TEST(Train, ARunFileRepeatsTheRun) {
  const TemporaryFolder folder;
  const Path first = folder.path() / "first", second = folder.path() / "second";
  ASSERT_EQ(run_tutti(train_words(first)).code, 0);
  const Outcome again =
      run_tutti({"train", (first / "run.json").string(), "--output_dir", second.string()});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(hash_of(first / "model.safetensors"), hash_of(second / "model.safetensors"));
}

TEST(Train, AFolderWithCheckpointsIsNotOverwritten) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  ASSERT_EQ(run_tutti(train_words(output)).code, 0);
  const Outcome refused = run_tutti(train_words(output));
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("--resume_from_checkpoint auto"), std::string::npos) << refused.err;
}

TEST(Train, OverwritingRemovesTheEarlierRunsCheckpoints) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  ASSERT_EQ(run_tutti(train_words(output)).code, 0);
  ASSERT_TRUE(fs::exists(output / "checkpoint-6"));
  const std::string model = (output / "checkpoint-6").string();
  const Outcome of_one =
      run_tutti(train_words(output, {"--overwrite_output_dir", "--model_name_or_path", model}));
  EXPECT_EQ(of_one.code, 2) << of_one.err;
  ASSERT_TRUE(fs::exists(output / "checkpoint-6"));
  const Outcome again =
      run_tutti(train_words(output, {"--overwrite_output_dir", "--max_steps", "4"}));
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(fs::exists(output / "checkpoint-3"));
  EXPECT_FALSE(fs::exists(output / "checkpoint-6"));
}

TEST(Train, TheFolderOfARunIsNoCheckpoint) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  ASSERT_EQ(run_tutti(train_words(output)).code, 0);
  const Outcome run =
      run_tutti(train_words(folder.path() / "next", {"--resume_from_checkpoint", output.string()}));
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("this is the folder of a run"), std::string::npos) << run.err;
}

TEST(Train, ACorrectedMistakeRuns) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  const Outcome mistake = run_tutti(train_words(output, {"--train_file", "/nowhere/train.json"}));
  EXPECT_EQ(mistake.code, 5) << mistake.err;
  const Outcome corrected = run_tutti(train_words(output));
  EXPECT_EQ(corrected.code, 0) << corrected.err;
}

TEST(Train, WhatCannotHoldIsRefused) {
  const TemporaryFolder folder;
  const auto refusal = [&](const Words& more) {
    const Outcome run = run_tutti(train_words(folder.path() / "out", more));
    EXPECT_EQ(run.code, 2) << run.err;
    return run.err;
  };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(refusal({"--max_steps", "0"}), "--num_train_epochs"));
  EXPECT_TRUE(has(refusal({"--bf16", "--precision", "f32"}), "contradicts"));
  EXPECT_TRUE(has(refusal({"--fp16", "--bf16"}), "contradicts"));
  EXPECT_TRUE(has(refusal({"--loss_scale", "dynamic"}), "--precision fp16"));
  EXPECT_TRUE(has(refusal({"--fp16", "--loss_scale", "0"}), "from 1 to 2^100"));
  EXPECT_TRUE(has(refusal({"--fp16", "--loss_scale", "much"}), "expected dynamic, or a number"));
  EXPECT_TRUE(has(refusal({"--memory_budget", "1.5"}), "expected bytes with a unit"));
  EXPECT_TRUE(has(refusal({"--memory_budget", "101%"}), "expected bytes with a unit"));
  EXPECT_TRUE(has(refusal({"--memory_budget", "60%", "--gradient_checkpointing"}), "contradicts"));
  EXPECT_TRUE(has(refusal({"--auto_find_batch_size", "--micro_batches", "2"}), "contradicts"));
  EXPECT_TRUE(has(refusal({"--load_best_model_at_end"}), "--eval_strategy"));
  EXPECT_TRUE(has(refusal({"--early_stopping_patience", "2"}), "--eval_strategy"));
  EXPECT_TRUE(has(refusal({"--metric_for_best_model", "accuracy"}), "exact_match"));
  EXPECT_TRUE(has(refusal({"--max_seq_length", "2000"}), "max_position_embeddings"));
  EXPECT_TRUE(has(refusal({"--resume_from_checkpoint", "/nowhere"}), "no such folder"));
  EXPECT_TRUE(has(refusal({"--profile", "--do_eval"}), "the flag --do_eval follows it"));
}

TEST(Train, AHangupThatIsIgnoredDoesNotStopIt) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  const Outcome run =
      run_tutti(train_words(output), "", {},
                {"sh", "-c", "trap '' HUP; \"$@\" & sleep 0.3; kill -HUP $!; wait $!", "sh"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(fs::exists(output / "train_results.json"));
}

TEST(Train, ResumesToTheSameBits) {
  const TemporaryFolder folder;
  const Path whole = folder.path() / "whole", cut = folder.path() / "cut";
  ASSERT_EQ(run_tutti(train_words(whole)).code, 0);
  ASSERT_EQ(run_tutti(train_words(cut)).code, 0);
  // As if the machine had gone down after step 6, in the middle of writing a checkpoint.
  fs::remove(cut / "model.safetensors");
  fs::rename(cut / "checkpoint-8", cut / ".unfinished-checkpoint-8");
  const Outcome resumed = run_tutti(train_words(cut, {"--resume_from_checkpoint", "auto"}));
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_NE(resumed.err.find("resumed at 6"), std::string::npos) << resumed.err;
  EXPECT_EQ(hash_of(whole / "model.safetensors"), hash_of(cut / "model.safetensors"));
  EXPECT_EQ(format::read_json(whole / "trainer_state.json")["log_history"],
            format::read_json(cut / "trainer_state.json")["log_history"]);
  EXPECT_FALSE(fs::exists(cut / ".unfinished-checkpoint-8"));
}

/// A checkpoint as it was before runs recorded --max_processes.
void forget_max_processes(const Path& checkpoint) {
  const Path file = checkpoint / "trainer_state.json", mark = checkpoint / "complete.json";
  auto state = format::read_json(file);
  EXPECT_EQ(state["settings"].erase("max_processes"), 1u);
  write_file_atomically(file, state.dump());
  auto sums = format::read_json(mark);
  sums["files"]["trainer_state.json"] = {{"bytes", state.dump().size()}, {"sha256", hash_of(file)}};
  write_file_atomically(mark, sums.dump());
}

TEST(Train, AResumeAddsInAsManyPartsAsTheRunDid) {
  const TemporaryFolder folder;
  const auto train = [&](const char* name, const Words& more) {
    Words words = {"--gradient_accumulation_steps", "4", "--max_steps", "4", "--save_steps", "2",
                   "--per_device_train_batch_size", "2"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome run = run_tutti(train_words(folder.path() / name, words));
    EXPECT_EQ(run.code, 0) << run.err;
    return checkpoint_hash(folder.path() / name, 4);
  };
  const std::string tree = train("tree", {"--max_processes", "0"}), chain = train("chain", {});
  EXPECT_NE(tree, chain);
  EXPECT_EQ(train("one", {"--max_processes", "1"}), chain);
  EXPECT_EQ(train("given", {"--micro_batches", "4"}), tree);
  const auto state = format::read_json(folder.path() / "chain" / "trainer_state.json");
  EXPECT_EQ(state["settings"]["max_processes"], 1);
  fs::create_directories(folder.path() / "old");
  fs::rename(folder.path() / "tree" / "checkpoint-2", folder.path() / "old" / "checkpoint-2");
  forget_max_processes(folder.path() / "old" / "checkpoint-2");
  EXPECT_EQ(train("old", {"--resume_from_checkpoint", "auto"}), tree);
}

TEST(Train, AWrongModelLeavesNothingBehind) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  const Outcome run = run_tutti({"train", "--model_name_or_path", "/nowhere/at/all", "--do_train",
                                 "--train_file", "x.json", "--output_dir", output.string()});
  EXPECT_EQ(run.code, 5);
  EXPECT_FALSE(fs::exists(output));
}

TEST(Train, BadInputWritesNothing) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out", profile = folder.path() / "none" / "trace.json";
  const std::vector<Words> mistakes = {
      {"--train_file", "/nowhere/train.json"},
      {"--train_file", (quickstart_folder() / "tiny_bert/vocab.txt").string()},
      {"--backend", "abacus"},
      {"--devices", "2"},
      {"--doc_stride", "500"},
      {"--num_train_epochs", "0", "--max_steps", "-1"},
      {"--adam_beta1", "1"},
      {"--profile", profile.string()}};
  for (const Words& mistake : mistakes) {
    const Outcome run = run_tutti(train_words(output, mistake));
    EXPECT_NE(run.code, 0) << mistake[0];
    EXPECT_FALSE(fs::exists(output)) << mistake[0] << ": " << run.err;
  }
}

/// A copy of the tiny BERT whose files may be changed.
Path copy_of_tiny_bert(const Path& folder) {
  const Path copy = folder / "model";
  fs::copy(quickstart_folder() / "tiny_bert", copy);
  return copy;
}

TEST(Train, AModelTooLargeIsRefusedBeforeItIsMade) {
  const TemporaryFolder folder;
  const Path model = copy_of_tiny_bert(folder.path());
  auto config = format::read_json(model / "config.json");
  config["hidden_size"] = 65536;
  config["intermediate_size"] = 262144;
  config["num_hidden_layers"] = 200;  // 40 TB of parameters
  write_file_atomically(model / "config.json", config.dump());
  const Path output = folder.path() / "out";
  for (const char* what : {"--do_train", "--do_eval"}) {
    const Outcome run = run_tutti(
        {"train", what, "--allow_missing_tensors", "--model_name_or_path", model.string(),
         "--train_file", (quickstart_folder() / "train.json").string(), "--validation_file",
         (quickstart_folder() / "dev.json").string(), "--output_dir", output.string()});
    EXPECT_EQ(run.code, 4) << run.err;
    EXPECT_NE(run.err.find("take a smaller model"), std::string::npos) << run.err;
    EXPECT_FALSE(fs::exists(output));
  }
}

TEST(Train, RunFileHasHashesOfWhatWasRead) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  ASSERT_EQ(run_tutti(train_words(output)).code, 0);
  const auto hashes = format::read_json(output / "run.json")["hashes"];
  EXPECT_EQ(hashes["model"]["config.json"],
            hash_of(quickstart_folder() / "tiny_bert" / "config.json"));
  EXPECT_EQ(hashes["train_features"].get<std::string>().substr(64), ", first 200 questions");
}

TEST(Train, AFileOfTheModelThatCannotBeReadIsAnError) {
  const TemporaryFolder folder;
  const Path model = folder.path() / "model", output = folder.path() / "out";
  fs::copy(quickstart_folder() / "tiny_bert", model);
  fs::create_symlink("nowhere", model / "other.safetensors");  // none of the weights
  const Outcome run = run_tutti(train_words(output, {"--model_name_or_path", model.string()}));
  EXPECT_EQ(run.code, 5) << run.err;
  EXPECT_NE(run.err.find("other.safetensors"), std::string::npos) << run.err;
  EXPECT_FALSE(fs::exists(output / "run.json"));
}

TEST(Predict, HoldsTheModelsPositions) {
  const Outcome run =
      run_tutti({"predict", "--model_name_or_path", (quickstart_folder() / "tiny_bert").string(),
                 "--question", "Who?", "--context", "It was Ada.", "--max_seq_length", "4096"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("max_position_embeddings"), std::string::npos) << run.err;
}

TEST(Predict, AnswersFromTheContext) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  ASSERT_EQ(run_tutti(train_words(output)).code, 0);
  const Outcome run = run_tutti(
      {"predict", "--json", "--model_name_or_path", output.string(), "--question", "Who wrote it?",
       "--context", "It was written by Ada in the spring.", "--benchmark", "--iterations", "2"});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto result = nlohmann::json::parse(run.out);
  const std::string answer = result["answers"][0]["answer"];
  EXPECT_NE(std::string("It was written by Ada in the spring.").find(answer), std::string::npos);
  EXPECT_EQ(result["benchmark"]["iterations"], 2);
  EXPECT_NE(result["benchmark"]["device"].get<std::string>().find("thread"), std::string::npos);
}

}  // namespace
}  // namespace tutti::test
