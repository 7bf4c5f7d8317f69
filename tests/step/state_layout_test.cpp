// SPDX-License-Identifier: Apache-2.0
#include "step/state_layout.h"

#include <gtest/gtest.h>

namespace tutti::step {
namespace {

using ir::ElementType;
using ir::Type;
using Initial = model::Parameter::Initial;

/// Three parameters, of which the second is not trained.
StateLayout layout() {
  std::vector<model::Parameter> parameters = {{"a", {2, 3}}, {"b", {4}}, {"c", {}}};
  parameters[1].trainable = false;
  return {parameters, ElementType::f32};
}

std::vector<std::string> names(const std::vector<Field>& fields) {
  std::vector<std::string> all;
  for (const Field& field : fields) all.push_back(fmt::format("{} {}", field.role, field.name));
  return all;
}

TEST(StateLayout, HasMomentsAndGradientsOfWhatIsTrained) {
  const StateLayout found = layout();
  EXPECT_EQ(names(found.state()),
            (std::vector<std::string>{"parameter a", "parameter b", "parameter c", "optimizer m.a",
                                      "optimizer m.c", "optimizer v.a", "optimizer v.c",
                                      "scalar step", "scalar seed"}));
  EXPECT_EQ(names(found.sums()),
            (std::vector<std::string>{"sums a", "sums c", "sums loss", "sums weight"}));
  EXPECT_EQ(found.state()[5].type, Type::tensor(ElementType::f32, {2, 3}));
  EXPECT_EQ(found.state()[8].type, Type::tensor(ElementType::ui32, {2}));
  EXPECT_EQ(found.state()[found.first_moment(1)].name, "m.c");
  EXPECT_EQ(found.state()[found.second_moment(0)].name, "v.a");
  EXPECT_EQ(found.state()[found.step()].name, "step");
  EXPECT_EQ(found.state()[found.seed()].name, "seed");
  EXPECT_EQ(found.sums()[found.loss()].name, "loss");
  EXPECT_EQ(found.sums()[found.weight()].name, "weight");
}

TEST(StateLayout, TellsWhatFunctionsTake) {
  const std::vector<int> state = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(layout().forward_arguments(state), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(layout().gradient_arguments(state), (std::vector<int>{0, 1, 2, 7, 8}));
}

TEST(StateLayout, TakesResultsAndKeepsWhatIsNotTrained) {
  std::vector<int> state = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  const auto report = layout().take_results(
      state, std::vector<int>{10, 12, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23});
  EXPECT_EQ(state, (std::vector<int>{10, 1, 12, 13, 14, 15, 16, 17, 18}));
  EXPECT_EQ(report.loss, 20);
  EXPECT_EQ(report.gradient_norm, 21);
  EXPECT_EQ(report.learning_rate, 22);
  EXPECT_EQ(report.finite, 23);
}

}  // namespace
}  // namespace tutti::step
