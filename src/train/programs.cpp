// SPDX-License-Identifier: Apache-2.0
#include "train/programs.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/text.h"
#include "ir/print.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "pass/rewrite.h"

namespace tutti::train {
namespace {

using ir::Tensor;
using ir::Type;

constexpr const char* kNarrow = "narrow";  // the function that converts parameters

template <typename T>
Tensor tensor_of(const Type& type, const std::vector<T>& values) {
  check(type.bytes() == static_cast<int64_t>(values.size() * sizeof(T)),
        "{} values for a tensor of {}", values.size(), type.count());
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return {type, std::move(bytes)};
}

Tensor tensor_of(const Type& type, const data::Array& array) {
  if (!array.spec.is_real) return tensor_of(type, array.integers);
  if (type.element == ir::ElementType::f32) return tensor_of(type, array.reals);
  return Tensor::of(type, {array.reals.begin(), array.reals.end()});
}

}  // namespace

int64_t trained_bytes(const step::StateLayout& layout) {
  int64_t bytes = 0;
  for (const size_t i : layout.trained()) bytes += layout.state()[i].type.bytes();
  return bytes;
}

task::BatchShape shape_of(const data::Batch& batch) {
  return {batch.rows, batch.length, batch.features};
}

std::vector<Tensor> batch_tensors(const task::Objective& objective, const data::Batch& batch,
                                  ir::ElementType element) {
  std::vector<Tensor> tensors;
  for (const data::ArraySpec& spec : objective.arrays)
    tensors.push_back(tensor_of(task::type_of(spec, shape_of(batch), element), batch[spec.name]));
  return tensors;
}

Programs::Programs(backend::Backend& backend, const task::Objective& objective,
                   step::StepOptions options, PassControl passes)
    : backend_(backend),
      devices_(backend.devices()),
      objective_(objective),
      options_(std::move(options)),
      layout_(
          step::StateLayout(objective.parameters, options_.element, options_.loss_scale.has_value())
              .on_device(options_.pad_to_multiple_of)),
      passes_(std::move(passes)) {
  check(devices() <= devices_.size(), "a step on {} of {} devices", devices(), devices_.size());
}

backend::Executable& Programs::get(std::string_view function, const task::BatchShape& shape) {
  const backend::Compilation& found = compiled(function, shape);
  if (!found.executable) throw UserError(ExitCode::out_of_memory, found.lack);
  return *found.executable;
}

const std::string& Programs::lack(std::string_view function, const task::BatchShape& shape) {
  return compiled(function, shape).lack;
}

void Programs::keep_sums(DeviceBuffers sums) {
  if (taken_sums_ == 0) return;
  taken_sums_--;
  if (backend_.capabilities().is_own_processor) kept_sums_.push_back(std::move(sums));
}

DeviceBuffers Programs::take_sums() {
  taken_sums_++;
  if (kept_sums_.empty())
    return DeviceBuffers(devices(), std::vector<backend::Buffer>(layout_.sums().size()));
  DeviceBuffers sums = std::move(kept_sums_.back());
  kept_sums_.pop_back();
  return sums;
}

void Programs::forget() {
  drop_sums();
  compiled_.clear();
  narrow_.reset();
  memory_ = {};
  rematerialised_.reset();
  allowed_ = 0;
}

const backend::Compilation& Programs::compiled(std::string_view function,
                                               const task::BatchShape& shape) {
  const task::BatchShape key = step::takes_batch(function) ? shape : task::BatchShape{};
  backend::Compilation& slot =
      compiled_[{std::string(function), key.rows, key.length, key.features}];
  if (slot.executable || !slot.lack.empty()) return slot;
  step::StepSource source = source_of(function, shape);
  pass::Rematerialised rematerialised;
  const bool has_budget =
      options_.memory_budget && step::takes_batch(function) && function != step::kForward;
  if (has_budget) {
    source.pipeline.budget = options_.memory_budget;
    source.pipeline.plan_bytes = [&](const ir::Module& module) {
      const auto plan = backend_.try_compile(module, {.function = std::string(function)});
      return plan.executable ? plan.executable->memory().temporaries
                             : std::numeric_limits<int64_t>::max();
    };
    source.pipeline.rematerialised = &rematerialised;
  }
  slot = try_compile(std::move(source.model), function, std::move(source.pipeline));
  if (has_budget) keep_budget(slot, function, shape, rematerialised);
  if (slot.executable && slot.executable->memory().peak > memory_.peak)
    memory_ = slot.executable->memory();
  return slot;
}

/// Takes a program away that is beyond the budget. A short batch at the end of an epoch may take
/// what a larger one was allowed: its gradients alone may be a larger share. @step has them in its
/// own memory, where the other functions add them to sums beside it.
void Programs::keep_budget(backend::Compilation& compilation, std::string_view function,
                           const task::BatchShape& shape, const pass::Rematerialised& found) {
  if (!compilation.executable) return;
  const auto text = [](int64_t bytes) { return human_bytes(static_cast<size_t>(bytes)); };
  const int64_t beside = function == step::kStep ? 0 : trained_bytes(layout_);
  const int64_t allowed = found.limit + beside;
  if (found.limit > 0 && found.after + beside > std::max(allowed, allowed_)) {
    compilation = {nullptr,
                   fmt::format("--memory_budget allows {} for a step of {} x {} tokens besides "
                               "parameters and moments, but even with full recomputation it takes "
                               "at least {} (without a budget {})",
                               text(found.limit), shape.rows, shape.length, text(found.after),
                               text(found.before))};
    return;
  }
  allowed_ = std::max(allowed_, allowed);
  if (!rematerialised_ || found.before > rematerialised_->before) rematerialised_ = found;
}

step::StepSource Programs::source_of(std::string_view function,
                                     const task::BatchShape& shape) const {
  step::StepSource source = step::step_source(function, objective_, shape, options_);
  source.pipeline.narrows_parameters = function == step::kForward;
  source.pipeline.skip = passes_.skip;
  return source;
}

const std::vector<Type>& Programs::forward_types() {
  if (!forward_types_.empty()) return forward_types_;
  // What becomes of the parameters is the same for any batch.
  step::StepSource source = source_of(step::kForward, {1, 1, 1});
  source.pipeline.lowers = false;
  const ir::Module module =
      pass::run_pipeline(std::move(source.model), op::catalogue(), source.pipeline);
  for (size_t i = 0; i < layout_.parameters(); i++)
    forward_types_.push_back(module.get(step::kForward).argument(i)->type);
  return forward_types_;
}

int64_t Programs::forward_parameter_bytes() {
  int64_t bytes = 0;
  for (const Type& type : forward_types())
    if (type.element != options_.element) bytes += type.bytes();
  return bytes;
}

std::vector<backend::Buffer> Programs::forward_parameters(
    std::span<const backend::Buffer> parameters) {
  std::vector<backend::Buffer> all(parameters.begin(), parameters.end()), wide;
  const auto is_copied = [&](size_t i) { return forward_types()[i] != parameters[i]->type; };
  for (size_t i = 0; i < all.size(); i++)
    if (is_copied(i)) wide.push_back(all[i]);
  if (wide.empty()) return all;
  if (!narrow_) {
    ir::Module module;
    ir::Function& function = module.add_function(kNarrow);
    ir::Builder builder(function.body, op::catalogue());
    std::vector<ir::Value> copies;
    for (const backend::Buffer& buffer : wide)
      copies.push_back(op::convert(builder, function.add_argument(buffer->type),
                                   pass::element_of(options_.precision)));
    pass::finish(function, builder, copies);
    narrow_ = compile(std::move(module), kNarrow);
  }
  std::vector<backend::Buffer> narrow(wide.size());
  execute(*narrow_, wide, narrow);
  for (size_t i = 0, next = 0; i < all.size(); i++)
    if (is_copied(i)) all[i] = std::move(narrow[next++]);
  return all;
}

std::unique_ptr<backend::Executable> Programs::compile(ir::Module module, std::string_view function,
                                                       pass::PipelineOptions pipeline) {
  backend::Compilation compilation = try_compile(std::move(module), function, std::move(pipeline));
  if (!compilation.executable) throw UserError(ExitCode::out_of_memory, compilation.lack);
  return std::move(compilation.executable);
}

backend::Compilation Programs::try_compile(ir::Module module, std::string_view function,
                                           pass::PipelineOptions pipeline) {
  pipeline.supports = [this](const ir::Operation& op) { return backend_.supports(op); };
  std::map<std::string, int> decomposed;
  pipeline.pad_to_multiple_of = options_.pad_to_multiple_of;
  pipeline.widens_halves = !backend_.capabilities().computes_halves;
  pipeline.decomposed = &decomposed;
  pipeline.skip = passes_.skip;
  backend::CompileOptions compile = {.function = std::string(function)};
  if (function == step::kForward) compile.keeping = backend::Keeping::copies;  // of the parameters
  // The host's optimizer needs their gradients, beside which nothing else has to stay.
  compile.returns_memory = options_.host_optimizer && function == step::kGradients;
  compile.share_memory = !pipeline.skips(pass::kMemoryPlan);
  if (passes_.observe) {
    pipeline.observe = [&](const std::string& pass, const ir::Module& seen, double) {
      passes_.observe(compile.function, pass, ir::print(seen));
    };
    compile.observe_memory = [&](const std::string& text) {
      passes_.observe(compile.function, pass::kMemoryPlan, text);
    };
  }
  module = pass::run_pipeline(std::move(module), op::catalogue(), pipeline);
  if (decomposed_.empty()) decomposed_ = std::move(decomposed);
  return backend_.try_compile(module, compile);
}

std::vector<backend::Buffer> Programs::upload(const data::Batch& batch, size_t device) {
  std::vector<backend::Buffer> buffers;
  for (const Tensor& tensor : batch_tensors(objective_, batch, options_.element))
    buffers.push_back(backend_.upload(tensor, devices_[device]));
  return buffers;
}

DeviceBuffers Programs::upload(std::span<const data::Batch> batches) {
  DeviceBuffers buffers;
  for (const data::Batch& batch : batches) buffers.push_back(upload(batch, buffers.size()));
  return buffers;
}

void execute(backend::Executable& program, std::span<backend::Buffer> arguments,
             std::span<backend::Buffer> results) {
  const std::span<backend::Buffer> in[] = {arguments}, out[] = {results};
  program.run(in, out);
}

void execute(backend::Executable& program, DeviceBuffers& arguments, DeviceBuffers& results) {
  const std::vector<std::span<backend::Buffer>> in(arguments.begin(), arguments.end()),
      out(results.begin(), results.end());
  program.run(in, out);
}

}  // namespace tutti::train
