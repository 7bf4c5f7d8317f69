// SPDX-License-Identifier: Apache-2.0
// Runs the golden models' step programs on a backend, from the files PyTorch's run began with.
#pragma once

#include <nlohmann/json.hpp>

#include "backend/backend.h"
#include "format/json.h"
#include "model/weights.h"
#include "op/catalogue.h"
#include "pass/decompose.h"
#include "step/step_program.h"
#include "support/data.h"
#include "support/golden.h"
#include "task/squad/objective.h"

namespace tutti::test {

struct StepReport {
  double loss, norm;
};

/// Questions padded as Hugging Face pads.
inline std::vector<ir::Tensor> question_batch(const Golden& golden, const task::BatchShape& shape,
                                              ir::ElementType element) {
  std::vector<ir::Tensor> batch;
  const std::vector<int64_t> ids = golden.ints("input_ids"), mask = golden.ints("attention_mask"),
                             types = golden.ints("token_type_ids");
  std::vector<int64_t> segment, position, sample, start, end;
  for (int64_t row = 0; row < shape.rows; row++) {
    for (int64_t at = 0; at < shape.length; at++) {
      segment.push_back(mask[static_cast<size_t>(row * shape.length + at)] ? 1 : -1);
      position.push_back(at);
      sample.push_back(row);
    }
    start.push_back(row * shape.length + golden.ints("start_positions")[static_cast<size_t>(row)]);
    end.push_back(row * shape.length + golden.ints("end_positions")[static_cast<size_t>(row)]);
  }
  const ir::Type tokens = ir::Type::tensor(ir::ElementType::i32, {shape.rows, shape.length});
  const ir::Type features = ir::Type::tensor(ir::ElementType::i32, {shape.features});
  using Lists = std::initializer_list<const std::vector<int64_t>*>;
  for (const auto* values : Lists{&ids, &segment, &position, &types, &sample})
    batch.push_back(ir::Tensor::of_ints(tokens, *values));
  for (const auto* values : Lists{&start, &end})
    batch.push_back(ir::Tensor::of_ints(features, *values));
  batch.push_back(ir::Tensor::of(features.with(element),
                                 std::vector<double>(static_cast<size_t>(shape.features), 1)));
  return batch;
}

/// A model in training on the golden batch.
class GoldenRun {
 public:
  /// Makes the arrays of the golden batch, in the order of the objective's.
  using MakeBatch = std::vector<ir::Tensor> (*)(const Golden&, const task::BatchShape&,
                                                ir::ElementType);

  GoldenRun(backend::Backend& backend, const Golden& golden, const std::filesystem::path& config,
            const std::filesystem::path& weights, double learning_rate, ir::ElementType element,
            bool bf16, bool dropout = false)
      : GoldenRun(backend, golden,
                  task::squad::question_answering(
                      model::open_model(format::read_json(config), config.string())),
                  question_batch, weights, learning_rate, element, bf16, dropout) {}

  GoldenRun(backend::Backend& backend, const Golden& golden, task::Objective objective,
            MakeBatch make_batch, const std::filesystem::path& weights, double learning_rate,
            ir::ElementType element, bool bf16 = false, bool dropout = false,
            const std::filesystem::path& adapter = {})
      : GoldenRun(backend, std::move(objective), padded_shape(golden),
                  make_batch(golden, padded_shape(golden), element), weights, learning_rate,
                  element, bf16, dropout, adapter) {}

  /// `batch` are the arrays of the objective, in its order.
  GoldenRun(backend::Backend& backend, task::Objective objective, const task::BatchShape& shape,
            const std::vector<ir::Tensor>& batch, const std::filesystem::path& weights,
            double learning_rate, ir::ElementType element, bool bf16 = false, bool dropout = false,
            const std::filesystem::path& adapter = {})
      : backend_(backend),
        objective_(std::move(objective)),
        layout_(step::StateLayout(objective_.parameters, element).on_device(1)),
        shape_(shape) {
    step::StepOptions options;
    options.schedule = {step::Schedule::Kind::constant, learning_rate, 0, 0};
    options.weight_decay = 0.01;
    options.dropout = dropout;
    options.element = element;
    if (bf16) options.precision = pass::Precision::bf16;
    options.max_segment = shape.length;
    module_ = step::step_program(objective_, shape_, options);
    module_ = pass::decompose(std::move(module_), op::catalogue(),
                              [&](const ir::Operation& op) { return backend.supports(op); });
    element_ = element;
    load(weights, adapter);
    for (const ir::Tensor& tensor : batch) batch_.push_back(upload(tensor));
  }

  const task::Objective& objective() const { return objective_; }
  size_t parameters() const { return objective_.parameters.size(); }

  /// Results of one of the module's functions that takes parameters and batch, perhaps step and
  /// seed.
  std::vector<ir::Tensor> run(const std::string& function, bool with_scalars) {
    std::vector<backend::Buffer> arguments(state_.begin(),
                                           state_.begin() + static_cast<long>(parameters()));
    if (with_scalars) arguments.insert(arguments.end(), {state_[state_.size() - 2], state_.back()});
    arguments.insert(arguments.end(), batch_.begin(), batch_.end());
    std::vector<backend::Buffer> results(module_.get(function).result_types.size());
    execute(*backend_.compile(module_, {function}), arguments, results);
    std::vector<ir::Tensor> tensors;
    for (const auto& result : results) tensors.push_back(backend_.download(result));
    return tensors;
  }

  /// One optimizer step.
  StepReport step() {
    if (!step_) step_ = backend_.compile(module_, {"step"});
    std::vector<backend::Buffer> arguments = std::move(state_);
    arguments.insert(arguments.end(), batch_.begin(), batch_.end());
    std::vector<backend::Buffer> results(layout_.step_results());
    execute(*step_, arguments, results);
    arguments.resize(layout_.state().size());
    const auto report = layout_.take_results(arguments, std::move(results));
    state_ = std::move(arguments);
    return {backend_.download(report.loss).float_at(0),
            backend_.download(report.gradient_norm).float_at(0)};
  }

  const step::StateLayout& layout() const { return layout_; }

  ir::Tensor parameter(size_t index) { return backend_.download(state_[index]); }

  void set_parameter(const std::string& name, const std::vector<double>& values) {
    for (size_t i = 0; i < parameters(); i++)
      if (objective_.parameters[i].name == name)
        state_[i] = upload(
            ir::Tensor::of(ir::Type::tensor(element_, objective_.parameters[i].shape), values));
  }

 private:
  static task::BatchShape padded_shape(const Golden& golden) {
    const auto shape = golden.shape("input_ids");
    return {shape[0], shape[1], shape[0]};
  }

  backend::Buffer upload(const ir::Tensor& tensor) {
    return backend_.upload(tensor, backend_.devices()[0]);
  }

  static void execute(backend::Executable& program, std::vector<backend::Buffer>& arguments,
                      std::vector<backend::Buffer>& results) {
    const std::span<backend::Buffer> in[] = {arguments}, out[] = {results};
    program.run(in, out);
  }

  void load(const std::filesystem::path& folder, const std::filesystem::path& adapter) {
    model::Weights weights(folder, objective_.parameters, 42);
    if (!adapter.empty()) weights.read_adapter(adapter / "adapter_model.safetensors");
    for (size_t i = 0; i < parameters(); i++)
      state_.push_back(upload(weights.read_kept(i, layout_.state()[i].type)));
    for (size_t i = parameters(); i < layout_.step(); i++) {
      const ir::Type& type = layout_.state()[i].type;
      state_.push_back(upload(ir::Tensor(type, ir::Tensor::splat(type, 0).expanded())));
    }
    state_.push_back(upload(ir::Tensor::of_ints(ir::Type::scalar(ir::ElementType::i32), {0})));
    state_.push_back(
        upload(ir::Tensor::of_ints(ir::Type::tensor(ir::ElementType::ui32, {2}), {0, 42})));
  }

  backend::Backend& backend_;
  task::Objective objective_;
  step::StateLayout layout_;
  task::BatchShape shape_;
  ir::Module module_;
  ir::ElementType element_;
  std::vector<backend::Buffer> state_, batch_;
  std::unique_ptr<backend::Executable> step_;
};

}  // namespace tutti::test
