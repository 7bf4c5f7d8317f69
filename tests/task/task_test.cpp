// SPDX-License-Identifier: Apache-2.0
// The list of tasks, and how one is found.
#include "task/task.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "format/argument_values.h"
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
  config["architectures"] = {"AnyForMultipleChoice"};
  EXPECT_EQ(find_task(tasks, "question-answering", config)->name(), "question-answering");
  test::expect_contains(test::failure_of([&] { find_task(tasks, "", config); }).message,
                        "made for MultipleChoice ([\"AnyForMultipleChoice\"]), which Tutti");
  config["architectures"] = {"AnyForTokenClassification"};
  EXPECT_EQ(find_task(tasks, "", config)->name(), "token-classification");
  const auto failure = test::failure_of([&] { find_task(tasks, "translation", {}); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "question-answering, text-classification");
}

TEST(Tasks, ShareArgumentsOfOneTypeAndDefault) {
  for (const Use use :
       {Use::train, Use::evaluate, Use::predict, Use::benchmark, Use::validate, Use::score}) {
    std::map<std::string, std::pair<size_t, std::string>> seen;
    for (const auto& task : all_tasks(use))
      for (const Argument& argument : task->arguments()) {
        const std::pair value(argument.value.index(), format::text_of(argument));
        EXPECT_EQ(seen.emplace(argument.name, value).first->second, value) << argument.name;
      }
  }
}

TEST(Tasks, GetTheValuesThatTheyShare) {
  const TaskKinds tasks = all_tasks(Use::predict);
  const auto text_of = [&](const std::string& task) -> std::string& {
    const ArgumentList list = find_task(tasks, task, {})->arguments();
    return *std::get<std::string*>(find_argument(list, "text")->value);
  };
  text_of("text-classification") = "a film";
  EXPECT_EQ(text_of("token-classification"), "a film");
}

TEST(Tasks, KnowTheirMetrics) {
  for (const auto& task : all_tasks(Use::train)) {
    ASSERT_FALSE(task->metrics().empty());
    for (const std::string& name : task->metrics())
      EXPECT_EQ(task->metric(name).larger_is_better,
                name != "loss" && name != "perplexity" && name != "mse")
          << name;
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
