// SPDX-License-Identifier: Apache-2.0
#include "train/programs.h"

#include <gtest/gtest.h>

#include <set>

#include "model/bert.h"
#include "small_training.h"
#include "train/accumulate.h"

namespace tutti::train {
namespace {

std::vector<backend::Buffer> outputs(Programs& programs, backend::Executable& program,
                                     const std::vector<backend::Buffer>& parameters,
                                     const data::Batch& batch) {
  std::vector<backend::Buffer> arguments = parameters, results(2);
  for (backend::Buffer& buffer : programs.upload(batch)) arguments.push_back(std::move(buffer));
  execute(program, arguments, results);
  return results;
}

TEST(Programs, ForwardOfParametersConvertedOnceGivesTheSameBits) {
  backend::CpuBackend backend({2, 0, {}});
  const task::Objective objective =
      task::squad::question_answering(model::bert_model(small_bert()));
  step::StepOptions options;
  options.precision = pass::Precision::bf16;
  options.max_segment = 64;
  Programs programs(backend, objective, options);

  const model::Weights weights(objective.parameters, 7);
  std::vector<backend::Buffer> parameters;
  int64_t products = 0;  // bytes of the matrices that are multiplied, in bf16
  for (size_t i = 0; i < weights.size(); i++) {
    parameters.push_back(backend.upload(weights.read(i), backend.devices()[0]));
    const auto& [name, shape] = std::tie(objective.parameters[i].name, parameters[i]->type.shape);
    if (shape.size() == 2 && name.find("embeddings") == name.npos)
      products += 2 * ir::element_count(shape);
  }
  EXPECT_GE(programs.forward_parameter_bytes(), products);

  const Sequences sequences;
  const std::vector<int64_t> indices = {0, 1, 2};
  const data::Batch batch =
      data::make_batch(sequences, indices, 3, {data::Layout::Kind::packed_row, 64, {}});
  const auto narrow = outputs(programs, programs.get("forward", shape_of(batch)),
                              programs.forward_parameters(parameters), batch);
  const auto program = programs.compile(
      step::step_function("forward", objective, shape_of(batch), options), "forward");
  const auto wide = outputs(programs, *program, parameters, batch);
  for (size_t i = 0; i < wide.size(); i++)
    EXPECT_EQ(backend.download(narrow[i]), backend.download(wide[i]));
}

TEST(Programs, GradientsAreWrittenToTheMemoryOfSumsThatAreNotNeeded) {
  backend::CpuBackend backend({1, 0, {}});
  const task::Objective objective =
      task::squad::question_answering(model::bert_model(small_bert()));
  step::StepOptions options;
  options.max_segment = 64;
  Programs programs(backend, objective, options);
  const TrainingState state(backend, objective, model::Weights(objective.parameters, 1), 42);
  const Sequences sequences;
  const auto batch_of = [&](int64_t first) {
    return data::make_batch(sequences, std::vector<int64_t>{first, first + 1}, 2,
                            {data::Layout::Kind::packed_row, 64, {}});
  };
  const std::vector<std::vector<data::Batch>> rounds = {{batch_of(0)}, {batch_of(2)}};
  const auto places_of = [&](const DeviceBuffers& sums) {
    std::set<const void*> places;
    for (const backend::Buffer& sum : sums[0]) places.insert(backend.host_memory(sum));
    return places;
  };
  DeviceBuffers sums = accumulate_gradients(programs, state.gradient_arguments(), rounds);
  std::vector<ir::Tensor> expected;
  for (const backend::Buffer& sum : sums[0]) expected.push_back(backend.download(sum));
  const std::set<const void*> places = places_of(sums);
  programs.keep_sums(std::move(sums));
  DeviceBuffers again = accumulate_gradients(programs, state.gradient_arguments(), rounds);
  EXPECT_EQ(places_of(again), places);
  for (size_t i = 0; i < expected.size(); i++)
    EXPECT_EQ(backend.download(again[0][i]), expected[i]);

  programs.keep_sums(std::move(again));
  programs.drop_sums();
  const DeviceBuffers slots = programs.take_sums();
  for (const backend::Buffer& slot : slots[0]) EXPECT_EQ(slot, nullptr);
}

TEST(Programs, AddsTheRoundsOfALeafOneAfterAnother) {
  backend::CpuBackend backend({1, 0, {}});
  const task::Objective objective =
      task::squad::question_answering(model::bert_model(small_bert()));
  step::StepOptions options;
  options.max_segment = 64;
  options.most_leaves = 2;
  Programs programs(backend, objective, options);
  const TrainingState state(backend, objective, model::Weights(objective.parameters, 1), 42);
  const Sequences sequences;
  std::vector<std::vector<data::Batch>> rounds;
  std::vector<DeviceBuffers> alone;
  for (int64_t round = 0; round < 6; round++) {
    rounds.push_back({data::make_batch(sequences, std::vector<int64_t>{round}, 1,
                                       {data::Layout::Kind::packed_row, 64, {}})});
    alone.push_back(accumulate_gradients(programs, state.gradient_arguments(), {rounds.back()}));
  }
  const DeviceBuffers sums = accumulate_gradients(programs, state.gradient_arguments(), rounds);
  const auto value = [&](size_t round, size_t sum, int64_t i) {
    return static_cast<float>(backend.download(alone[round][0][sum]).float_at(i));
  };
  for (size_t sum = 0; sum < sums[0].size(); sum++) {
    const ir::Tensor found = backend.download(sums[0][sum]);
    if (found.type().element != ir::ElementType::f32) continue;
    for (int64_t i = 0; i < std::min<int64_t>(3, ir::element_count(found.type().shape)); i++) {
      const float first = (value(0, sum, i) + value(1, sum, i)) + value(2, sum, i);
      const float second = (value(3, sum, i) + value(4, sum, i)) + value(5, sum, i);
      EXPECT_EQ(static_cast<float>(found.float_at(i)), first + second) << sum;
    }
  }
}

TEST(Programs, CountsTheSumsThatAreAlive) {
  using Sizes = std::vector<int64_t>;
  EXPECT_EQ(sums_alive(Sizes{1}), 1);
  EXPECT_EQ(sums_alive(Sizes(2, 1)), 2);
  EXPECT_EQ(sums_alive(Sizes(8, 1)), 4);
  EXPECT_EQ(sums_alive(Sizes(32, 1)), 6);
  EXPECT_EQ(sums_alive(Sizes(8, 4)), 5);
  EXPECT_EQ(sums_alive(Sizes{32}), 2);
}

}  // namespace
}  // namespace tutti::train
