// SPDX-License-Identifier: Apache-2.0
// The C interface: what a binding calls, and that nothing but codes and texts crosses it.
#include "c_api/tutti.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "support/temporary_folder.h"

namespace {

using Json = nlohmann::json;
using Settings = std::unique_ptr<tutti_settings, void (*)(tutti_settings*)>;
using Training = std::unique_ptr<tutti_training, void (*)(tutti_training*)>;

Json taken(char* text) {
  EXPECT_NE(text, nullptr) << tutti_error();
  Json json = text ? Json::parse(text) : Json();
  tutti_free(text);
  return json;
}

struct Event {
  std::string kind;
  Json json;
};

void note(void* data, const char* kind, const char* json) {
  static_cast<std::vector<Event>*>(data)->push_back({kind, Json::parse(json)});
}

Settings quickstart(const tutti::Path& output) {
  Settings settings(tutti_settings_new(), tutti_settings_free);
  const tutti::Path folder = tutti::Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart";
  const Json json = {{"model_name_or_path", (folder / "tiny_bert").string()},
                     {"train_file", (folder / "train.json").string()},
                     {"validation_file", (folder / "dev.json").string()},
                     {"allow_missing_tensors", true},
                     {"do_train", true},
                     {"do_eval", true},
                     {"max_steps", 2},
                     {"logging_steps", 1},
                     {"output_dir", output.string()}};
  EXPECT_EQ(tutti_settings_set_json(settings.get(), json.dump().c_str()), TUTTI_DONE);
  return settings;
}

TEST(CApi, TrainsAndAnswers) {
  const tutti::test::TemporaryFolder folder;
  const Settings settings = quickstart(folder.path() / "out");
  std::vector<Event> events;
  const Training training(tutti_training_open(settings.get(), note, &events), tutti_training_free);
  ASSERT_NE(training, nullptr) << tutti_error();
  const Json plan = taken(tutti_training_plan(training.get()));
  EXPECT_EQ(plan["total_steps"], 2);
  EXPECT_GT(plan["memory_bytes"], 1 << 20);
  EXPECT_EQ(tutti_training_train(training.get()), TUTTI_DONE);
  EXPECT_TRUE(taken(tutti_training_evaluate(training.get())).contains("eval_f1"));
  const Json answer = taken(tutti_training_predict(
      training.get(), R"({"question": "Where?", "context": "In Paris, on a hill."})", 2));
  EXPECT_EQ(answer["answers"].size(), 2U);
  EXPECT_EQ(tutti_training_save(training.get(), (folder.path() / "copy").c_str()), TUTTI_DONE);
  EXPECT_EQ(tutti_training_finish(training.get()), TUTTI_DONE);
  EXPECT_TRUE(taken(tutti_training_results(training.get())).contains("train_loss"));
  EXPECT_EQ(tutti::read_file(folder.path() / "copy" / "model.safetensors"),
            tutti::read_file(folder.path() / "out" / "model.safetensors"));
  std::vector<std::string> kinds;
  for (const Event& event : events)
    if (kinds.empty() || kinds.back() != event.kind) kinds.push_back(event.kind);
  EXPECT_EQ(kinds.front(), "begin");
  EXPECT_NE(std::find(kinds.begin(), kinds.end(), "log"), kinds.end());
  EXPECT_NE(std::find(kinds.begin(), kinds.end(), "evaluate"), kinds.end());
}

TEST(CApi, ModelsAnswer) {
  const Settings settings(tutti_settings_new(), tutti_settings_free);
  const auto chat = tutti::Path(TUTTI_SOURCE_DIR) / "examples/quickstart/chat/tiny.gguf";
  ASSERT_EQ(tutti_settings_set(settings.get(), "model_name_or_path", chat.c_str()), TUTTI_DONE);
  const std::unique_ptr<tutti_model, void (*)(tutti_model*)> model(tutti_model_open(settings.get()),
                                                                   tutti_model_free);
  ASSERT_NE(model, nullptr) << tutti_error();
  char* const task = tutti_model_task(model.get());
  EXPECT_STREQ(task, "text-generation");
  tutti_free(task);
  const char* const request = R"({"prompt": "The", "max_new_tokens": 8, "temperature": 0})";
  std::string pieces;
  const auto collect = [](void* data, const char* piece) {
    *static_cast<std::string*>(data) += piece;
    return 0;
  };
  const Json found = taken(tutti_model_generate(model.get(), request, collect, &pieces));
  EXPECT_EQ(found["generated_text"], pieces);
  EXPECT_EQ(found, taken(tutti_model_generate(model.get(), request, nullptr, nullptr)));
  const auto end_at_once = [](void*, const char*) { return 1; };
  EXPECT_EQ(
      taken(tutti_model_generate(model.get(), request, end_at_once, nullptr))["finish_reason"],
      "interrupted");
  EXPECT_EQ(tutti_model_generate(model.get(), R"({"prompt": 3})", nullptr, nullptr), nullptr);
  EXPECT_EQ(tutti_error_code(), TUTTI_USAGE);
  EXPECT_EQ(tutti_model_generate(model.get(), "{}", nullptr, nullptr), nullptr);
}

TEST(CApi, ProgramsRun) {
  const std::string text = R"(
    func.func @twice(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi1>) {
      %0 = stablehlo.add %x, %x : tensor<2xf32>
      %1 = stablehlo.compare GT, %0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
      return %0, %1 : tensor<2xf32>, tensor<2xi1>
    })";
  const auto size = static_cast<int64_t>(text.size());
  const Settings settings(tutti_settings_new(), tutti_settings_free);
  const std::unique_ptr<tutti_program, void (*)(tutti_program*)> program(
      tutti_program_compile(text.data(), size, "twice", settings.get()), tutti_program_free);
  ASSERT_NE(program, nullptr) << tutti_error();
  const Json signature = taken(tutti_program_signature(program.get()));
  EXPECT_EQ(signature["outputs"][1], Json({{"element_type", "i1"}, {"shape", {2}}, {"bytes", 2}}));
  const int64_t shape[] = {2};
  float x[] = {1.5, -2}, sums[2];
  bool greater[2];
  const tutti_array input = {"f32", 1, shape, x};
  const tutti_array outputs[] = {{"f32", 1, shape, sums}, {"i1", 1, shape, greater}};
  ASSERT_EQ(tutti_program_run(program.get(), &input, 1, outputs, 2), TUTTI_DONE) << tutti_error();
  EXPECT_EQ(sums[0], 3);
  EXPECT_EQ(sums[1], -4);
  EXPECT_TRUE(greater[0]);
  EXPECT_FALSE(greater[1]);
  EXPECT_EQ(tutti_program_run(program.get(), &input, 1, outputs, 1), TUTTI_USAGE);
  EXPECT_EQ(tutti_program_run(program.get(), &outputs[1], 1, outputs, 2), TUTTI_USAGE);
  EXPECT_NE(std::string(tutti_error()).find("argument 0: found tensor<2xi1>"), std::string::npos);
  EXPECT_EQ(tutti_program_compile(text.data(), size, nullptr, settings.get()), nullptr);
  EXPECT_NE(std::string(tutti_error()).find("there is no function @main"), std::string::npos);
}

TEST(CApi, IsStoppedByAnotherThread) {
  const tutti::test::TemporaryFolder folder;
  const Settings settings = quickstart(folder.path() / "out");
  ASSERT_EQ(tutti_settings_set(settings.get(), "max_steps", "100000"), TUTTI_DONE);
  const Training training(tutti_training_open(settings.get(), nullptr, nullptr),
                          tutti_training_free);
  ASSERT_NE(training, nullptr) << tutti_error();
  std::thread other([&] { tutti_training_stop(training.get()); });
  EXPECT_EQ(tutti_training_train(training.get()), TUTTI_STOPPED);
  other.join();
}

TEST(CApi, SettingsAreTheFlagsOfTrain) {
  const Settings settings(tutti_settings_new(), tutti_settings_free);
  EXPECT_EQ(tutti_settings_set(settings.get(), "learning_rate", "3e-5"), TUTTI_DONE);
  EXPECT_EQ(taken(tutti_settings_json(settings.get()))["learning_rate"], 3e-5);
  const Json list = taken(tutti_settings_list(settings.get()));
  const auto found = std::find_if(list.begin(), list.end(), [](const Json& setting) {
    return setting["name"] == "lr_scheduler_type";
  });
  ASSERT_NE(found, list.end());
  EXPECT_EQ((*found)["type"], "text");
  EXPECT_FALSE((*found)["choices"].empty());
}

TEST(CApi, FailuresAreCodesAndSentences) {
  const Settings settings(tutti_settings_new(), tutti_settings_free);
  const auto expect_failure = [](int found, int expected, const std::string& part) {
    EXPECT_EQ(found, expected);
    EXPECT_EQ(tutti_error_code(), expected);
    EXPECT_NE(std::string(tutti_error()).find(part), std::string::npos) << tutti_error();
  };
  expect_failure(tutti_settings_set(settings.get(), "colour", "red"), TUTTI_USAGE,
                 "there is no setting colour");
  expect_failure(tutti_settings_set(settings.get(), "max_steps", "many"), TUTTI_USAGE,
                 "max_steps: found \"many\", expected a whole number");
  expect_failure(tutti_settings_set(settings.get(), nullptr, "1"), TUTTI_USAGE, "is NULL");
  expect_failure(tutti_settings_set_json(settings.get(), "[1"), TUTTI_USAGE, "settings");
  EXPECT_EQ(tutti_training_open(settings.get(), nullptr, nullptr), nullptr);
  expect_failure(tutti_error_code(), TUTTI_USAGE, "--model_name_or_path is missing");
  tutti_settings_set(settings.get(), "model_name_or_path", "/there/is/none");
  tutti_settings_set(settings.get(), "output_dir", "/tmp/none");
  EXPECT_EQ(tutti_training_open(settings.get(), nullptr, nullptr), nullptr);
  expect_failure(tutti_error_code(), TUTTI_IO, "there is no such folder");
}

}  // namespace
