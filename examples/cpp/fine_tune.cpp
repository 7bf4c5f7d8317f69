// SPDX-License-Identifier: Apache-2.0
// Fine-tunes a question-answering model for ten steps, asks it, and saves it.
// Usage: fine_tune MODEL_FOLDER TRAIN_FILE OUTPUT_FOLDER
#include <cstdio>
#include <exception>

#include "run/training.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s MODEL_FOLDER TRAIN_FILE OUTPUT_FOLDER\n", argv[0]);
    return 2;
  }
  tutti::run::TrainSettings settings;  // named as the flags of `tutti train`
  settings.model_name_or_path = argv[1];
  settings.train_file = argv[2];
  settings.output_dir = argv[3];
  settings.allow_missing_tensors = true;  // a folder without weights begins with random ones
  settings.do_train = true;
  settings.max_steps = 10;
  settings.logging_steps = 5;

  tutti::run::Context context;
  context.threads = 2;
  tutti::run::TrainingHooks hooks;
  hooks.on_step = [](int64_t step) { std::printf("step %d\n", static_cast<int>(step)); };
  hooks.on_log = [](const tutti::train::LogEntry& entry) {
    std::printf("loss %.4f\n", entry.loss);
  };
  try {
    tutti::run::Training training(settings, context, hooks);
    std::printf("needs %.0f MiB\n", static_cast<double>(training.plan().memory.total()) / 0x1p20);
    training.train();
    const auto answer = training.predict(
        {{"question", "Where is the tower?"}, {"context", "The tower is in Paris."}});
    for (const auto& best : answer.json["answers"]) std::printf("%s\n", best.dump().c_str());
    training.finish();
    training.save(settings.output_dir + "/copy");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
