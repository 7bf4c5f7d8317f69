// SPDX-License-Identifier: Apache-2.0
// What the program says to words it does not know, and where it says it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "app/small_models.h"
#include "support/errors.h"
#include "support/pjrt.h"
#include "support/temporary_folder.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::Outcome;
using test::run_tutti;

/// A refusal: exit code 2, nothing on stdout, one line on stderr that contains `part`.
void expect_refused(const std::vector<std::string>& words, const std::string& part, int code = 2) {
  SCOPED_TRACE(fmt::format("{}", fmt::join(words, " ")));
  const Outcome outcome = run_tutti(words);
  EXPECT_EQ(outcome.code, code);
  EXPECT_EQ(outcome.out, "");
  expect_contains(outcome.err, part);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << "colour outside a terminal";
}

TEST(Usage, HelpGoesToStdoutWhereverItStands) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"-h", "train"}, {"train", "--max_steps", "3", "--help"}}) {
    const Outcome outcome = run_tutti(words);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    expect_contains(outcome.out, "Usage: tutti train [MODEL] [RUN_FILE]");
    expect_contains(outcome.out, "--learning_rate NUMBER");
    expect_contains(outcome.out, "[5e-05]");
  }
  expect_contains(run_tutti({"ir", "--help"}).out, "ir grad");
  expect_contains(run_tutti({"--version"}).out, "tutti 0.");
}

TEST(Usage, HelpIsACommandToo) {
  EXPECT_EQ(run_tutti({"help"}).out, run_tutti({"--help"}).out);
  EXPECT_EQ(run_tutti({"help", "train"}).out, run_tutti({"train", "--help"}).out);
  EXPECT_EQ(run_tutti({"help", "ir", "run"}).out, run_tutti({"ir", "run", "--help"}).out);
  expect_refused({"help", "trian"}, "Did you mean train?");
}

TEST(Usage, TrainAloneSaysWhatIsMissing) {
  expect_refused({"train"},
                 "the shortest command is `tutti train MODEL --train_file FILE --do_train "
                 "--output_dir FOLDER`, and `tutti help train` lists");
  expect_refused({"train", "M"},
                 "nothing to do: give --train_file FILE or --dataset_name NAME; --do_train, "
                 "--do_eval or both; --output_dir FOLDER");
  expect_refused({"train", "M", "--train_file", "x.json", "--output_dir", "o"},
                 "nothing to do: give --do_train, --do_eval or both\n");
}

TEST(Usage, WithoutACommandHelpGoesToStderr) {
  const Outcome outcome = run_tutti({});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  expect_contains(outcome.err, "Commands:");
}

TEST(Usage, UnknownWordsGetTheNearest) {
  expect_refused({"trian"}, "Did you mean train?");
  expect_refused({"ir", "verfy"}, "Did you mean ir verify?");
  expect_refused({"train", "--learnin_rate", "3"}, "Did you mean --learning_rate?");
  expect_refused({"train", "--batch_size", "3"}, "Did you mean --per_device_train_batch_size?");
  expect_refused({"train", "--zzzzzzzz"}, "`tutti train` does not take --zzzzzzzz; see");
  expect_refused({"train", "-x"}, "-x: unknown flag");
  expect_refused({"score", "a", "b", "c"}, "\"c\" is one word too many");
  expect_refused({"-x"}, "-x: unknown flag, expected -h, -q, -v or --NAME; see `tutti --help`");
  expect_refused({"--seed", "3"}, "--seed needs a command before it");
  expect_refused({"tr\x1b[31mian"}, "tr\\x1B[31mian");
}

TEST(Usage, FlagsOfRunQaThatWeLackAreNamedWithWhatToUse) {
  expect_refused({"train", "--tf32"}, "--tf32 is not supported: use --precision f32 or --bf16");
  expect_refused({"train", "--evaluation_strategy=steps"}, "use --eval_strategy");
  expect_refused({"train", "--push_to_hub"}, "hf upload");
  expect_refused({"train", "--deepspeed", "x.json"},
                 "use `tutti launch --nproc_per_node N -- train ...`");
  expect_refused({"train", "--project", "x"}, "use --report_to mlflow");
  expect_refused({"merge", "--dtype", "x"}, "Did you mean --torch_dtype?");
}

TEST(Usage, AbbreviatedFlagsGetTheirWholeName) {
  for (const auto& [typed, meant] : {std::pair("--lr", "--learning_rate"),
                                     {"--num_epochs", "--num_train_epochs"},
                                     {"--epochs", "--num_train_epochs"},
                                     {"--max_len", "--max_seq_length"},
                                     {"--log_steps", "--logging_steps"},
                                     {"--grad_accum", "--gradient_accumulation_steps"},
                                     {"--output", "--output_dir"},
                                     {"--wd", "--weight_decay"}})
    expect_refused({"train", typed, "1"}, fmt::format("Did you mean {}?", meant));
  expect_refused({"predict", "--max_len", "64"}, "Did you mean --max_seq_length?");
  expect_refused({"evaluate", "--optim", "adamw_torch"},
                 "`tutti evaluate` does not take --optim (`tutti train` does); see");
}

TEST(Usage, AllProblemsOfALineStandInOneError) {
  const Outcome outcome =
      run_tutti({"train", "--tf32", "--lr", "3e-5", "--deepspeed=x.json", "--local_rank", "-1",
                 "--bogus", "a", "b", "-x", "--seed", "1", "--max_steps"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  for (const char* part :
       {"7 problems", "--tf32 is not supported: use --precision", "does not take --lr.",
        "mean --learning_rate?", "--deepspeed is not supported", "--local_rank is not supported",
        "does not take --bogus", "-x: unknown flag", "--max_steps needs a value"})
    expect_contains(outcome.err, part);
  expect_contains(run_tutti({"train", "--tf32", "--help"}).out, "Usage: tutti train");
}

TEST(Usage, AFlagBehindAFlagBeforeACommandIsNoValue) {
  const Outcome run = run_tutti({"--threads", "--train_file"});
  EXPECT_EQ(run.code, 2) << run.err;
}

TEST(Usage, BadValuesNameWhatIsExpected) {
  expect_refused({"train", "--learning_rate", "fast"}, "found \"fast\", expected a number");
  expect_refused({"train", "--learning_rate", "nan"}, "expected a number of at least 0");
  expect_refused({"train", "--learning_rate", "0,5"}, "found \"0,5\"");
  expect_refused({"train", "--seed", "1.5"}, "expected a whole number");
  expect_refused({"train", "--max_seq_length", "99999999999999999999"}, "a whole number from 8");
  expect_refused({"train", "--warmup_ratio", "1.5"}, "a number from 0 to 1");
  expect_refused({"train", "--pack", "some"}, "expected one of auto, always, none");
  expect_refused({"train", "--do_train=maybe"}, "expected true or false");
  expect_refused({"train", "--max_steps"}, "--max_steps needs a value");
  expect_refused({"score", "a"}, "PREDICTIONS is missing");
  expect_refused({"predict", "--question", "Who?"}, "--model_name_or_path is missing");
  expect_refused({"devices", "--threads", "0"}, "a whole number from 1");
}

TEST(Usage, MissingThingsHaveTheirCodes) {
  expect_refused({"score", "/absent.json", "/absent.json"}, "/absent.json", 5);
  expect_refused({"ir", "run", "x.mlir", "--backend", "neuron"}, "backend pjrt=neuron: ", 3);
  expect_refused({"ir", "run", "x.mlir", "--backend", "abacus"}, "there are: cpu, reference");
}

TEST(Usage, ModelNamesAreLookedUpInTheCache) {
  const test::TemporaryFolder folder;
  const auto look_up = [&](const std::string& name) {
    return run_tutti({"tokenize", "--model_name_or_path", name}, "",
                     {{"HF_HUB_CACHE", folder.path().string()}});
  };
  const Outcome absent = look_up("bert-base-uncased");
  EXPECT_EQ(absent.code, 5);
  expect_contains(absent.err, "hf download bert-base-uncased");
  expect_contains(absent.err, folder.path().string());
  const Path repository = folder.path() / "models--me--mine";
  std::filesystem::create_directories(repository / "snapshots" / "abc123");
  std::filesystem::create_directories(repository / "refs");
  write_file_atomically(repository / "refs" / "main", "abc123");
  expect_contains(look_up("me/mine").err, "snapshots/abc123");
  write_file_atomically(repository / "refs" / "main", "../../../etc");
  const Outcome lying = look_up("me/mine");
  EXPECT_EQ(lying.code, 2);
  expect_contains(lying.err, "expected a commit");
  EXPECT_EQ(look_up("../mine").code, 5);
  EXPECT_EQ(run_tutti({"tokenize", "--model_name_or_path", "a/b"}).code, 5) << "HOME is not set";
}

TEST(Usage, DevicesAndDoctorGiveJson) {
  const auto devices = nlohmann::json::parse(
      run_tutti({"--json", "devices"}, "", {{"CUDA_VISIBLE_DEVICES", "3"}}).out);
  EXPECT_EQ(devices["devices"][0]["backend"], "cpu");
  EXPECT_EQ(devices["environment"]["CUDA_VISIBLE_DEVICES"], "3");
  const Outcome doctor = run_tutti({"doctor", "--json"});
  EXPECT_EQ(doctor.code, 0);
  const auto told = nlohmann::json::parse(doctor.out);
  EXPECT_GE(told["topology"]["cpus"], 1);
  EXPECT_EQ(told["versions"]["tutti"], told["version"]);
  const auto checks = told["checks"];
  ASSERT_FALSE(checks.empty());
  for (const auto& check : checks) {
    EXPECT_TRUE(check["status"] == "ok" || !check["advice"].get<std::string>().empty()) << check;
    EXPECT_NE(check["status"], "error") << check;
  }
}

std::map<std::string, nlohmann::json> sizes_found(const Path& model) {
  const Outcome doctor = run_tutti({"doctor", "--json", "--model", model.string()});
  EXPECT_EQ(doctor.code, 0) << doctor.err;
  const auto list = nlohmann::json::parse(doctor.out)["checks"];
  std::map<std::string, nlohmann::json> checks;
  for (const auto& check : list) checks[check["name"]] = check;
  return checks;
}

TEST(Usage, DoctorListsSizesThatDoNotFit) {
  // The quick start's BERT: 30,522 words, which are looked up, and a head of two numbers.
  const auto bert = sizes_found(test::quickstart_folder() / "tiny_bert").at("sizes by 8");
  EXPECT_EQ(bert["status"], "ok");
  expect_contains(bert["found"],
                  "word_embeddings.weight 30522 x 128 becomes 30528 x 128; "
                  "bert.embeddings.token_type_embeddings.weight and 1 more 2 x 128 stays");
  const test::TemporaryFolder folder;
  test::make_small_decoder(folder.path(), {{"intermediate_size", 61}});
  const auto decoder = sizes_found(folder.path()).at("sizes by 8");
  EXPECT_EQ(decoder["status"], "warning");
  expect_contains(decoder["found"], "mlp.gate_proj.weight and 3 more 61 x 32 becomes 64 x 32");
  expect_contains(decoder["found"], "mlp.down_proj.weight and 1 more 32 x 61 becomes 32 x 64");
  expect_contains(decoder["advice"], "--pad_to_multiple_of 8 adds");
}

TEST(Usage, DevicesSayASharedReasonOnce) {
  const std::string text = run_tutti({"devices"}).out;
  expect_contains(text,
                  "pjrt=tpu     absent: no PJRT plugin for it is installed (pip install libtpu)");
  const size_t first = text.find("PJRT_NAMES_AND_LIBRARY_PATHS");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("PJRT_NAMES_AND_LIBRARY_PATHS", first + 1), std::string::npos) << text;
}

TEST(Usage, DevicesSayWhatBringsACompiler) {
  const Outcome tpu = run_tutti({"devices", "--fetch", "tpu"}, "", {{"PYTHONPATH", "/here/it/is"}});
  EXPECT_EQ(tpu.code, 0) << tpu.err;
  expect_contains(tpu.out, "pip install --no-deps libtpu\nTutti looks for it in ");
  expect_contains(tpu.out, "\n  /here/it/is\n");
  const Outcome unknown = run_tutti({"devices", "--fetch", "neuron"});
  EXPECT_EQ(unknown.code, 2);
  expect_contains(
      unknown.err,
      "Tutti knows no compiler for it that works without the device, expected cuda or tpu");
}

TEST(Usage, ATargetIsValidatedWithoutABackend) {
  const Outcome run =
      run_tutti({"validate", "--model", "m.mlir", "--target", "tpu:v5e", "--backend", "cpu"});
  EXPECT_EQ(run.code, 2);
  expect_contains(run.err, "it cannot be combined with --backend; leave one of them out");
}

TEST(Usage, DevicesAndDoctorShowThoseOfPlugins) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const test::Environment environment = {
      {"PJRT_NAMES_AND_LIBRARY_PATHS", "xla:" + library.string()}};
  // This plugin does not tell how much memory there is.
  expect_contains(run_tutti({"devices"}, "", environment).out, "memory unknown");
  const Outcome doctor = run_tutti({"doctor"}, "", environment);
  expect_contains(doctor.out, "CpuDevice(id=0), memory unknown");
}

TEST(Usage, AFullDiskBehindStdoutIsAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const std::string command = std::string(TUTTI_PROGRAM) + " --version > /dev/full 2> /dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 5);
}

}  // namespace
}  // namespace tutti
