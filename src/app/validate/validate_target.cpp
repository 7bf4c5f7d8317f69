// SPDX-License-Identifier: Apache-2.0
// `tutti validate --target`: how an absent device's compiler compiles a program.
#include "app/validate/validate_target.h"

#include "app/process/context.h"
#include "app/process/output.h"
#include "app/validate/validate_subject.h"
#include "backend/pjrt/hlo_findings.h"
#include "base/text.h"
#include "run/python_folders.h"
#include "run/targets.h"
#include "validate/compare.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

void refuse_with(const std::string& flag) {
  user_error(
      "--target compiles for an absent device and runs nothing: it cannot be combined with --{}; "
      "leave one of them out",
      flag);
}

void expect_no_other(const ValidateArguments& arguments) {
  const ValidateArguments defaults;
  if (!arguments.backend.empty()) refuse_with("backend");
  if (arguments.reference != defaults.reference) refuse_with("reference");
  if (arguments.bisect) refuse_with("bisect");
  if (!arguments.record.empty()) refuse_with("record");
  if (arguments.output != defaults.output) refuse_with("output");
}

std::string text_of(const Json& json) {
  std::string text = fmt::format(
      "{}, compiled by {} for {}; it did not run there\n", json["program"].get<std::string>(),
      json["compiler"].get<std::string>(), json["target"].get<std::string>());
  for (const Json& finding : json["findings"])
    text += fmt::format("  {}\n", finding.get<std::string>());
  return text + fmt::format(
                    "a run there would have to differ by at most {:g}, with a cosine "
                    "similarity of {:g}\n",
                    json["tolerance"].get<double>(), json["cosine_threshold"].get<double>());
}

}  // namespace

ExitCode validate_for_target(const GlobalOptions& global, const ValidateArguments& arguments) {
  expect_no_other(arguments);
  const auto backend = run::open_target(run::find_target(arguments.target, 1, run::known_devices()),
                                        context_of(global));
  const ValidationSubject subject = read_subject(global, arguments);
  const auto module = validate::lowered(
      subject.program.module, [&](const ir::Operation& op) { return backend->supports(op); });
  const backend::Compilation compiled =
      backend->try_compile(module, {.function = "main", .strict = true});
  if (!compiled.executable) throw UserError(ExitCode::out_of_memory, compiled.lack);
  const backend::pjrt::CompiledProgram& program = backend->programs().back();
  if (program.optimized.empty())
    user_error("--target {}: {} does not tell its optimized program", escaped(arguments.target),
               run::package_of(backend->library()));
  const auto hlo = backend::pjrt::read_hlo(program.optimized, program.optimized_format);
  validate::Thresholds thresholds = validate::thresholds_of(backend->device_kind());
  if (arguments.tolerance > 0) thresholds.difference = arguments.tolerance;
  if (arguments.cosine_threshold > 0) thresholds.cosine = arguments.cosine_threshold;
  const Json result = {{"program", subject.program.name},
                       {"target", arguments.target},
                       {"compiler", run::package_of(backend->library())},
                       {"findings", backend::pjrt::precision_findings(
                                        hlo, backend::pjrt::costs_of(hlo), backend->device_kind())},
                       {"tolerance", thresholds.difference},
                       {"cosine_threshold", thresholds.cosine}};
  if (global.json)
    write_result_json(result);
  else
    write_text(text_of(result));
  return ExitCode::done;
}

}  // namespace tutti::app
