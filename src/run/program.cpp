// SPDX-License-Identifier: Apache-2.0
#include "run/program.h"

#include "base/text.h"
#include "op/catalogue.h"
#include "pass/inline_calls.h"
#include "pass/known_sizes.h"
#include "pass/pipeline.h"
#include "pass/plain_signature.h"
#include "portable/program.h"
#include "run/backends.h"
#include "train/programs.h"

namespace tutti::run {

ir::Module read_function(const std::string& source, const std::string& name,
                         const std::string& function) {
  std::vector<ir::Module> modules = portable::programs_of(source, name);
  if (modules.size() != 1)
    user_error("{}: found {} modules, expected one", escaped(name), modules.size());
  ir::Module module = std::move(modules[0]);
  if (!module.find(function))
    user_error("{}: there is no function @{}", escaped(name), escaped(function));
  if (!pass::has_plain_signature(module.get(function)))
    module = pass::with_plain_signature(module, function, op::catalogue());
  module = pass::inline_calls(pass::copy_of_function(module, function), op::catalogue());
  if (pass::has_unknown_sizes(module.get(function)))
    user_error("{}: @{} has sizes that its text does not say, expected a program of fixed sizes",
               escaped(name), escaped(function));
  pass::keep_function(module, function);
  return module;
}

std::unique_ptr<backend::Executable> compile_function(ir::Module module,
                                                      const std::string& function,
                                                      backend::Backend& backend) {
  pass::PipelineOptions options;
  options.supports = [&](const ir::Operation& op) { return backend.supports(op); };
  return backend.compile(pass::run_pipeline(std::move(module), op::catalogue(), options),
                         {.function = function});
}

Program::Program(const std::string& source, const std::string& name, const std::string& function,
                 const std::string& backend, const Context& context)
    : backend_(open_backend(backend, context)) {
  ir::Module module = read_function(source, name, function);
  const ir::Function& chosen = module.get(function);
  for (size_t i = 0; i < chosen.argument_count(); i++) inputs_.push_back(chosen.argument(i)->type);
  outputs_ = chosen.result_types;
  executable_ = compile_function(std::move(module), function, *backend_);
}

std::vector<ir::Tensor> Program::run(const std::vector<ir::Tensor>& inputs) {
  if (inputs.size() != inputs_.size())
    user_error("the program takes {}, found {}",
               counted(static_cast<int64_t>(inputs_.size()), "argument"), inputs.size());
  std::vector<backend::Buffer> arguments, results(outputs_.size());
  for (size_t i = 0; i < inputs.size(); i++) {
    if (inputs[i].type() != inputs_[i])
      user_error("argument {}: found {}, expected {}", i, inputs[i].type().str(), inputs_[i].str());
    arguments.push_back(backend_->upload(inputs[i], backend_->devices()[0]));
  }
  train::execute(*executable_, arguments, results);
  std::vector<ir::Tensor> tensors;
  for (const backend::Buffer& result : results) tensors.push_back(backend_->download(result));
  return tensors;
}

}  // namespace tutti::run
