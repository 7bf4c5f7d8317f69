// SPDX-License-Identifier: Apache-2.0
// Evaluations that do not fit into memory.
#include <gtest/gtest.h>

#include "app/qa_evaluation.h"
#include "backend/cpu/cpu_backend.h"
#include "support/errors.h"
#include "train/memory_plan.h"

namespace tutti::app {
namespace {

TEST(EvaluationMemory, NamesTheLargestBatchThatFits) {
  const Path quickstart = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart";
  const QaModel model((quickstart / "tiny_bert").string(), "", "");
  QaDataOptions reading;
  reading.files = {quickstart / "dev.json"};
  reading.features = {128, 32, task::squad::Purpose::evaluate};
  reading.max_samples = 60;
  const QaData data = read_data(model, reading);
  const auto padded = [](int64_t) { return layout_of("none", 128, false, 0); };

  constexpr int64_t kLimit = 30 << 20;
  backend::CpuBackend backend({1, kLimit});
  train::Programs programs(backend, model.objective, {});
  const auto failure =
      test::failure_of([&] { expect_evaluation_fits(programs, *data.features, 60, padded); });
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  const std::string flag = "--per_device_eval_batch_size ";
  const size_t at = failure.message.find(flag);
  ASSERT_NE(at, std::string::npos) << failure.message;
  const int64_t largest = std::stoll(failure.message.substr(at + flag.size()));
  EXPECT_GT(largest, 0);
  expect_evaluation_fits(programs, *data.features, largest, padded);
  EXPECT_THROW(expect_evaluation_fits(programs, *data.features, largest + 1, padded), UserError);
}

}  // namespace
}  // namespace tutti::app
