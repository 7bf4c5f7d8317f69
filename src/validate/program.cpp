// SPDX-License-Identifier: Apache-2.0
#include "validate/program.h"

#include "base/log.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "pass/dead_code.h"
#include "pass/differentiate.h"
#include "pass/differentiate_regions.h"
#include "pass/inline_calls.h"
#include "pass/known_sizes.h"
#include "pass/pipeline.h"
#include "pass/plain_signature.h"
#include "pass/rewrite.h"
#include "train/programs.h"
#include "validate/unique_vectors.h"

namespace tutti::validate {
namespace {

using ir::Builder;
using ir::Function;
using ir::Tensor;
using ir::Type;
using ir::Value;
using Values = std::vector<Value>;

constexpr std::pair<Role, std::string_view> kRoles[] = {{Role::output, "output"},
                                                        {Role::loss, "loss"},
                                                        {Role::gradient, "gradient"},
                                                        {Role::parameter, "parameter"}};

std::string text_attribute(const ir::Attributes& attributes, std::string_view name) {
  const ir::Attribute* found = attributes.find(name);
  const auto* text = found ? found->get<std::string>() : nullptr;
  return text ? *text : "";
}

/// Arguments like another function's, donated ones as plain ones: inputs are used again.
Values arguments_like(Function& function, const Function& other) {
  Values values;
  for (size_t i = 0; i < other.argument_count(); i++) {
    ir::Attributes attributes = other.argument_attributes[i];
    attributes.erase("tf.aliasing_output");
    values.push_back(function.add_argument(other.argument(i)->type, std::move(attributes)));
  }
  return values;
}

Values call(Builder& b, const Function& callee, const Values& arguments) {
  return b.create("func.call", arguments,
                  ir::attributes({{"callee", ir::Attribute(ir::SymbolAttribute{callee.name})}}),
                  callee.result_types);
}

Values part(const Values& values, size_t begin, size_t count) {
  const auto from = values.begin() + static_cast<std::ptrdiff_t>(begin);
  return {from, from + static_cast<std::ptrdiff_t>(count)};
}

Values joined(std::initializer_list<Values> lists) {
  Values all;
  for (const Values& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// Leaves @main alone, its calls inlined.
ir::Module only_main(ir::Module module) {
  module = pass::inline_calls(std::move(module), op::catalogue());
  pass::keep_function(module, "main");
  return pass::eliminate_dead_code(std::move(module));
}

/// @main(state, batch): what @forward, @gradients and @apply of a step program give.
void add_main(ir::Module& module, const step::StateLayout& layout) {
  const Function& step = module.get(step::kStep);
  Function& main = module.add_function("main");
  Builder b(main.body, op::catalogue());
  const Values all = arguments_like(main, step);
  Values state = part(all, 0, layout.state().size());
  const Values batch = part(all, state.size(), all.size() - state.size());
  const Values outputs =
      call(b, module.get(step::kForward), joined({layout.forward_arguments(state), batch}));
  const Values sums =
      call(b, module.get(step::kGradients), joined({layout.gradient_arguments(state), batch}));
  const auto report =
      layout.take_results(state, call(b, module.get(step::kApply), joined({state, sums})));
  Values trained;
  for (const size_t index : layout.trained()) trained.push_back(state[index]);
  pass::finish(main, b,
               joined({outputs, {report.loss}, part(sums, 0, layout.trained().size()), trained}));
}

/// Zero moments, step 0 and seed 0 after the parameters.
std::vector<Tensor> state_of(const step::StateLayout& layout,
                             const std::vector<Tensor>& parameters) {
  std::vector<Tensor> state = parameters;
  for (size_t i = parameters.size(); i < layout.state().size(); i++)
    state.push_back(Tensor::splat(layout.state()[i].type, 0));
  return state;
}

/// Adds to `module` @main_gradient; gives the reason where it cannot.
std::string add_gradient(ir::Module& module) {
  const Function& main = module.get("main");
  bool wanted = false;
  for (size_t i = 0; i < main.argument_count(); i++)
    wanted = wanted || pass::carries_gradient(main.argument(i)->type);
  if (!wanted) return "no argument has real or complex elements";
  try {
    module = pass::differentiate(ir::clone(module), "main", op::catalogue());
    return "";
  } catch (const UserError& error) {
    return error.what();
  }
}

}  // namespace

std::string_view name_of(Role role) {
  for (const auto& [kind, name] : kRoles)
    if (kind == role) return name;
  return "";
}

std::optional<Role> role_of(std::string_view given) {
  for (const auto& [kind, name] : kRoles)
    if (name == given) return kind;
  return std::nullopt;
}

const Function& main_of(const ir::Module& module, const std::string& name) {
  if (const Function* main = module.find("main")) return *main;
  const Function* only = nullptr;
  for (const auto& function : module.functions)
    if (!function->is_private) {
      if (only) user_error("{}: found several functions, expected one, or one named main", name);
      only = function.get();
    }
  if (!only) user_error("{}: found no public function, expected one, or one named main", name);
  return *only;
}

CheckedProgram model_program(std::string name, const task::Objective& objective,
                             const std::vector<Tensor>& parameters, const data::Batch& batch,
                             step::StepOptions options) {
  options.dropout = false;
  options.precision = pass::Precision::f32;
  options.element = ir::ElementType::f32;
  CheckedProgram program;
  program.name = std::move(name);
  program.is_model = true;
  program.module = step::step_program(objective, train::shape_of(batch), options);
  const step::StateLayout layout(objective.parameters, options.element);
  add_main(program.module, layout);
  program.module = only_main(std::move(program.module));

  program.inputs = state_of(layout, parameters);
  for (Tensor& tensor : train::batch_tensors(objective, batch, options.element))
    program.inputs.push_back(std::move(tensor));
  const Function& main = program.module.get("main");
  for (const ir::Attributes& attributes : main.argument_attributes)
    program.input_names.push_back(text_attribute(attributes, "tutti.name"));
  for (const data::ArraySpec& output : objective.output_arrays)
    program.results.push_back({output.name, Role::output, output.extent == data::Extent::token});
  program.results.push_back({"loss", Role::loss});
  for (const Role role : {Role::gradient, Role::parameter})
    for (const size_t index : layout.trained())
      program.results.push_back({layout.state()[index].name, role});
  check(program.results.size() == main.result_types.size(), "{} results have names, of {}",
        program.results.size(), main.result_types.size());
  for (const int32_t segment : batch.integers("segment")) program.real.push_back(segment > 0);
  return program;
}

CheckedProgram text_program(std::string name, const ir::Module& given, std::vector<Tensor> inputs) {
  CheckedProgram program;
  program.name = std::move(name);
  program.inputs = std::move(inputs);
  const std::string source = main_of(given, program.name).name;
  ir::Module module = pass::with_plain_signature(given, source, op::catalogue());
  module.get(source).name = "main";
  module = only_main(std::move(module));
  if (pass::has_unknown_sizes(module.get("main"))) {
    std::vector<Type> types;
    for (const Tensor& input : program.inputs) types.push_back(input.type());
    module = pass::with_known_sizes(std::move(module), "main", types, op::catalogue());
  }
  module = with_unique_vectors(module, op::catalogue());
  program.no_gradients = add_gradient(module);
  if (!program.no_gradients.empty())
    log_info("{}: no gradients are compared: {}", program.name, program.no_gradients);

  const auto forward = ir::clone(module.get("main"));
  module.get("main").name = "program";
  Function& main = module.add_function("main");
  Builder b(main.body, op::catalogue());
  const Values arguments = arguments_like(main, *forward);
  Values results = call(b, module.get("program"), arguments);
  for (size_t i = 0; i < results.size(); i++)
    program.results.push_back({fmt::format("out.{:03}", i), Role::output});
  if (program.no_gradients.empty()) {
    Values given_gradients = arguments;
    for (const Value result : Values(results))
      if (pass::carries_gradient(result->type))
        given_gradients.push_back(op::constant_like(b, result, 1));
    const Values gradients = call(b, module.get("main_gradient"), given_gradients);
    results.insert(results.end(), gradients.begin(), gradients.end());
    for (size_t i = 0; i < arguments.size(); i++)
      if (pass::carries_gradient(arguments[i]->type))
        program.results.push_back({fmt::format("in.{:03}", i), Role::gradient});
  }
  pass::finish(main, b, results);
  program.module = only_main(std::move(module));
  for (size_t i = 0; i < arguments.size(); i++)
    program.input_names.push_back(fmt::format("in.{:03}", i));
  return program;
}

ir::Module lowered(const ir::Module& module,
                   const std::function<bool(const ir::Operation&)>& supports) {
  pass::PipelineOptions options;
  options.supports = supports;
  const ir::Attribute highest = ir::enum_attribute("precision", "HIGHEST");
  return pass::rewrite(
      pass::run_pipeline(ir::clone(module), op::catalogue(), options), op::catalogue(),
      [&](Builder& b, const ir::Operation& op) -> std::optional<Values> {
        if (op.name() != "stablehlo.dot_general" && op.name() != "stablehlo.convolution")
          return std::nullopt;
        // An algorithm asks for its own precision.
        if (op.attributes.find("algorithm")) return std::nullopt;
        ir::Attributes attributes = op.attributes;
        attributes.set("precision_config", ir::Attribute(ir::ListAttribute{{highest, highest}}));
        return b.create(op.name(), op.operands, std::move(attributes), op.result_types());
      });
}

}  // namespace tutti::validate
