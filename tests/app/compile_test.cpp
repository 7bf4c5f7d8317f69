// SPDX-License-Identifier: Apache-2.0
// `tutti compile`, with the fake plugin in the place of a TPU's.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "app/launch/launch_bundle.h"
#include "app/small_models.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// `tutti COMMAND` for a training of the quickstart's model, with a plugin that does as it is told.
Outcome run_with_fake(const std::string& command, const Words& more, const std::string& told = "") {
  Words words = {command,
                 "--model_name_or_path",
                 (quickstart_folder() / "tiny_bert").string(),
                 "--train_file",
                 (quickstart_folder() / "train.json").string(),
                 "--max_train_samples",
                 "24",
                 "--do_train",
                 "--allow_missing_tensors"};
  words.insert(words.end(), more.begin(), more.end());
  return run_tutti(words, "",
                   {{"PJRT_NAMES_AND_LIBRARY_PATHS", std::string("tpu:") + TUTTI_FAKE_PLUGIN},
                    {"TUTTI_FAKE_PJRT", told}});
}

TEST(Compile, TellsOfEachProgramThatTheDataNeed) {
  const Outcome run =
      run_with_fake("compile", {"--target", "tpu:v5e", "--precision", "bf16",
                                "--gradient_accumulation_steps", "2", "--do_eval",
                                "--validation_file", (quickstart_folder() / "dev.json").string(),
                                "--max_eval_samples", "8", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const nlohmann::json report = format::parse_json(run.out, "compile");
  EXPECT_EQ(report["compiler"], "fake v1");
  EXPECT_EQ(report["precision"], "bf16");
  std::map<std::string, int> functions;
  std::set<std::string> texts;
  for (const auto& program : report["programs"]) {
    functions[program["function"].get<std::string>()]++;
    texts.insert(program["sha256"].get<std::string>());
    EXPECT_TRUE(program["fits"].get<bool>());
    EXPECT_EQ(program["peak_bytes"], 140);
    EXPECT_EQ(program["flops"], 1500);
    EXPECT_EQ(program["bytes_accessed"], 3000);
    // 1,500 FLOPs at 197 T a second take less than 3,000 bytes at 819 G.
    EXPECT_EQ(program["limited_by"], "memory");
    EXPECT_NEAR(program["least_seconds"].get<double>(), 3000 / 819e9, 1e-11);
  }
  EXPECT_EQ(functions.count("gradients"), 1U);
  EXPECT_EQ(functions["merge"], 1);
  EXPECT_EQ(functions["apply"], 1);
  EXPECT_EQ(functions.count("forward"), 1U);
  EXPECT_EQ(texts.size(), report["programs"].size());
}

TEST(Compile, ExitCodesSayWhatIsWrong) {
  const Words on_v5e = {"--target", "tpu:v5e", "--max_steps", "1"};
  const Outcome lack = run_with_fake("compile", on_v5e, "fail=89:8");
  EXPECT_EQ(lack.code, 4);
  expect_contains(lack.out, "RESOURCE_EXHAUSTED: told to fail");
  expect_contains(lack.out, "Not even one feature fits: take a smaller model or --max_seq_length");
  const Outcome refused = run_with_fake("compile", on_v5e, "fail=89:13");
  EXPECT_EQ(refused.code, 2);
  expect_contains(refused.out, "PJRT_Compile failed: INTERNAL: told to fail");
  const Outcome needs_device = run_with_fake("compile", on_v5e, "fail=82:12");
  EXPECT_EQ(needs_device.code, 3);
  expect_contains(needs_device.err, "compiles for no device that is not there");
  const Outcome crashed = run_with_fake("compile", on_v5e, "abort=89");
  EXPECT_EQ(crashed.code, 3);
  expect_contains(crashed.err, "the compiler was ended by Aborted");
  const Outcome unknown = run_with_fake("compile", {"--target", "tpu:v99"});
  EXPECT_EQ(unknown.code, 2);
  expect_contains(unknown.err, "--target tpu:v99: found no such device, expected one of ");
  const Outcome absent = run_with_fake("compile", {"--target", "cuda:h100"});
  EXPECT_EQ(absent.code, 3);
  expect_contains(absent.err, "pip install --no-deps jax-cuda12-pjrt");
  const Outcome none = run_with_fake("compile", {});
  EXPECT_EQ(none.code, 2);
  expect_contains(none.err, "--target is missing");
}

TEST(Compile, KeepsProgramsForATraining) {
  const TemporaryFolder folder;
  const Path kept = folder.path() / "kept";
  const Outcome run = run_with_fake(
      "compile", {"--target", "tpu:v5e", "--max_steps", "1", "--compiled_dir", kept.string()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(std::distance(fs::directory_iterator(kept), fs::directory_iterator()), 1);
  // A training there has the same programs. The plugin computes nothing that it could go on with.
  const Outcome there =
      run_with_fake("train", {"--backend", "pjrt=tpu", "--max_steps", "1", "--compiled_dir",
                              kept.string(), "--output_dir", (folder.path() / "trained").string()});
  expect_contains(there.err, "@step for pjrt=tpu: loaded from " + kept.string());
  fs::permissions(kept, fs::perms::group_read, fs::perm_options::add);
  const Outcome open = run_with_fake(
      "compile", {"--target", "tpu:v5e", "--max_steps", "1", "--compiled_dir", kept.string()});
  EXPECT_EQ(open.code, 5);
  expect_contains(open.err, "compiled programs cannot be kept there: is open to others");
  const Outcome missing = run_with_fake(
      "train", {"--backend", "pjrt=tpu", "--compiled_dir", (folder.path() / "none").string(),
                "--output_dir", (folder.path() / "out").string()});
  EXPECT_EQ(missing.code, 2);
  expect_contains(missing.err, "found no such folder of compiled programs");
}

TEST(Compile, ProgramsTravelWithAJob) {
  launch::Bundle bundle{{}, R"({"arguments": {"seed": 1, "compiled_dir": null}})"};
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "kept");
  fs::permissions(folder.path() / "kept", fs::perms::owner_all);
  write_file_atomically(folder.path() / "kept" / "one", "a program");
  app::carry_compiled(bundle, folder.path() / "kept");
  const auto job = format::parse_json(bundle.arguments, "job");
  EXPECT_EQ(job["arguments"]["compiled_dir"], "in/compiled_programs");
  EXPECT_EQ(job["arguments"]["seed"], 1);
  launch::write_bundle(bundle, folder.path() / "sent");
  const Path there = folder.path() / "sent" / "in" / "compiled_programs";
  EXPECT_EQ(read_file(there / "one"), "a program");
  EXPECT_EQ(fs::status(there).permissions(), fs::perms::owner_all);
}

}  // namespace
}  // namespace tutti::test
