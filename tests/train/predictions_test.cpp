// SPDX-License-Identifier: Apache-2.0
// Outputs of a data set are the same however its features are laid out in rows.
#include "train/predictions.h"

#include <gtest/gtest.h>

#include "comm/local_transport.h"
#include "support/processes.h"
#include "train/small_training.h"

namespace tutti::train {
namespace {

/// A model with its features, on a backend of its own.
struct SmallModel {
  const Sequences features = {};
  const task::Objective objective =
      task::squad::question_answering(model::bert_model(small_bert(/*layers=*/1)));
  backend::CpuBackend backend{{1, 0}};
  Programs programs{backend, objective, {}};
  std::vector<backend::Buffer> parameters = [&] {
    const model::Weights weights(objective.parameters, 3);
    std::vector<backend::Buffer> buffers;
    for (const ir::Tensor& tensor : weights.read_all())
      buffers.push_back(backend.upload(tensor, backend.devices()[0]));
    return programs.forward_parameters(buffers);
  }();
};

class PredictionsOfASmallBert : public testing::Test {
 protected:
  task::Outputs outputs(int64_t batch, const data::Layout& layout) {
    const Predictions predictions(model_.programs, model_.parameters, features_, batch, layout);
    EXPECT_TRUE(predictions.complete());
    return predictions.outputs();
  }

  SmallModel model_;
  const Sequences& features_ = model_.features;
};

TEST_F(PredictionsOfASmallBert, DoNotDependOnRows) {
  using Kind = data::Layout::Kind;
  const task::Outputs alone = outputs(1, {Kind::fixed_rows, 64, {}});
  ASSERT_EQ(alone.size(), 2u);
  ASSERT_EQ(alone[0].size(), static_cast<size_t>(features_.size()));
  for (const data::Layout& layout :
       {data::Layout{Kind::packed_row, 64, {}}, data::Layout{Kind::fixed_rows, 64, {}}}) {
    const task::Outputs together = outputs(7, layout);
    for (size_t k = 0; k < alone.size(); k++)
      for (size_t i = 0; i < alone[k].size(); i++) {
        ASSERT_EQ(together[k][i].size(),
                  static_cast<size_t>(features_.length(static_cast<int64_t>(i))));
        for (size_t token = 0; token < alone[k][i].size(); token++)
          EXPECT_NEAR(together[k][i][token], alone[k][i][token], 2e-6);
      }
  }
}

TEST_F(PredictionsOfASmallBert, PaddingBelongsToAPaddedFeature) {
  const task::Outputs padded = outputs(4, {data::Layout::Kind::padded, 48, {}});
  for (const std::vector<float>& logits : padded[0]) EXPECT_EQ(logits.size(), 48u);
}

TEST_F(PredictionsOfASmallBert, EndWhereTheyAreStopped) {
  std::atomic<int> stop = 0;
  int64_t seen = 0;
  const PredictionHooks hooks{&stop, [&](int64_t done, int64_t all, int64_t) {
                                EXPECT_EQ(all, features_.size());
                                seen = done;
                                stop = 1;
                              }};
  const Predictions predictions(model_.programs, model_.parameters, features_, 8,
                                {data::Layout::Kind::fixed_rows, 64, {}}, hooks);
  EXPECT_FALSE(predictions.complete());
  EXPECT_EQ(seen, 8);
}

/// The first process has the bits of one that computes all; each computes some features.
TEST_F(PredictionsOfASmallBert, AreSharedOutAmongProcesses) {
  using Kind = data::Layout::Kind;
  for (const data::Layout& layout :
       {data::Layout{Kind::packed_row, 64, {}}, data::Layout{Kind::padded, 48, {}}}) {
    const task::Outputs expected = outputs(4, layout);
    for (const auto& shares :
         std::vector<std::vector<int64_t>>{{4, 4}, {5, 2, 1}, {0, 8}, {1, 0, 1}}) {
      const auto ranks = static_cast<int64_t>(shares.size());
      auto transports = comm::local_transports(static_cast<int>(ranks));
      std::atomic<int64_t> computed = 0;
      task::Outputs found;
      const auto problems = test::run_threads(ranks, [&](int64_t rank) -> std::string {
        comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank,
                                        ranks, 60);
        Processes processes(communicator, shares);
        SmallModel model;
        int64_t own = 0;
        const PredictionHooks hooks{nullptr, [&](int64_t done, int64_t, int64_t) { own = done; }};
        const Predictions predictions(model.programs, model.parameters, model.features, 4, layout,
                                      hooks, &processes);
        computed += own;
        if (rank == 0) found = predictions.outputs();
        communicator.finish();
        return predictions.complete() ? "" : "not complete";
      });
      EXPECT_EQ(problems, std::vector<std::string>(shares.size()));
      EXPECT_EQ(found, expected);
      EXPECT_EQ(computed, features_.size());
    }
  }
}

/// One that is told to stop ends the evaluation of all.
TEST_F(PredictionsOfASmallBert, EndWhereOneProcessIsStopped) {
  auto transports = comm::local_transports(2);
  const auto found = test::run_threads(2, [&](int64_t rank) -> std::string {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    Processes processes(communicator, {1, 1});
    SmallModel model;
    const std::atomic<int> stop = rank == 1 ? 1 : 0;
    const Predictions predictions(model.programs, model.parameters, model.features, 8,
                                  {data::Layout::Kind::fixed_rows, 64, {}}, {&stop}, &processes);
    communicator.finish();
    return predictions.complete() ? "complete" : "stopped";
  });
  EXPECT_EQ(found[0], "stopped");
}

}  // namespace
}  // namespace tutti::train
