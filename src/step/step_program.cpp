// SPDX-License-Identifier: Apache-2.0
#include "step/step_program.h"

#include <algorithm>
#include <numeric>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/collective.h"
#include "op/rules/threefry.h"
#include "pass/rewrite.h"

namespace tutti::step {
namespace {

using ir::attributes;
using ir::Builder;
using ir::ElementType;
using ir::f64_attribute;
using ir::Function;
using ir::Type;
using ir::Value;
using Values = std::vector<Value>;

constexpr const char* kLoss = "loss";  // the function that is differentiated

/// A function that is being written.
class Writer {
 public:
  Writer(ir::Module& module, std::string_view name)
      : function_(module.add_function(std::string(name))),
        builder_(function_.body, op::catalogue()) {}

  Builder& builder() { return builder_; }

  Value argument(const Field& field, std::string_view prefix = {}) {
    return function_.add_argument(
        field.type, attributes({{"tutti.role", ir::string_attribute(std::string(field.role))},
                                {"tutti.name",
                                 ir::string_attribute(fmt::format("{}{}", prefix, field.name))}}));
  }
  Values arguments(const std::vector<Field>& fields, std::string_view prefix = {}) {
    Values values;
    for (const Field& field : fields) values.push_back(argument(field, prefix));
    return values;
  }
  /// Gives the memory of an argument to a result.
  void donate(size_t argument, size_t result) {
    function_.argument_attributes[argument].set(
        "tf.aliasing_output", ir::int_attribute(static_cast<int64_t>(result), ElementType::i32));
  }
  void finish(const Values& results) { pass::finish(function_, builder_, results); }

 private:
  Function& function_;
  Builder builder_;
};

/// The key of this step's dropout: threefry(seed, step). Both elements compute both words, as
/// compilers put operations on vectors together, but not those on scalars.
Value step_key(Builder& b, Value seed, Value step) {
  const Type type = Type::tensor(ElementType::ui32, {2});
  const auto word = [&](int64_t i) {
    return op::broadcast_in_dim(b, op::slice(b, seed, {i}, {i + 1}), type.shape, {0});
  };
  Value counter = op::splat(b, op::convert(b, step, ElementType::ui32), type.shape);
  const auto [x, y] =
      op::emit_threefry(b, {word(0), word(1)}, {counter, op::zeros_like(b, counter)});
  Value place = op::iota(b, type, 0);
  return op::select(b, op::compare(b, "EQ", place, op::zeros_like(b, place)), x, y);
}

/// The sums of all devices that run the program together, given a device's own.
Values sums_of_all(Builder& b, const StepOptions& options, const std::vector<Field>& fields,
                   Values sums) {
  if (options.devices == 1) return sums;
  std::vector<int64_t> all(static_cast<size_t>(options.devices));
  std::iota(all.begin(), all.end(), int64_t{0});
  const Type groups = Type::tensor(ElementType::i64, {1, options.devices});
  for (const Bucket& bucket : buckets_of(fields, options.bucket_bytes)) {
    const auto begin = sums.begin() + static_cast<std::ptrdiff_t>(bucket.first),
               end = sums.begin() + static_cast<std::ptrdiff_t>(bucket.last);
    const Values shared =
        op::summing(b, "stablehlo.all_reduce", {begin, end},
                    attributes({{"replica_groups", ir::Tensor::of_ints(groups, all)}}), {});
    std::copy(shared.begin(), shared.end(), begin);
  }
  return sums;
}

/// Writes the model's functions, and the step's functions around their gradients.
class StepProgram {
 public:
  StepProgram(const task::Objective& objective, const task::BatchShape& shape,
              const StepOptions& options)
      : objective_(objective),
        shape_(shape),
        options_(options),
        layout_(objective.parameters, options.element, options.loss_scale.has_value()) {}

  const StateLayout& layout() const { return layout_; }

  /// Adds @forward or, `with_loss`, @loss.
  void add_model(ir::Module& model, bool with_loss) const;

  // Each adds one function to the module. Those that compute the model copy its functions.
  void add_forward(ir::Module& module, const ir::Module& model) const {
    module.functions.push_back(ir::clone(model.get(kForward)));
  }
  void add_gradients(ir::Module& module, const ir::Module& model) const {
    Writer writer(module, kGradients);
    const Values arguments = writer.arguments(layout_.gradient_arguments(layout_.state()));
    writer.finish(sums_of_batch(writer, model, arguments));
  }
  void add_merge(ir::Module& module, const ir::Module&) const {
    Writer writer(module, kMerge);
    const Values left = writer.arguments(layout_.sums(), "left.");
    const Values right = writer.arguments(layout_.sums(), "right.");
    Values merged;
    for (size_t i = 0; i < left.size(); i++) {
      writer.donate(i, i);
      merged.push_back(op::add(writer.builder(), left[i], right[i]));
    }
    writer.finish(merged);
  }
  void add_apply(ir::Module& module, const ir::Module&) const {
    Writer writer(module, kApply);
    const Values state = state_arguments(writer);
    const Values sums = writer.arguments(layout_.sums());
    writer.finish(updated(writer.builder(), state, sums));
  }
  void add_prepare(ir::Module& module, const ir::Module&) const;
  void add_step(ir::Module& module, const ir::Module& model) const {
    Writer writer(module, kStep);
    const Values state = state_arguments(writer);
    const Values sums = sums_of_batch(writer, model, layout_.gradient_arguments(state));
    writer.finish(updated(writer.builder(), state, sums));
  }

 private:
  Values state_arguments(Writer& writer) const;
  Values batch_arguments(Writer& writer) const;
  Values sums_of_batch(Writer& writer, const ir::Module& model, const Values& arguments) const;
  Values unscaled(Builder& b, const Values& values) const;
  Values updated(Builder& b, Values state, const Values& own) const;
  Preparation<Value> prepared(Builder& b, Values& state, const Values& sums) const;
  void update_parameters(Builder& b, Values& state, const Values& gradients,
                         const Preparation<Value>& with) const;
  void update_loss_scale(Builder& b, Values& state, Value finite) const;

  const task::Objective& objective_;
  task::BatchShape shape_;
  StepOptions options_;
  StateLayout layout_;
};

/// The first arguments of @step and @apply.
Values StepProgram::state_arguments(Writer& writer) const {
  const Values state = writer.arguments(layout_.state());
  for (size_t i = 0; i < layout_.updated().size(); i++) writer.donate(layout_.updated()[i], i);
  return state;
}

Values StepProgram::batch_arguments(Writer& writer) const {
  Values values;
  for (const data::ArraySpec& array : objective_.arrays)
    values.push_back(
        writer.argument({"batch", array.name, task::type_of(array, shape_, options_.element)}));
  return values;
}

void StepProgram::add_model(ir::Module& model, bool with_loss) const {
  Writer writer(model, with_loss ? kLoss : kForward);
  Builder& b = writer.builder();
  const Values values = writer.arguments(layout_.forward_arguments(layout_.state()));
  model::ParameterValues parameters;
  for (size_t i = 0; i < values.size(); i++)
    parameters.set(objective_.parameters[i].name, op::convert(b, values[i], options_.element));
  model::ForwardOptions forward{options_.element, options_.max_segment, nullptr};
  if (with_loss && options_.dropout)
    forward.dropout_key =
        writer.argument({kScalarRole, "key", layout_.state()[layout_.seed()].type});
  Value scale = nullptr;
  if (with_loss && layout_.scales_loss())
    scale = writer.argument(layout_.state()[layout_.loss_scale()]);
  const Values arrays = batch_arguments(writer);
  task::BatchValues batch;
  for (size_t i = 0; i < arrays.size(); i++) batch[objective_.arrays[i].name] = arrays[i];
  Values outputs = objective_.outputs(b, parameters, batch, forward);
  if (with_loss) {
    const task::Loss loss = objective_.loss(b, outputs, batch);
    if (!scale) return writer.finish({loss.sum, loss.weight});
    const LossFactors factors = emit_loss_factors(b, scale, loss.weight);
    writer.finish(
        {op::multiply(b, loss.sum, factors.scaling), factors.unscaling, loss.sum, loss.weight});
  } else {
    if (const size_t named = objective_.output_arrays.size(); named < outputs.size())
      outputs.resize(named);
    writer.finish(outputs);
  }
}

/// The sums of one micro-batch, whose arrays become arguments after `before`: parameters, step,
/// seed, loss scale.
Values StepProgram::sums_of_batch(Writer& writer, const ir::Module& model,
                                  const Values& before) const {
  const Values batch = batch_arguments(writer);
  Builder& b = writer.builder();
  const Values parameters = layout_.forward_arguments(before);
  Values arguments = parameters;
  const size_t step = parameters.size(), seed = step + 1, scale = step + 2;
  if (options_.dropout) arguments.push_back(step_key(b, before[seed], before[step]));
  if (layout_.scales_loss()) arguments.push_back(before[scale]);
  arguments.insert(arguments.end(), batch.begin(), batch.end());
  const Function& loss = model.get("loss_and_gradients");
  ir::ValueMap map;
  for (size_t i = 0; i < arguments.size(); i++) map[loss.argument(i)] = arguments[i];
  const ir::Location location = b.location;
  Values sums = pass::append_body(b, loss.body, map);
  b.location = location;
  if (layout_.scales_loss()) sums = unscaled(b, sums);
  std::rotate(sums.begin(), sums.begin() + 2, sums.end());  // loss and weight come last
  return sums;
}

/// Loss, weight and gradients, given what @loss_and_gradients returns with loss scaling: scaled
/// loss, the factor that undoes that, loss, weight and scaled gradients.
Values StepProgram::unscaled(Builder& b, const Values& values) const {
  Values sums(values.begin() + 2, values.end());
  for (size_t i = 2; i < sums.size(); i++)
    sums[i] = op::multiply(b, sums[i], op::splat(b, values[1], sums[i]->type.shape));
  return sums;
}

/// AdamW with decoupled decay (Loshchilov and Hutter, arXiv:1711.05101).
void StepProgram::update_parameters(Builder& b, Values& state, const Values& gradients,
                                    const Preparation<Value>& with) const {
  for (size_t i = 0; i < gradients.size(); i++) {
    const size_t index = layout_.trained()[i];
    const double decay = objective_.parameters[index].decays ? options_.weight_decay : 0;
    Value &parameter = state[index], &m = state[layout_.first_moment(i)],
          &v = state[layout_.second_moment(i)];
    const Values next =
        b.create("tutti.adamw",
                 {parameter, gradients[i], m, v, with.report.learning_rate, with.scale,
                  with.correction1, with.correction2, with.report.finite},
                 attributes({{"beta1", f64_attribute(options_.beta1)},
                             {"beta2", f64_attribute(options_.beta2)},
                             {"epsilon", f64_attribute(options_.epsilon)},
                             {"weight_decay", f64_attribute(decay)}}));
    parameter = next[0];
    m = next[1];
    v = next[2];
  }
}

void StepProgram::update_loss_scale(Builder& b, Values& state, Value finite) const {
  Value &updates = state[layout_.updates()], &tracker = state[layout_.growth_tracker()],
        &scale = state[layout_.loss_scale()];
  const LossScaleState next =
      emit_next_scale(b, *options_.loss_scale, {updates, tracker, scale}, finite);
  updates = next.updates;
  tracker = next.tracker;
  scale = next.scale;
}

/// The report and the factors of AdamW, after clipping by the global norm of all devices'
/// gradients. The step is counted.
Preparation<Value> StepProgram::prepared(Builder& b, Values& state, const Values& sums) const {
  Preparation<Value> result;
  Report<Value>& report = result.report;
  result.gradients.assign(sums.begin(),
                          sums.begin() + static_cast<std::ptrdiff_t>(layout_.trained().size()));
  const ElementType element = options_.element;
  // A batch without weight has zero gradients, and a mean of 0.
  const Value summed_weight = sums[layout_.weight()];
  Value weight = op::maximum(b, summed_weight, op::constant_like(b, summed_weight, 1e-30));
  report.loss = op::divide(b, sums[layout_.loss()], weight);
  Value norm_of_sum = op::sqrt(b, b.one("tutti.squared_norm", result.gradients));
  report.gradient_norm = op::divide(b, norm_of_sum, weight);
  const bool scales = layout_.scales_loss();
  Value& step = state[layout_.step()];
  const Value updates = scales ? state[layout_.updates()] : step;
  report.learning_rate = emit_learning_rate(b, options_.schedule, updates, element);
  report.finite = b.one("stablehlo.and", {b.one("stablehlo.is_finite", {report.gradient_norm}),
                                          b.one("stablehlo.is_finite", {report.loss})});
  result.scale = op::divide(b, op::constant_like(b, weight, 1), weight);
  if (options_.max_gradient_norm > 0) {
    // PyTorch's clip_grad_norm_: min(1, max / (norm + 1e-6)).
    const Value norm = report.gradient_norm;
    Value limit = op::divide(b, op::constant_like(b, norm, options_.max_gradient_norm),
                             op::shift(b, norm, 1e-6));
    result.scale =
        op::multiply(b, result.scale, op::minimum(b, limit, op::constant_like(b, limit, 1)));
  }
  step = op::shift(b, step, 1);
  const Value count = op::convert(b, scales ? op::shift(b, updates, 1) : step, element);
  const auto correction = [&](double beta) {
    Value power = b.one("stablehlo.power", {op::constant_like(b, count, beta), count});
    return op::subtract(b, op::constant_like(b, count, 1), power);
  };
  result.correction1 = correction(options_.beta1);
  result.correction2 = correction(options_.beta2);
  if (scales) report.loss_scale = state[layout_.loss_scale()];
  return result;
}

/// The results of a step: the state after AdamW, and the report.
Values StepProgram::updated(Builder& b, Values state, const Values& own) const {
  Builder::Scope scope(b, "optimizer");
  const Values sums = sums_of_all(b, options_, layout_.sums(), own);
  const Preparation<Value> with = prepared(b, state, sums);
  update_parameters(b, state, with.gradients, with);
  if (layout_.scales_loss()) update_loss_scale(b, state, with.report.finite);
  Values results;
  for (const size_t index : layout_.updated()) results.push_back(state[index]);
  const Values said = with.report.all();
  results.insert(results.end(), said.begin(), said.end());
  return results;
}

void StepProgram::add_prepare(ir::Module& module, const ir::Module&) const {
  Writer writer(module, kPrepare);
  Builder& b = writer.builder();
  Values state(layout_.first_scalar(), nullptr);
  for (const Field& field : layout_.scalar_arguments(layout_.state())) {
    const size_t place = state.size() - layout_.first_scalar();
    state.push_back(writer.argument(field));
    writer.donate(place, place);
  }
  const size_t first_sum = state.size() - layout_.first_scalar();
  const Values own = writer.arguments(layout_.sums());
  Builder::Scope scope(b, "optimizer");
  const Values sums = sums_of_all(b, options_, layout_.sums(), own);
  const Preparation<Value> with = prepared(b, state, sums);
  if (layout_.scales_loss()) update_loss_scale(b, state, with.report.finite);
  Values results = layout_.scalar_arguments(state);
  const Values said = with.report.all();
  results.insert(results.end(), said.begin(), said.end());
  results.insert(results.end(), {with.scale, with.correction1, with.correction2});
  if (options_.devices > 1)
    for (size_t i = 0; i < with.gradients.size(); i++) {
      writer.donate(first_sum + i, results.size());
      results.push_back(with.gradients[i]);
    }
  writer.finish(results);
}

using AddFunction = void (StepProgram::*)(ir::Module&, const ir::Module& model) const;
constexpr std::pair<std::string_view, AddFunction> kFunctions[] = {
    {kForward, &StepProgram::add_forward}, {kGradients, &StepProgram::add_gradients},
    {kMerge, &StepProgram::add_merge},     {kApply, &StepProgram::add_apply},
    {kStep, &StepProgram::add_step},       {kPrepare, &StepProgram::add_prepare}};

/// The function of kFunctions with that name; all functions if the name is empty.
ir::Module assembled(const StepProgram& program, std::string_view name, int64_t devices,
                     const ir::Module& model) {
  ir::Module module;
  module.name = "step";
  for (const auto& [function, add] : kFunctions)
    if (name.empty() || function == name) (program.*add)(module, model);
  check(!module.functions.empty(), "a step program has no function @{}", name);
  if (devices > 1 && name != kForward)
    module.attributes.set("mhlo.num_replicas", ir::int_attribute(devices, ElementType::i32));
  return module;
}

}  // namespace

StepSource step_source(std::string_view function, const task::Objective& objective,
                       const task::BatchShape& shape, const StepOptions& options) {
  const StepProgram program(objective, shape, options);
  StepSource source;
  source.pipeline.adapt = objective.adapt;
  source.pipeline.precision = options.precision;
  check(options.pad_to_multiple_of == 1 || !function.empty(), "all functions of a padded step");
  for (const model::Parameter& parameter : objective.parameters)
    if (parameter.blocks) source.pipeline.packed.emplace(parameter.name, *parameter.blocks);
  source.pipeline.pad_to_multiple_of = options.pad_to_multiple_of;
  source.pipeline.pads_results = function != kForward;
  source.pipeline.assemble = [program, name = std::string(function),
                              devices = options.devices](const ir::Module& model) {
    return assembled(program, name, devices, model);
  };
  if (function.empty() || function == kForward) program.add_model(source.model, false);
  if (function.empty() || (takes_batch(function) && function != kForward)) {
    program.add_model(source.model, true);
    source.pipeline.differentiate = kLoss;
    source.pipeline.with_respect_to = program.layout().trained();
  }
  return source;
}

ir::Module step_function(std::string_view function, const task::Objective& objective,
                         const task::BatchShape& shape, const StepOptions& options) {
  StepSource source = step_source(function, objective, shape, options);
  source.pipeline.lowers = false;
  return pass::run_pipeline(std::move(source.model), op::catalogue(), source.pipeline);
}

ir::Module step_program(const task::Objective& objective, const task::BatchShape& shape,
                        const StepOptions& options) {
  return step_function({}, objective, shape, options);
}

}  // namespace tutti::step
