// SPDX-License-Identifier: Apache-2.0
#include "app/shell/arguments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/model/merge_arguments.h"
#include "app/shell/options.h"
#include "app/shell/suggest.h"
#include "app/shell/unsupported.h"
#include "base/files.h"
#include "format/argument_values.h"
#include "run/train_settings.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::app {
namespace {

using test::expect_contains;
using test::failure_of;

std::vector<Command> one_command(run::TrainSettings& arguments) {
  Command command{"train", "", "", list_arguments(arguments), nullptr, true};
  return {command};
}

run::TrainSettings parse(const std::vector<std::string>& words) {
  run::TrainSettings arguments;
  const auto commands = one_command(arguments);
  std::vector<std::string> all = {"train"};
  all.insert(all.end(), words.begin(), words.end());
  apply(parse_command_line(all, commands));
  return arguments;
}

/// As a run.json begins.
nlohmann::ordered_json json_of(run::TrainSettings settings) {
  return {{"arguments", format::arguments_json(list_arguments(settings))}};
}

TEST(Arguments, FlagsAreReadInEveryForm) {
  const auto a = parse({"--learning_rate", "3e-5", "--per-device-train-batch-size=12", "--do_train",
                        "--do_eval", "False", "--null_score_diff_threshold", "-1.5", "--output_dir",
                        "--odd", "--save_total_limit", "2", "--max_steps", "1", "--max_steps=7"});
  EXPECT_EQ(a.learning_rate, 3e-5);
  EXPECT_EQ(a.per_device_train_batch_size, 12);
  EXPECT_TRUE(a.do_train);
  EXPECT_FALSE(a.do_eval);
  const ArgumentList of_task = a.tasks.front()->arguments();
  const auto threshold = std::find_if(of_task.begin(), of_task.end(), [](const Argument& argument) {
    return argument.name == "null_score_diff_threshold";
  });
  ASSERT_NE(threshold, of_task.end());
  EXPECT_EQ(*std::get<double*>(threshold->value), -1.5);
  EXPECT_EQ(a.output_dir, "--odd");
  EXPECT_EQ(a.max_steps, 7) << "the last wins";
  EXPECT_EQ(a.save_total_limit, 2);
  EXPECT_EQ(a.max_eval_samples, std::nullopt);
}

TEST(Arguments, FlagsOverrideTheRunFileWhereverTheyStand) {
  const test::TemporaryFolder folder;
  const std::string file = folder.path() / "run.json";
  write_file_atomically(file, R"({"max_steps": 300, "learning_rate": 1e-4, "do_train": true,
                                  "eval_steps": null, "output_dir": "out"})");
  const auto a = parse({"--max_steps", "5", file, "--seed", "1"});
  EXPECT_EQ(a.max_steps, 5);
  EXPECT_EQ(a.learning_rate, 1e-4);
  EXPECT_TRUE(a.do_train);
  EXPECT_EQ(a.output_dir, "out");
  EXPECT_EQ(a.seed, 1);
}

TEST(Arguments, RunFilesMayBeYaml) {
  const test::TemporaryFolder folder;
  const std::string file = folder.path() / "run.yaml";
  write_file_atomically(file,
                        "# mine\nmax_steps: 300\nlearning_rate: 3e-5\ndo_train: true\n"
                        "eval_steps: ~\noutput_dir: out\nresume_from_checkpoint: True\n");
  const auto a = parse({file, "--max_steps", "5"});
  EXPECT_EQ(a.max_steps, 5);
  EXPECT_EQ(a.learning_rate, 3e-5);
  EXPECT_TRUE(a.do_train);
  EXPECT_EQ(a.output_dir, "out");
  EXPECT_EQ(a.resume_from_checkpoint, "auto");
  const auto refusal = [&](const std::string& name, const std::string& text) {
    write_file_atomically(folder.path() / name, text);
    return failure_of([&] { parse({folder.path() / name}); }).message;
  };
  expect_contains(refusal("bad.yml", "max_step: 1\n"),
                  "bad.yml: the command does not take \"max_step\". Did you mean \"max_steps\"?");
  std::string many;
  for (int i = 0; i < 1000; i++) many += fmt::format("nothing_{}: 1\n", i);
  const std::string refused = refusal("many.yml", many);
  EXPECT_EQ(std::count(refused.begin(), refused.end(), '\n'), 20);
  expect_contains(refused, "\nand 980 arguments more");
  expect_contains(refusal("bad.yml", "max_steps: \"1\"\n"),
                  "bad.yml: \"max_steps\": found \"1\", expected a whole number");
  expect_contains(refusal("bad.yml", "do_train: yes\n"), "expected true or false");
  expect_contains(refusal("bad.yml", "- a\n"), "bad.yml: found array, expected an object");
  expect_contains(refusal("bad.yml", "a: 1\na: 2\n"), "bad.yml:2:1: found the key");
  expect_contains(refusal("bad.json", "max_steps: 1\n"),
                  "found YAML, expected JSON; name the file");
}

TEST(Arguments, EveryCommandTakesTheModelInThreeSpellings) {
  std::set<std::string> found;
  const std::vector<Command> commands = all_commands();
  for (const Command& command : commands)
    for (const Argument& argument : command.arguments) {
      if (argument.name != "model_name_or_path") continue;
      found.insert(command.name);
      for (const std::vector<std::string>& words :
           {std::vector<std::string>{"M"}, {"--model", "M"}, {"--model_name_or_path=M"}}) {
        std::vector<std::string> line = {command.name};
        line.insert(line.end(), words.begin(), words.end());
        const CommandLine parsed = parse_command_line(line, commands);
        ASSERT_EQ(parsed.given.size(), 1u) << command.name;
        EXPECT_EQ(parsed.given[0].first, &argument) << command.name;
        EXPECT_EQ(parsed.given[0].second, "M");
      }
    }
  EXPECT_EQ(found, (std::set<std::string>{"benchmark", "chat", "compile", "doctor", "encode",
                                          "estimate", "evaluate", "export", "generate", "merge",
                                          "predict", "tokenize", "train", "validate"}));
}

TEST(Arguments, TheFirstWordIsTheModelUnlessItIsARunFile) {
  const test::TemporaryFolder folder;
  const std::string file = folder.path() / "run.yaml";
  write_file_atomically(file, "model_name_or_path: theirs\nmax_steps: 3\n");
  EXPECT_EQ(parse({file}).model_name_or_path, "theirs");
  const auto both = parse({"--seed", "1", "mine", file});
  EXPECT_EQ(both.model_name_or_path, "mine");
  EXPECT_EQ(both.max_steps, 3);
  EXPECT_EQ(parse({file, "mine"}).model_name_or_path, "mine");
  expect_contains(failure_of([&] {
                    parse({"mine", file, "a", "b"});
                  }).message,
                  "\"a\" is one word too many");
}

TEST(Arguments, ListsMayBeWordsOrListsOfAFile) {
  const auto words = parse({"--lora_target_modules", "q_proj", "v_proj", "--report_to", "jsonl",
                            "tensorboard", "--max_steps", "3"});
  EXPECT_EQ(words.lora.lora_target_modules, "q_proj,v_proj");
  EXPECT_EQ(words.report_to, "jsonl,tensorboard");
  EXPECT_EQ(words.max_steps, 3);
  const test::TemporaryFolder folder;
  const std::string file = folder.path() / "run.yaml";
  write_file_atomically(file,
                        "lora_target_modules: [q_proj, v_proj]\nreport_to: [tensorboard]\n"
                        "lora_modules_to_save:\n  - lm_head\n");
  const auto read = parse({"--lora_exclude_modules", "k_proj", file});
  EXPECT_EQ(read.lora.lora_target_modules, "q_proj,v_proj");
  EXPECT_EQ(read.lora.lora_modules_to_save, "lm_head");
  EXPECT_EQ(read.lora.lora_exclude_modules, "k_proj") << "the file is no value of it";
  EXPECT_EQ(read.report_to, "tensorboard");
  const auto refusal = [&](const std::string& text) {
    write_file_atomically(file, text);
    return failure_of([&] { parse({file}); }).message;
  };
  expect_contains(refusal("lora_target_modules: [q_proj, 3]\n"),
                  "found [\"q_proj\",3], expected text, or a list of texts");
  expect_contains(refusal("output_dir: [out]\n"), "found [\"out\"], expected text");
}

TEST(Arguments, WhatARunWritesIsReadAgain) {
  run::TrainSettings first;
  first.learning_rate = 1.0 / 3;
  first.max_train_samples = 17;
  first.model_name_or_path = "m\"ödel";
  first.bf16 = true;
  nlohmann::ordered_json run = json_of(first);
  run["devices"] = {"a cpu"};
  run::TrainSettings second;
  read_arguments(list_arguments(second), nlohmann::json::parse(run.dump()), "run.json");
  EXPECT_EQ(second.learning_rate, first.learning_rate);
  EXPECT_EQ(second.max_train_samples, 17);
  EXPECT_EQ(second.model_name_or_path, first.model_name_or_path);
  EXPECT_TRUE(second.bf16);
  EXPECT_EQ(json_of(second), json_of(first));
}

TEST(Arguments, TrueResumesFromTheNewestCheckpoint) {
  const auto resume = [](const std::vector<std::string>& words) {
    return parse(words).resume_from_checkpoint;
  };
  EXPECT_EQ(resume({"--resume_from_checkpoint", "True"}), "auto");
  EXPECT_EQ(resume({"--resume_from_checkpoint=true"}), "auto");
  EXPECT_EQ(resume({"--resume_from_checkpoint", "auto", "--resume_from_checkpoint", "False"}), "");
  EXPECT_EQ(resume({"--resume_from_checkpoint", "1"}), "1") << "a folder";
  for (const auto& [text, meant] :
       {std::pair("true", "auto"), {"false", ""}, {"\"True\"", "auto"}}) {
    run::TrainSettings arguments;
    const auto run = fmt::format("{{\"resume_from_checkpoint\": {}}}", text);
    read_arguments(list_arguments(arguments), nlohmann::json::parse(run), "run.json");
    EXPECT_EQ(arguments.resume_from_checkpoint, meant) << text;
  }
}

TEST(Arguments, AllUnknownKeysStandInOneError) {
  run::TrainSettings arguments;
  const auto failure = failure_of([&] {
    read_arguments(list_arguments(arguments),
                   nlohmann::json::parse(R"({"fp16_full_eval": 1, "lr": 3})"), "run.json");
  });
  expect_contains(failure.message, "use --precision fp16\n");
  expect_contains(failure.message, "Did you mean \"learning_rate\"?");
}

TEST(Arguments, BadRunFilesAreRefused) {
  const auto refusal = [](const std::string& text) {
    run::TrainSettings arguments;
    const auto failure = failure_of([&] {
      read_arguments(list_arguments(arguments), nlohmann::json::parse(text), "run.json");
    });
    EXPECT_EQ(failure.code, ExitCode::usage);
    return failure.message;
  };
  expect_contains(refusal(R"({"max_step": 1})"), "Did you mean \"max_steps\"?");
  expect_contains(refusal(R"({"tf32": true})"), "use --precision f32");
  expect_contains(refusal(R"({"max_steps": "1"})"), "expected a whole number");
  expect_contains(refusal(R"({"max_steps": 1.5})"), "found 1.5");
  expect_contains(refusal(R"({"max_steps": 1e300})"), "expected a whole number");
  expect_contains(refusal(R"({"seed": 18446744073709551615})"), "expected a whole number");
  expect_contains(refusal(R"({"learning_rate": -1})"), "run.json: \"learning_rate\": found -1");
  expect_contains(refusal(R"({"pack": "some"})"), "expected one of auto, always, none");
  expect_contains(refusal(R"({"do_train": 1})"), "expected true or false");
  expect_contains(refusal(R"({"run_file": "x"})"), "does not take \"run_file\"");
  expect_contains(refusal("[1]"), "found array");
}

TEST(Arguments, DefaultsAreWithinTheirOwnLimits) {
  for (const Command& command : all_commands())
    for (const Argument& argument : command.arguments) {
      SCOPED_TRACE(command.name + " " + argument.name);
      EXPECT_FALSE(argument.help.empty());
      const std::string value = format::text_of(argument);
      if (!value.empty()) {
        EXPECT_NO_THROW(format::set_from_text(argument, value, argument.name));
      }
      EXPECT_FALSE(what_to_use_instead(argument.name, command.arguments))
          << "listed as unsupported too";
    }
}

TEST(Arguments, EachNameStandsOnce) {
  std::set<std::string_view> unsupported;
  for (const UnsupportedFlag& flag : unsupported_flags())
    EXPECT_TRUE(unsupported.insert(flag.name).second) << flag.name;
  for (const Command& command : all_commands()) {
    std::set<std::string> names;
    for (const Argument& argument : command.arguments)
      EXPECT_TRUE(names.insert(argument.name).second) << command.name << " " << argument.name;
  }
}

TEST(Arguments, FlagsToUseInsteadAreThere) {
  const std::vector<Command> commands = all_commands();
  const auto is_there = [&](const Command& command, const std::string& name) {
    return std::any_of(command.arguments.begin(), command.arguments.end(),
                       [&](const Argument& argument) { return argument.is_called(name); }) ||
           std::any_of(std::begin(kGlobalFlags), std::end(kGlobalFlags),
                       [&](const GlobalFlag& flag) { return flag.name == name; });
  };
  size_t flags = 0;
  for (const UnsupportedFlag& flag : unsupported_flags()) {
    SCOPED_TRACE(flag.name);
    const auto command = std::find_if(commands.begin(), commands.end(),
                                      [&](const Command& one) { return one.name == flag.command; });
    ASSERT_NE(command, commands.end());
    EXPECT_FALSE(flag.use.empty() && flag.why.empty());
    // No flag of ours is named elsewhere.
    if (flag.why.find("`hf ") == flag.why.npos) {
      EXPECT_EQ(flag.why.find("--"), flag.why.npos) << flag.why;
    }
    EXPECT_EQ(flags_in(flag.use).empty(), flag.use.empty()) << flag.use;
    for (const std::string& name : flags_in(flag.use)) {
      flags++;
      EXPECT_TRUE(is_there(*command, name)) << name;
    }
  }
  EXPECT_GT(flags, 50u);
}

TEST(Arguments, WhatACommandLacksIsNotAdvised) {
  MergeArguments merge;
  EXPECT_EQ(what_to_use_instead("dtype", list_arguments(merge)), std::nullopt);
  run::TrainSettings train;
  EXPECT_EQ(what_to_use_instead("dtype", list_arguments(train)),
            "use --precision f32 or --precision bf16");
  EXPECT_EQ(what_to_use_instead("test_file", list_arguments(merge)),
            "use `tutti evaluate --validation_file FILE`");
}

TEST(Arguments, MayHaveAnotherProgramsNameToo) {
  EXPECT_EQ(parse({"--max_length", "77"}).max_seq_length, 77);
  EXPECT_EQ(parse({"--max-length=78"}).max_seq_length, 78);
  run::TrainSettings arguments;
  read_arguments(list_arguments(arguments), {{"max_length", 79}}, "run.json");
  EXPECT_EQ(arguments.max_seq_length, 79);
  EXPECT_EQ(format::arguments_json(list_arguments(arguments))["max_seq_length"], 79);
}

TEST(Arguments, SwitchesMayBeLeftAsTheyAre) {
  std::optional<bool> value;
  ArgumentLister list;
  list.add("packs", value, "whether it packs");
  const Argument argument = list.take().front();
  EXPECT_EQ(format::text_of(argument), "");
  EXPECT_TRUE(format::arguments_json({argument})["packs"].is_null());
  format::set_from_text(argument, "False", "--packs");
  EXPECT_EQ(value, false);
  EXPECT_EQ(format::text_of(argument), "false");
  format::set_from_json(argument, true, "packs");
  EXPECT_EQ(value, true);
  EXPECT_EQ(format::arguments_json({argument})["packs"], true);
  expect_contains(failure_of([&] { format::set_from_text(argument, "maybe", "--packs"); }).message,
                  "expected true or false");
}

/// The cells of the rows of the first table of docs/from_trl.md.
std::vector<std::vector<std::string>> rows_of_from_trl() {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(read_file(Path(TUTTI_SOURCE_DIR) / "docs" / "from_trl.md"));
  for (std::string line; std::getline(lines, line) && line != "## Rows";) {
    if (!line.starts_with("| `") || line.find("` | ") == line.npos) continue;
    std::vector<std::string> cells;
    std::istringstream parts(line.substr(2));
    for (std::string cell; std::getline(parts, cell, '|');) {
      const size_t end = cell.find_last_not_of(" `");
      const size_t begin = std::min(cell.find_first_not_of(" `"), cell.size());
      cells.push_back(end == cell.npos ? "" : cell.substr(begin, end + 1 - begin));
    }
    if (cells.size() == 3) rows.push_back(cells);
  }
  return rows;
}

TEST(Arguments, HaveTheDefaultsThatFromTrlTells) {
  run::TrainSettings arguments;
  const ArgumentList list = list_arguments(arguments);
  const auto rows = rows_of_from_trl();
  EXPECT_GT(rows.size(), 30u);
  for (const std::vector<std::string>& cells : rows) {
    SCOPED_TRACE(cells[0]);
    const auto found = std::find_if(list.begin(), list.end(), [&](const Argument& argument) {
      return argument.is_called(cells[0]);
    });
    ASSERT_NE(found, list.end());
    const std::string value = format::text_of(*found);
    EXPECT_EQ(value.empty() ? "-" : value, cells[2]);
  }
}

/// A page of `tutti serve` goes by what flags say of themselves.
TEST(Arguments, WhatIsWrittenOrBringsCodeIsDeclared) {
  run::TrainSettings arguments;
  std::set<std::string> written, code;
  for (const Argument& argument : list_arguments(arguments)) {
    if (argument.writes("/a/path")) written.insert(argument.name);
    if (argument.loads_code("pjrt=/a/library.so")) code.insert(argument.name);
  }
  EXPECT_EQ(written, std::set<std::string>({"output_dir", "logging_dir", "profile", "dump_passes",
                                            "offload_optimizer", "rendezvous"}));
  EXPECT_EQ(code, std::set<std::string>({"backend"}));
  for (const Command& command : all_commands())
    for (const Argument& argument : command.arguments)
      if (argument.name == "backend") {
        EXPECT_TRUE(argument.loads_code("pjrt=/a/library.so")) << command.name;
      }
}

TEST(Suggest, NearNamesOnly) {
  const std::vector<std::string> names = {"seed", "max_steps", "learning_rate"};
  EXPECT_EQ(nearest("sede", names), "seed");
  EXPECT_EQ(nearest("max-steps", names), "max_steps");
  EXPECT_EQ(nearest("rate", names), "learning_rate");
  EXPECT_EQ(nearest("banana", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), names), "");
}

}  // namespace
}  // namespace tutti::app
