// SPDX-License-Identifier: Apache-2.0
#include "pass/pipeline.h"

#include <chrono>

#include "base/text.h"
#include "ir/verify.h"
#include "pass/common_subexpressions.h"
#include "pass/dead_code.h"
#include "pass/decompose.h"
#include "pass/differentiate.h"
#include "pass/fold_constants.h"
#include "pass/inline_calls.h"
#include "pass/loop_invariants.h"
#include "pass/loop_products.h"
#include "pass/pad.h"
#include "pass/raise.h"
#include "pass/recompute.h"
#include "pass/recompute_rows.h"
#include "pass/simplify.h"
#include "pass/split_complex.h"
#include "pass/split_quantized.h"
#include "pass/spread.h"
#include "pass/widen_halves.h"

namespace tutti::pass {
namespace {

using ir::Module;

struct Pass {
  std::string_view name;
  std::function<Module(Module)> run;
};

/// The passes that make the whole program from the model's functions.
std::vector<Pass> passes_to_program(const ir::Catalogue& catalogue,
                                    const PipelineOptions& options) {
  std::vector<Pass> passes;
  // First, so that adapters are computed and differentiated like all else.
  passes.push_back({kAdapt, [&](Module m) {
                      return options.adapt ? options.adapt(std::move(m)) : std::move(m);
                    }});
  // Before the gradients, because a gradient has the type of the value that it belongs to.
  if (options.precision != Precision::f32)
    passes.push_back({kPrecision, [&](Module m) {
                        return use_precision(std::move(m), options.precision, catalogue);
                      }});
  if (!options.differentiate.empty())
    passes.push_back({kDifferentiate, [&](Module m) {
                        return options.with_respect_to
                                   ? value_and_gradients(std::move(m), options.differentiate,
                                                         *options.with_respect_to, catalogue)
                                   : differentiate(std::move(m), options.differentiate, catalogue);
                      }});
  if (!options.assemble) return passes;
  passes.push_back({kAssemble, options.assemble});
  const Pass pad = {"pad-parameters", [&](Module m) {
                      return pad_parameters(std::move(m), options.pad_to_multiple_of,
                                            options.pads_results, catalogue);
                    }};
  const Pass pack = {"pack-parameters", [&](Module m) {
                       return options.packed.empty()
                                  ? std::move(m)
                                  : pack_parameters(m, options.packed, catalogue);
                     }};
  if (options.precision == Precision::f32) {
    passes.insert(passes.end(), {pack, pad});
    return passes;
  }
  // On the whole program, because only it shows which products become gradients of float32.
  passes.push_back({"widen-products", [&](Module m) {
                      return widen_products(std::move(m), options.precision, catalogue);
                    }});
  // Last, when all conversions of parameters are final.
  passes.push_back({"narrow-parameters", [&](Module m) {
                      return options.narrows_parameters
                                 ? narrow_parameters(std::move(m), options.precision, catalogue)
                                 : std::move(m);
                    }});
  // After all that looks for what is done with a parameter itself.
  passes.insert(passes.end(), {pack, pad});
  return passes;
}

Pass fold_pass(const ir::Catalogue& catalogue) {
  return {"fold-constants", [&](Module m) { return fold_constants(std::move(m), catalogue); }};
}

/// The passes that leave only operations that the backend takes, in one function.
std::vector<Pass> passes_to_operations(const ir::Catalogue& catalogue,
                                       const PipelineOptions& options) {
  std::function<bool(const ir::Operation&)> supports = options.supports;
  if (supports && options.widens_halves)
    supports = [&](const ir::Operation& op) {
      return options.supports(op) || can_widen(op, catalogue, options.supports);
    };
  return {
      // First, so that every later pass sees whole functions.
      {"inline-calls", [&](Module m) { return inline_calls(std::move(m), catalogue); }},
      // Before all that computes, because no later pass knows of scales.
      {"split-quantized",
       [&](Module m) {
         return options.supports ? split_quantized(std::move(m), catalogue, options.supports)
                                 : std::move(m);
       }},
      // Early, so that every later pass finds the contents of a shard_map in the function.
      {"spread",
       [&](Module m) {
         return options.grid.count() > 1 ? spread(m, catalogue, options.grid) : std::move(m);
       }},
      // Before raising, because a pattern may extend over all rounds of a loop.
      {"unroll",
       [&](Module m) {
         if (!options.supports) return m;
         const auto stays = [&](const ir::Operation& op) {
           return op.name() != "stablehlo.while" || options.supports(op);
         };
         return decompose(std::move(m), catalogue, stays, options.decomposed);
       }},
      // Before raising, because the constants of a pattern may be computed, such as sqrt(head
      // size).
      fold_pass(catalogue),
      // Before decomposing, which would replace parts of a pattern.
      {kRaise,
       [&, supports](Module m) {
         return supports ? raise(std::move(m), catalogue, supports) : std::move(m);
       }},
      {"decompose",
       [&, supports](Module m) {
         if (!supports) return m;
         return decompose(std::move(m), catalogue, supports, options.decomposed);
       }},
      // After decomposing, which may emit operations on complex numbers.
      {"split-complex",
       [&](Module m) {
         return options.supports ? split_complex(std::move(m), catalogue, options.supports)
                                 : std::move(m);
       }},
  };
}

/// The passes that make fewer, cheaper or smaller operations of these.
std::vector<Pass> passes_over_operations(const ir::Catalogue& catalogue,
                                         const PipelineOptions& options) {
  const auto widened = [&](Module m) {
    const bool widens = options.supports && options.widens_halves;
    return widens ? widen_halves(std::move(m), catalogue, options.supports) : std::move(m);
  };
  return {
      // Again, because decomposing emits constants and the same operations several times.
      fold_pass(catalogue),
      {"common-subexpressions",
       [&](Module m) { return eliminate_common_subexpressions(std::move(m), catalogue); }},
      // After decomposing, which emits products, and before simplifying, which merges slices.
      {"pad-products",
       [&](Module m) { return pad_products(std::move(m), options.pad_to_multiple_of, catalogue); }},
      // After the elimination of equal operations, because most rules look for values of one use.
      {"simplify", [&](Module m) { return simplify(std::move(m), catalogue); }},
      {"dead-code", [](Module m) { return eliminate_dead_code(std::move(m)); }},
      // After raising, which finds patterns inside a loop as long as all their parts are there.
      {"loop-invariants",
       [&](Module m) {
         return options.supports ? hoist_loop_invariants(std::move(m)) : std::move(m);
       }},
      // After what is the same in each round has left the loops. Not where memory is scarce, which
      // the arrays of all rounds take.
      {"loop-products",
       [&](Module m) {
         return options.supports && !options.budget ? hoist_loop_products(std::move(m), catalogue)
                                                    : std::move(m);
       }},
      // After the products have left, which may need all rows of an array.
      {"recompute-rows",
       [&](Module m) {
         return options.supports ? recompute_rows(std::move(m), catalogue) : std::move(m);
       }},
      // After the elimination of equal operations, which would undo it.
      {"recompute",
       [&](Module m) {
         return options.supports ? recompute(std::move(m), catalogue) : std::move(m);
       }},
      // On what is left of the program, whose plan of memory decides; what it repeats must not be
      // found to be equal.
      {"rematerialise",
       [&, widened](Module m) {
         if (!options.budget) return m;
         const auto bytes_of = [&](const Module& tried) {
           return options.plan_bytes(widened(ir::clone(tried)));
         };
         return rematerialise(std::move(m), catalogue, *options.budget, bytes_of,
                              options.rematerialised);
       }},
      // Last, because copies in float32 that were found to be equal would live for long.
      {"widen-halves", widened},
  };
}

std::vector<Pass> passes(const ir::Catalogue& catalogue, const PipelineOptions& options) {
  std::vector<Pass> all = passes_to_program(catalogue, options);
  if (!options.lowers) return all;
  for (Pass& pass : passes_to_operations(catalogue, options)) all.push_back(std::move(pass));
  for (Pass& pass : passes_over_operations(catalogue, options)) all.push_back(std::move(pass));
  return all;
}

}  // namespace

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  const ir::Catalogue none({});
  const PipelineOptions all = {.precision = Precision::bf16,
                               .differentiate = "main",
                               .assemble = [](Module m) { return m; }};
  for (const Pass& pass : passes(none, all))
    if (std::find(names.begin(), names.end(), pass.name) == names.end())
      names.emplace_back(pass.name);
  names.emplace_back(kMemoryPlan);
  return names;
}

void expect_pass_names(const std::vector<std::string>& names) {
  const auto known = pass_names();
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      user_error("there is no pass \"{}\"; there are {}", escaped(name), fmt::join(known, ", "));
}

bool PipelineOptions::skips(std::string_view pass) const {
  return std::find(skip.begin(), skip.end(), pass) != skip.end();
}

Module run_pipeline(Module module, const ir::Catalogue& catalogue, const PipelineOptions& options) {
  expect_pass_names(options.skip);
  for (const Pass& pass : passes(catalogue, options)) {
    if (options.skips(pass.name)) continue;
    const auto begin = std::chrono::steady_clock::now();
    module = pass.run(std::move(module));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    ir::verify(module);
    if (options.observe) options.observe(std::string(pass.name), module, seconds.count());
  }
  return module;
}

}  // namespace tutti::pass
