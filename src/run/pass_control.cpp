// SPDX-License-Identifier: Apache-2.0
#include "run/pass_control.h"

#include "base/text.h"
#include "pass/pipeline.h"

namespace tutti::run {

bool skips(const TrainSettings& settings, std::string_view pass) {
  return pass::PipelineOptions{.skip = parts_of_list(settings.skip_passes)}.skips(pass);
}

namespace {

/// Refuses to skip a pass that builds the training step.
void expect_step_passes(const TrainSettings& settings) {
  for (const std::string_view pass : {pass::kAdapt, pass::kDifferentiate, pass::kAssemble})
    if (skips(settings, pass))
      user_error(
          "--skip_passes {}: a training step is made of adapters and gradients; `tutti ir lower` "
          "shows a program without them",
          pass);
}

}  // namespace

train::PassControl pass_control(const TrainSettings& settings) {
  train::PassControl control{parts_of_list(settings.skip_passes)};
  pass::expect_pass_names(control.skip);
  expect_step_passes(settings);
  if (settings.dump_passes.empty()) return control;
  control.observe = [folder = Path(settings.dump_passes), count = 0](
                        const std::string& function, std::string_view pass,
                        const std::string& text) mutable {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) io_error("{}: cannot be made: {}", escaped(folder.string()), failure.message());
    const char* const kind = pass == pass::kMemoryPlan ? "txt" : "mlir";
    write_file_atomically(folder / fmt::format("{:03}-{}-{}.{}", count++, function, pass, kind),
                          text);
  };
  return control;
}

}  // namespace tutti::run
