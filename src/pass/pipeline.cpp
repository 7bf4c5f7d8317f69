// SPDX-License-Identifier: Apache-2.0
#include "pass/pipeline.h"

#include <chrono>

#include "base/text.h"
#include "ir/verify.h"
#include "pass/common_subexpressions.h"
#include "pass/dead_code.h"
#include "pass/decompose.h"
#include "pass/fold_constants.h"
#include "pass/inline_calls.h"
#include "pass/raise.h"
#include "pass/simplify.h"
#include "pass/split_complex.h"

namespace tutti::pass {
namespace {

using ir::Module;

struct Pass {
  const char* name;
  std::function<Module(Module)> run;
};

std::vector<Pass> passes(const ir::Catalogue& catalogue, const PipelineOptions& options) {
  return {
      // Calls first: every later pass sees whole functions.
      {"inline-calls", [&](Module m) { return inline_calls(std::move(m), catalogue); }},
      // While what a spelling consists of is still there.
      {"raise",
       [&](Module m) {
         return options.supports ? raise(std::move(m), catalogue, options.supports) : std::move(m);
       }},
      {"decompose",
       [&](Module m) {
         if (!options.supports) return m;
         return decompose(std::move(m), catalogue, options.supports, options.decomposed);
       }},
      // Behind the decompositions, which may be of complex numbers.
      {"split-complex",
       [&](Module m) {
         return options.supports ? split_complex(std::move(m), catalogue, options.supports)
                                 : std::move(m);
       }},
      // Decompositions bring constants and repeat themselves.
      {"fold-constants", [&](Module m) { return fold_constants(std::move(m), catalogue); }},
      {"common-subexpressions",
       [&](Module m) { return eliminate_common_subexpressions(std::move(m), catalogue); }},
      // On what is left, each value standing once.
      {"simplify", [&](Module m) { return simplify(std::move(m), catalogue); }},
      {"dead-code", [](Module m) { return eliminate_dead_code(std::move(m)); }},
  };
}

}  // namespace

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  const ir::Catalogue none({});
  for (const Pass& pass : passes(none, {})) names.emplace_back(pass.name);
  return names;
}

Module run_pipeline(Module module, const ir::Catalogue& catalogue, const PipelineOptions& options) {
  const auto names = pass_names();
  for (const std::string& skipped : options.skip)
    if (std::find(names.begin(), names.end(), skipped) == names.end())
      user_error("there is no pass \"{}\"; there are {}", escaped(skipped), fmt::join(names, ", "));
  for (const Pass& pass : passes(catalogue, options)) {
    if (std::find(options.skip.begin(), options.skip.end(), pass.name) != options.skip.end())
      continue;
    const auto begin = std::chrono::steady_clock::now();
    module = pass.run(std::move(module));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    ir::verify(module);
    if (options.observe) options.observe(pass.name, module, seconds.count());
  }
  return module;
}

}  // namespace tutti::pass
