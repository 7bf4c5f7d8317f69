// SPDX-License-Identifier: Apache-2.0
// Loss scaling against torch.amp.GradScaler, and what a step does with it.
#include "step/loss_scale.h"

#include <gtest/gtest.h>

#include <limits>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "op/catalogue.h"
#include "step/step_program.h"
#include "support/data.h"
#include "support/golden.h"

namespace tutti::step {
namespace {

using backend::Buffer;
using ir::ElementType;
using ir::Tensor;
using ir::Type;

constexpr int64_t kSize = 6;

struct GoldenScaler {
  std::string name;
  LossScale options;
};

/// The arguments that the runs were recorded with. PyTorch has no least scale.
std::vector<GoldenScaler> golden_scalers() {
  const auto scale = [](double first, double growth, double backoff, int64_t interval) {
    return LossScale{.first = first,
                     .growth = growth,
                     .backoff = backoff,
                     .growth_interval = interval,
                     .least = 0};
  };
  return {{"defaults", scale(65536, 2, 0.5, 2000)},
          {"interval3", scale(1024, 2, 0.5, 3)},
          {"factors", scale(8, 4, 0.25, 2)},
          {"top", scale(0x1p126, 2, 0.5, 1)},
          {"bottom", scale(0x1p-147, 2, 0.5, 1000)}};
}

/// @apply of one parameter of six elements, run step by step.
class Updates {
 public:
  Updates(backend::Backend& backend, const LossScale& scale, const std::vector<double>& first)
      : backend_(backend),
        parameters_{{.name = "w", .shape = {kSize}, .decays = true}},
        layout_(parameters_, ElementType::f32, /*scales_loss=*/true) {
    task::Objective objective;
    objective.parameters = parameters_;
    StepOptions options;
    options.schedule = {Schedule::Kind::constant, 0.01, 0, 0};
    options.weight_decay = 0.01;
    options.loss_scale = scale;
    StepSource source = step_source("apply", objective, {}, options);
    source.pipeline.supports = [&](const ir::Operation& op) { return backend.supports(op); };
    program_ = backend.compile(
        pass::run_pipeline(std::move(source.model), op::catalogue(), source.pipeline), {"apply"});
    for (const Field& field : layout_.state())
      state_.push_back(upload(Tensor::splat(field.type, 0)));
    state_[0] = upload(Tensor::of(layout_.state()[0].type, first));
    state_[layout_.loss_scale()] =
        upload(Tensor::splat(layout_.state()[layout_.loss_scale()].type, scale.first));
  }

  Report<Buffer> step(const std::vector<double>& gradient) {
    std::vector<Buffer> arguments = std::move(state_);
    arguments.push_back(upload(Tensor::of(layout_.sums()[0].type, gradient)));
    for (int i = 0; i < 2; i++)
      arguments.push_back(upload(Tensor::splat(Type::scalar(ElementType::f32), 1)));
    std::vector<Buffer> results(layout_.step_results());
    const std::span<Buffer> in[] = {arguments}, out[] = {results};
    program_->run(in, out);
    arguments.resize(layout_.state().size());
    const Report<Buffer> report = layout_.take_results(arguments, std::move(results));
    state_ = std::move(arguments);
    return report;
  }

  Tensor state(size_t i) { return backend_.download(state_[i]); }
  const StateLayout& layout() const { return layout_; }
  double number(const Buffer& buffer) { return backend_.download(buffer).float_at(0); }
  bool truth(const Buffer& buffer) { return backend_.download(buffer).int_at(0) != 0; }

 private:
  Buffer upload(const Tensor& tensor) { return backend_.upload(tensor, backend_.devices()[0]); }

  backend::Backend& backend_;
  std::vector<model::Parameter> parameters_;
  StateLayout layout_;
  std::unique_ptr<backend::Executable> program_;
  std::vector<Buffer> state_;
};

void expect_golden(backend::Backend& backend) {
  const test::Golden golden(test::golden_data("grad_scaler.safetensors"));
  for (const GoldenScaler& run : golden_scalers()) {
    SCOPED_TRACE(run.name);
    const auto ints = [&](const std::string& name) { return golden.ints(run.name + "." + name); };
    const auto reals = [&](const std::string& name) {
      return golden.doubles(run.name + "." + name);
    };
    const auto flags = ints("flags"), trackers = ints("growth_trackers"),
               ran = ints("optimizer_ran"), updates = ints("optimizer_steps");
    const auto scales = reals("scales"), gradients = reals("gradients"),
               parameters = reals("parameters");
    Updates steps(backend, run.options, reals("initial"));
    const StateLayout& layout = steps.layout();
    for (size_t i = 0; i < flags.size(); i++) {
      SCOPED_TRACE(i);
      const auto at = static_cast<std::ptrdiff_t>(i) * kSize;
      std::vector<double> gradient(gradients.begin() + at, gradients.begin() + at + kSize);
      if (flags[i] != 0)
        gradient[i % kSize] = i % 2 ? std::numeric_limits<double>::infinity()
                                    : std::numeric_limits<double>::quiet_NaN();
      const Report<Buffer> report = steps.step(gradient);
      EXPECT_EQ(steps.number(report.loss_scale), scales[i]);
      EXPECT_EQ(steps.truth(report.finite), ran[i] != 0);
      EXPECT_EQ(steps.state(layout.loss_scale()).float_at(0), scales[i + 1]);
      EXPECT_EQ(steps.state(layout.growth_tracker()).int_at(0), trackers[i + 1]);
      EXPECT_EQ(steps.state(layout.updates()).int_at(0), updates[i]);
      EXPECT_EQ(steps.state(layout.step()).int_at(0), static_cast<int64_t>(i) + 1);
      const Tensor now = steps.state(0);
      for (int64_t e = 0; e < kSize; e++)
        EXPECT_NEAR(now.float_at(e), parameters[i * kSize + static_cast<size_t>(e)], 1e-6);
    }
  }
}

TEST(LossScale, FollowsGradScalerOnTheReference) {
  backend::ReferenceBackend backend(2, op::Rounding::typed);
  expect_golden(backend);
}

TEST(LossScale, FollowsGradScalerOnTheCpu) {
  backend::CpuBackend backend({2, 0, {}});
  expect_golden(backend);
}

TEST(LossScale, DoesNotFallBelowItsLeast) {
  backend::ReferenceBackend backend(2, op::Rounding::typed);
  Updates steps(backend, {.first = 4}, std::vector<double>(kSize, 1));
  const std::vector<double> bad(kSize, std::numeric_limits<double>::infinity());
  for (const double expected : {2.0, 1.0, 1.0}) {
    steps.step(bad);
    EXPECT_EQ(steps.state(steps.layout().loss_scale()).float_at(0), expected);
  }
}

TEST(LossScale, StaysWhereItIsNotDynamic) {
  backend::ReferenceBackend backend(2, op::Rounding::typed);
  Updates steps(backend, {.first = 128, .is_dynamic = false, .growth_interval = 1},
                std::vector<double>(kSize, 1));
  for (const double gradient : {1.0, std::numeric_limits<double>::infinity(), 1.0}) {
    steps.step(std::vector<double>(kSize, gradient));
    EXPECT_EQ(steps.state(steps.layout().loss_scale()).float_at(0), 128);
  }
  EXPECT_EQ(steps.state(steps.layout().updates()).int_at(0), 2);
}

}  // namespace
}  // namespace tutti::step
