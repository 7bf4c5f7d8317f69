// SPDX-License-Identifier: Apache-2.0
#include "app/validate/validate_subject.h"

#include "app/ir/ir_files.h"
#include "app/process/context.h"
#include "base/text.h"
#include "base/version.h"
#include "op/catalogue.h"
#include "pass/plain_signature.h"
#include "portable/program.h"
#include "report/latency.h"
#include "report/validation.h"
#include "run/model_weights.h"
#include "validate/golden.h"
#include "validate/run.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

/// A file of text by its name, another by its first bytes.
bool is_program(const std::string& model) {
  return model.ends_with(".mlir") || portable::is_binary_program_file(model);
}

validate::CheckedProgram read_program(const ValidateArguments& arguments) {
  auto modules = read_modules(arguments.model_name_or_path);
  if (modules.size() != 1)
    user_error("{}: found {} modules, expected one", arguments.model_name_or_path, modules.size());
  const std::string& name = validate::main_of(modules[0], arguments.model_name_or_path).name;
  const ir::Module module = pass::with_plain_signature(modules[0], name, op::catalogue());
  const ir::Function& function = module.get(name);
  if (function.argument_count() > 0 && arguments.inputs.empty() && arguments.target.empty())
    user_error("@{} takes {}: give --inputs FILE.safetensors", function.name,
               counted(static_cast<int64_t>(function.argument_count()), "argument"));
  return validate::text_program(arguments.model_name_or_path, module,
                                arguments.inputs.empty() ? std::vector<ir::Tensor>{}
                                                         : read_inputs(arguments.inputs, function));
}

validate::CheckedProgram program_of(const ValidationSubject& subject) {
  const int64_t first[] = {0};
  // Padding after the feature, unlike Hugging Face's: excluded from loss and gradients.
  const data::Batch batch = data::make_batch(subject.data->features(), first, 1,
                                             {data::Layout::Kind::fixed_rows, subject.length, {}});
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::constant, 3e-5, 0, 0};
  options.weight_decay = 0.01;
  options.max_segment = subject.length;
  const task::Objective& objective = subject.model->objective();
  return validate::model_program(subject.model->path().string(), objective, subject.weights, batch,
                                 options);
}

}  // namespace

ValidationSubject read_subject(const GlobalOptions& global, const ValidateArguments& arguments) {
  ValidationSubject subject;
  subject.reference = arguments.reference;
  if (!arguments.against.empty()) {
    validate::Golden golden = validate::read_golden(arguments.against);
    subject.program = std::move(golden.program);
    subject.expected = std::move(golden.expected);
    subject.reference = std::string(report::kRecorded) + golden.reference;
    return subject;
  }
  if (arguments.model_name_or_path.empty())
    user_error(
        "--model is missing: give a model's folder or name, a program's file, or --against "
        "with what --record wrote");
  if (is_program(arguments.model_name_or_path)) {
    subject.program = read_program(arguments);
    return subject;
  }
  subject.model = std::make_unique<run::OpenedModel>(arguments, arguments.tasks,
                                                     task::Use::validate, context_of(global));
  subject.weights =
      run::read_or_make_weights(*subject.model, run::first_values(arguments, arguments.seed))
          .read_all();
  subject.length = std::min(arguments.max_seq_length, subject.model->model().positions);
  subject.data = subject.model->example(task::Use::validate, subject.length, global.threads);
  subject.program = program_of(subject);
  return subject;
}

Json inference_of(backend::Backend& backend, const ValidationSubject& subject,
                  const ValidateArguments& arguments, const validate::FeatureInput& input) {
  const auto forward = validate::forward_program(backend, input, 1);
  validate::Runner runner(backend, forward.module, forward.inputs);
  const data::FeatureSource& features = subject.data->features();
  task::Outputs outputs;
  for (const ir::Tensor& output : runner.run()) {
    // Padding follows the feature's tokens in a separate row.
    const size_t k = outputs.size();
    const bool by_token = input.objective.output_arrays[k].extent == data::Extent::token;
    const int64_t entries = by_token ? output.type().count() / subject.length * features.length(0)
                                     : output.type().count();
    auto& values = outputs.emplace_back().emplace_back();
    for (int64_t i = 0; i < entries; i++) values.push_back(static_cast<float>(output.float_at(i)));
  }
  const task::Answer answer = subject.data->answer(outputs, 3);
  runner.time(arguments.quick ? 2 : 10);
  Json benchmark = report::latency(runner.time(arguments.quick ? 20 : 100));
  benchmark["device"] = backend.devices()[0].description;
  Json json = {{"model", subject.program.name}};
  json.update(answer.json);
  json["benchmark"] = std::move(benchmark);
  return json;
}

}  // namespace tutti::app
