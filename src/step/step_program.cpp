// SPDX-License-Identifier: Apache-2.0
#include "step/step_program.h"

#include <numeric>

#include "op/catalogue.h"
#include "op/collective.h"
#include "op/emit.h"
#include "op/threefry.h"
#include "pass/differentiate.h"
#include "pass/inline_calls.h"
#include "pass/pipeline.h"
#include "pass/precision.h"
#include "pass/rewrite.h"

namespace tutti::step {
namespace {

using ir::attributes;
using ir::Attributes;
using ir::Builder;
using ir::ElementType;
using ir::float_attribute;
using ir::Function;
using ir::Type;
using ir::Value;
using Values = std::vector<Value>;

Attributes role(std::string_view kind, std::string_view name) {
  return attributes({{"tutti.role", ir::string_attribute(std::string(kind))},
                     {"tutti.name", ir::string_attribute(std::string(name))}});
}

Attributes donated(Attributes given, size_t result) {
  given.set("tf.aliasing_output",
            ir::int_attribute(static_cast<int64_t>(result), ElementType::i32));
  return given;
}

/// Arguments of a function that is being built, and their values by group.
class Writer {
 public:
  Writer(ir::Module& module, std::string name, const task::Objective& objective,
         const task::BatchShape& shape, const StepOptions& options)
      : function_(module.add_function(std::move(name))),
        builder_(function_.body, op::catalogue()),
        objective_(objective),
        shape_(shape),
        element_(options.element) {}

  Builder& builder() { return builder_; }

  /// One argument for each parameter; those of state are donated to the result of the same index.
  Values parameters(std::string_view kind, std::string_view prefix, bool donate) {
    Values values;
    for (const model::Parameter& parameter : objective_.parameters)
      values.push_back(argument(Type::tensor(element_, parameter.shape), kind,
                                std::string(prefix) + parameter.name, donate));
    return values;
  }
  Value scalar(std::string_view kind, const std::string& name, const Type& type, bool donate) {
    return argument(type, kind, name, donate);
  }
  task::BatchValues batch() {
    task::BatchValues values;
    for (const task::BatchField& field : objective_.batch(shape_, element_))
      values[field.name] = argument(field.type, "batch", field.name, false);
    return values;
  }
  void finish(const Values& results) { pass::finish(function_, builder_, results); }

 private:
  Value argument(const Type& type, std::string_view kind, const std::string& name, bool donate) {
    Attributes given = role(kind, name);
    if (donate) given = donated(std::move(given), function_.argument_count());
    return function_.add_argument(type, std::move(given));
  }

  Function& function_;
  Builder builder_;
  const task::Objective& objective_;
  const task::BatchShape& shape_;
  ElementType element_;
};

struct State {
  Values parameters, m, v;
  Value step, seed;
};

const Type kStepType = Type::scalar(ElementType::i32);
const Type kSeedType = Type::tensor(ElementType::ui32, {2});

State state_arguments(Writer& writer) {
  State state;
  state.parameters = writer.parameters("parameter", "", true);
  state.m = writer.parameters("optimizer", "m.", true);
  state.v = writer.parameters("optimizer", "v.", true);
  state.step = writer.scalar("scalar", "step", kStepType, true);
  state.seed = writer.scalar("scalar", "seed", kSeedType, true);
  return state;
}

struct Sums {
  Values gradients;
  Value loss, weight;
  Values all() const {
    Values values = gradients;
    values.insert(values.end(), {loss, weight});
    return values;
  }
};

model::ParameterValues named(const task::Objective& objective, const Values& values) {
  model::ParameterValues result;
  for (size_t i = 0; i < values.size(); i++) result.set(objective.parameters[i].name, values[i]);
  return result;
}

/// The functions that the step inlines: @outputs and @loss, in the precision asked for.
ir::Module model_functions(const task::Objective& objective, const task::BatchShape& shape,
                           const StepOptions& options, bool with_loss) {
  ir::Module module;
  Writer writer(module, with_loss ? "loss" : "forward", objective, shape, options);
  const Values parameters = writer.parameters("parameter", "", false);
  model::ForwardOptions forward{options.element, options.max_segment, nullptr};
  if (with_loss && options.dropout)
    forward.dropout_key = writer.scalar("scalar", "key", kSeedType, false);
  const task::BatchValues batch = writer.batch();
  const Values outputs =
      objective.outputs(writer.builder(), named(objective, parameters), batch, forward);
  if (with_loss) {
    const task::Loss loss = objective.loss(writer.builder(), outputs, batch);
    writer.finish({loss.sum, loss.weight});
  } else {
    writer.finish(outputs);
  }
  if (!options.bf16) return module;
  module = pass::use_bf16(std::move(module), op::catalogue());
  if (options.observe) options.observe(pass::kPrecision, module);
  return module;
}

/// The key of this step's dropout: threefry(seed, step).
Value step_key(Builder& b, Value seed, Value step) {
  const auto word = [&](int64_t i) { return op::reshape(b, op::slice(b, seed, {i}, {i + 1}), {}); };
  Value counter = op::convert(b, step, ElementType::ui32);
  const auto [x, y] =
      op::emit_threefry(b, {word(0), word(1)}, {counter, op::zeros_like(b, counter)});
  return op::concatenate(b, {op::reshape(b, x, {1}), op::reshape(b, y, {1})}, 0);
}

Sums gradients_of(Builder& b, const ir::Module& loss_module, const StepOptions& options,
                  const Values& parameters, Value step, Value seed, const Values& batch) {
  const Function& loss = loss_module.get("loss");
  Values arguments = parameters;
  if (options.dropout) arguments.push_back(step_key(b, seed, step));
  arguments.insert(arguments.end(), batch.begin(), batch.end());
  ir::ValueMap map;
  for (size_t i = 0; i < arguments.size(); i++) map[loss.argument(i)] = arguments[i];
  const Values results = pass::append_body(
      b, loss.body, map, [](Builder&, const ir::Operation&) { return std::nullopt; });
  Sums sums;
  sums.loss = results[0];
  sums.weight = results[1];
  sums.gradients =
      pass::gradients(b, {results[0]}, {op::constant_like(b, results[0], 1)}, parameters);
  return sums;
}

/// The sums of all replicas: one all_reduce over everything.
Sums over_replicas(Builder& b, const StepOptions& options, Sums sums) {
  if (options.replicas == 1) return sums;
  std::vector<int64_t> all(static_cast<size_t>(options.replicas));
  std::iota(all.begin(), all.end(), int64_t{0});
  const Type groups = Type::tensor(ElementType::i64, {1, options.replicas});
  Values added =
      op::summing(b, "stablehlo.all_reduce", sums.all(),
                  attributes({{"replica_groups", ir::Tensor::of_ints(groups, all)}}), {});
  sums.weight = added.back();
  added.pop_back();
  sums.loss = added.back();
  added.pop_back();
  sums.gradients = std::move(added);
  return sums;
}

struct Report {
  Value loss, norm, rate, finite;
};

/// AdamW with decoupled decay (Loshchilov and Hutter, arXiv:1711.05101), after clipping by the
/// global norm of all replicas' gradients.
Report apply(Builder& b, const task::Objective& objective, const StepOptions& options, State& state,
             const Sums& own) {
  Builder::Scope scope(b, "optimizer");
  const Sums sums = over_replicas(b, options, own);
  const ElementType element = options.element;
  Report report;
  // A batch without weight has zero gradients, and a mean of 0.
  Value weight = op::maximum(b, sums.weight, op::constant_like(b, sums.weight, 1e-30));
  report.loss = op::divide(b, sums.loss, weight);
  Value norm_of_sum = op::sqrt(b, b.one("tutti.squared_norm", sums.gradients));
  report.norm = op::divide(b, norm_of_sum, weight);
  report.rate = emit_learning_rate(b, options.schedule, state.step, element);
  report.finite = b.one("stablehlo.and", {b.one("stablehlo.is_finite", {report.norm}),
                                          b.one("stablehlo.is_finite", {report.loss})});
  Value scale = op::divide(b, op::constant_like(b, weight, 1), weight);
  if (options.max_gradient_norm > 0) {
    // PyTorch's clip_grad_norm_: min(1, max / (norm + 1e-6)).
    Value limit = op::divide(b, op::constant_like(b, report.norm, options.max_gradient_norm),
                             op::shift(b, report.norm, 1e-6));
    scale = op::multiply(b, scale, op::minimum(b, limit, op::constant_like(b, limit, 1)));
  }
  state.step = op::shift(b, state.step, 1);
  Value count = op::convert(b, state.step, element);
  const auto correction = [&](double beta) {
    Value power = b.one("stablehlo.power", {op::constant_like(b, count, beta), count});
    return op::subtract(b, op::constant_like(b, count, 1), power);
  };
  Value correction1 = correction(options.beta1), correction2 = correction(options.beta2);
  for (size_t i = 0; i < state.parameters.size(); i++) {
    const auto real = [](double value) { return float_attribute(value, ElementType::f64); };
    const double decay = decays(objective.parameters[i].name) ? options.weight_decay : 0;
    const Values updated = b.create("tutti.adamw",
                                    {state.parameters[i], sums.gradients[i], state.m[i], state.v[i],
                                     report.rate, scale, correction1, correction2, report.finite},
                                    attributes({{"beta1", real(options.beta1)},
                                                {"beta2", real(options.beta2)},
                                                {"epsilon", real(options.epsilon)},
                                                {"weight_decay", real(decay)}}));
    state.parameters[i] = updated[0];
    state.m[i] = updated[1];
    state.v[i] = updated[2];
  }
  return report;
}

Values results_of(const State& state, const Report& report) {
  Values all = state.parameters;
  all.insert(all.end(), state.m.begin(), state.m.end());
  all.insert(all.end(), state.v.begin(), state.v.end());
  all.insert(all.end(),
             {state.step, state.seed, report.loss, report.norm, report.rate, report.finite});
  return all;
}

Sums sum_arguments(Writer& writer, std::string_view prefix, bool donate, ElementType element) {
  Sums sums;
  sums.gradients = writer.parameters("sums", std::string(prefix), donate);
  sums.loss = writer.scalar("sums", std::string(prefix) + "loss", Type::scalar(element), donate);
  sums.weight =
      writer.scalar("sums", std::string(prefix) + "weight", Type::scalar(element), donate);
  return sums;
}

Values in_order(const task::Objective& objective, const task::BatchShape& shape,
                const StepOptions& options, const task::BatchValues& batch) {
  Values values;
  for (const task::BatchField& field : objective.batch(shape, options.element))
    values.push_back(batch.at(field.name));
  return values;
}

/// One micro-batch's gradients, from the values of a function's arguments.
Sums sums_of_batch(Writer& writer, const task::Objective& objective, const task::BatchShape& shape,
                   const StepOptions& options, const Values& parameters, Value step, Value seed) {
  const ir::Module loss = model_functions(objective, shape, options, /*with_loss=*/true);
  const Values batch = in_order(objective, shape, options, writer.batch());
  return gradients_of(writer.builder(), loss, options, parameters, step, seed, batch);
}

using AddFunction = void (*)(ir::Module&, const task::Objective&, const task::BatchShape&,
                             const StepOptions&);

void add_forward(ir::Module& module, const task::Objective& objective,
                 const task::BatchShape& shape, const StepOptions& options) {
  ir::Module forward = model_functions(objective, shape, options, /*with_loss=*/false);
  for (auto& function : forward.functions) module.functions.push_back(std::move(function));
}

void add_gradients(ir::Module& module, const task::Objective& objective,
                   const task::BatchShape& shape, const StepOptions& options) {
  Writer writer(module, "gradients", objective, shape, options);
  const Values parameters = writer.parameters("parameter", "", false);
  Value step = writer.scalar("scalar", "step", kStepType, false),
        seed = writer.scalar("scalar", "seed", kSeedType, false);
  writer.finish(sums_of_batch(writer, objective, shape, options, parameters, step, seed).all());
}

void add_merge(ir::Module& module, const task::Objective& objective, const task::BatchShape& shape,
               const StepOptions& options) {
  Writer writer(module, "merge", objective, shape, options);
  const Values left = sum_arguments(writer, "left.", true, options.element).all();
  const Values right = sum_arguments(writer, "right.", false, options.element).all();
  Values merged;
  for (size_t i = 0; i < left.size(); i++)
    merged.push_back(op::add(writer.builder(), left[i], right[i]));
  writer.finish(merged);
}

void add_apply(ir::Module& module, const task::Objective& objective, const task::BatchShape& shape,
               const StepOptions& options) {
  Writer writer(module, "apply", objective, shape, options);
  State state = state_arguments(writer);
  const Sums sums = sum_arguments(writer, "", false, options.element);
  const Report report = apply(writer.builder(), objective, options, state, sums);
  writer.finish(results_of(state, report));
}

void add_step(ir::Module& module, const task::Objective& objective, const task::BatchShape& shape,
              const StepOptions& options) {
  Writer writer(module, "step", objective, shape, options);
  State state = state_arguments(writer);
  const Sums sums =
      sums_of_batch(writer, objective, shape, options, state.parameters, state.step, state.seed);
  const Report report = apply(writer.builder(), objective, options, state, sums);
  writer.finish(results_of(state, report));
}

constexpr std::pair<std::string_view, AddFunction> kFunctions[] = {{"forward", add_forward},
                                                                   {"gradients", add_gradients},
                                                                   {"merge", add_merge},
                                                                   {"apply", add_apply},
                                                                   {"step", add_step}};

/// Those functions of kFunctions that have the name; every one for no name.
ir::Module functions_named(std::string_view name, const task::Objective& objective,
                           const task::BatchShape& shape, const StepOptions& options) {
  ir::Module module;
  module.name = "step";
  for (const auto& [function, add] : kFunctions)
    if (name.empty() || function == name) add(module, objective, shape, options);
  check(!module.functions.empty(), "a step program has no function @{}", name);
  if (options.replicas > 1 && name != "forward")
    module.attributes.set("mhlo.num_replicas",
                          ir::int_attribute(options.replicas, ElementType::i32));
  if (options.bf16) module = pass::widen_products(std::move(module), op::catalogue());
  if (options.observe) options.observe(pass::kDifferentiate, module);
  return module;
}

}  // namespace

bool decays(std::string_view parameter) {
  return !parameter.ends_with("bias") && parameter.find("LayerNorm") == std::string_view::npos;
}

StateLayout state_layout(const task::Objective& objective, ElementType element) {
  StateLayout layout;
  for (const model::Parameter& parameter : objective.parameters) {
    layout.names.push_back(parameter.name);
    layout.types.push_back(Type::tensor(element, parameter.shape));
  }
  return layout;
}

bool takes_batch(std::string_view function) {
  return function != "merge" && function != "apply";
}

ir::Module step_function(std::string_view function, const task::Objective& objective,
                         const task::BatchShape& shape, const StepOptions& options) {
  return functions_named(function, objective, shape, options);
}

ir::Module step_program(const task::Objective& objective, const task::BatchShape& shape,
                        const StepOptions& options) {
  return functions_named({}, objective, shape, options);
}

}  // namespace tutti::step
