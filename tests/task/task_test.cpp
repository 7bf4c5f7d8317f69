// SPDX-License-Identifier: Apache-2.0
// The list of tasks, and how one is found.
#include "task/task.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::task {
namespace {

TEST(Tasks, AreFoundByNameOrByWhatTheModelIsFor) {
  const TaskKinds tasks = all_tasks(Use::train);
  EXPECT_EQ(find_task(tasks, "text-classification", {})->name(), "text-classification");
  EXPECT_EQ(find_task(tasks, "", {})->name(), "question-answering");
  nlohmann::ordered_json config;
  config["architectures"] = {"AnyForSequenceClassification"};
  EXPECT_EQ(find_task(tasks, "", config)->name(), "text-classification");
  EXPECT_EQ(find_task(tasks, "question-answering", config)->name(), "question-answering");
  config["architectures"] = {"AnyForTokenClassification"};
  EXPECT_EQ(find_task(tasks, "question-answering", config)->name(), "question-answering");
  test::expect_contains(
      test::failure_of([&] { find_task(tasks, "", config); }).message,
      "made for TokenClassification ([\"AnyForTokenClassification\"]), which Tutti");
  const auto failure = test::failure_of([&] { find_task(tasks, "translation", {}); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "question-answering, text-classification");
}

TEST(Tasks, DoNotShareTheNamesOfArguments) {
  for (const Use use :
       {Use::train, Use::evaluate, Use::predict, Use::benchmark, Use::validate, Use::score}) {
    std::set<std::string> names;
    for (const auto& task : all_tasks(use))
      for (const Argument& argument : task->arguments())
        EXPECT_TRUE(names.insert(argument.name).second) << argument.name;
  }
}

TEST(Tasks, KnowTheirMetrics) {
  for (const auto& task : all_tasks(Use::train)) {
    ASSERT_FALSE(task->metrics().empty());
    for (const std::string& name : task->metrics())
      EXPECT_EQ(task->metric(name).larger_is_better, name != "loss" && name != "perplexity");
  }
}

TEST(ModelConfig, KeepsTheOrderOfItsFile) {
  const test::TemporaryFolder folder;
  const std::string text = R"({"vocab_size":3,"architectures":["A"],"b":{"z":1,"a":2}})";
  write_file_atomically(folder.path() / "config.json", text);
  EXPECT_EQ(read_config(folder.path()).dump(), text);
}

}  // namespace
}  // namespace tutti::task
