// SPDX-License-Identifier: Apache-2.0
// Evaluations that do not fit into memory.
#include <gtest/gtest.h>

#include "app/opened_model.h"
#include "backend/cpu/cpu_backend.h"
#include "support/errors.h"

namespace tutti::app {
namespace {

TEST(EvaluationMemory, NamesTheLargestBatchThatFits) {
  const Path quickstart = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart";
  EvaluateArguments arguments;
  arguments.model_name_or_path = (quickstart / "tiny_bert").string();
  const OpenedModel model(arguments, arguments.tasks, task::Use::evaluate);
  const auto data = model.task().read({.files = {quickstart / "dev.json"},
                                       .split = task::Split::validation,
                                       .max_length = 256,
                                       .max_samples = 60});
  const data::FeatureSource& features = data->features();
  const auto padded = [](int64_t) { return layout_of("none", 256, false, 0); };

  constexpr int64_t kLimit = 60 << 20;
  backend::CpuBackend backend({1, kLimit});
  train::Programs programs(backend, model.objective(), {});
  const auto failure =
      test::failure_of([&] { expect_evaluation_fits(programs, features, 60, padded); });
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  const std::string flag = "--per_device_eval_batch_size ";
  const size_t at = failure.message.find(flag);
  ASSERT_NE(at, std::string::npos) << failure.message;
  const int64_t largest = std::stoll(failure.message.substr(at + flag.size()));
  EXPECT_GT(largest, 0);
  expect_evaluation_fits(programs, features, largest, padded);
  EXPECT_THROW(expect_evaluation_fits(programs, features, largest + 1, padded), UserError);
}

}  // namespace
}  // namespace tutti::app
