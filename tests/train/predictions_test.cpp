// SPDX-License-Identifier: Apache-2.0
// Outputs of a data set are the same however its features are laid out in rows.
#include "train/predictions.h"

#include <gtest/gtest.h>

#include "train/small_training.h"

namespace tutti::train {
namespace {

class PredictionsOfASmallBert : public testing::Test {
 protected:
  task::Outputs outputs(int64_t batch, const data::Layout& layout) {
    const Predictions predictions(programs_, parameters_, features_, batch, layout);
    EXPECT_TRUE(predictions.complete());
    return predictions.outputs();
  }

  const Sequences features_;
  const task::Objective objective_ =
      task::squad::question_answering(model::bert_model(small_bert(/*layers=*/1)));
  backend::CpuBackend backend_{{1, 0}};
  Programs programs_{backend_, objective_, {}};
  std::vector<backend::Buffer> parameters_ = [&] {
    const model::Weights weights(objective_.parameters, 3);
    std::vector<backend::Buffer> buffers;
    for (const ir::Tensor& tensor : weights.read_all())
      buffers.push_back(backend_.upload(tensor, backend_.devices()[0]));
    return programs_.forward_parameters(buffers);
  }();
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
  const PredictionHooks hooks{&stop, [&](int64_t done, int64_t all) {
                                EXPECT_EQ(all, features_.size());
                                seen = done;
                                stop = 1;
                              }};
  const Predictions predictions(programs_, parameters_, features_, 8,
                                {data::Layout::Kind::fixed_rows, 64, {}}, hooks);
  EXPECT_FALSE(predictions.complete());
  EXPECT_EQ(seen, 8);
}

}  // namespace
}  // namespace tutti::train
