// SPDX-License-Identifier: Apache-2.0
#include "run/loaded_model.h"

#include "model/config_members.h"
#include "model/gguf_tensors.h"
#include "run/backends.h"
#include "run/batch_layout.h"
#include "step/adapted_objective.h"
#include "train/run_memory.h"

namespace tutti::run {
namespace {

step::StepOptions forward_options(const backend::Backend& backend, const std::string& precision,
                                  int64_t max_seq_length) {
  step::StepOptions options;
  options.precision = precision_for(precision, backend);
  options.max_segment = max_seq_length;
  return options;
}

}  // namespace

task::Objective kept_objective(const OpenedModel& model, const model::Weights& weights,
                               pass::Precision precision) {
  if (!model.adapter()) return model.objective();
  return step::with_narrow_weights(model.objective(), precision,
                                   {[&](size_t i) { return weights.stored_as(i); },
                                    [&](size_t i) { return weights.blocks_of(i); }});
}

task::Objective kept_objective(const OpenedModel& model, pass::Precision precision) {
  if (!model.adapter()) return model.objective();
  const ir::ElementType stored = model::config_element(model.config());
  const auto blocks = model::blocks_of_files(model.path(), model.objective().parameters);
  return step::with_narrow_weights(
      model.objective(), precision,
      {[stored](size_t) { return stored; }, [&](size_t i) { return blocks[i]; }});
}

LoadedModel::LoadedModel(const OpenedModel& model, const std::string& backend_name,
                         const std::string& precision, int64_t max_seq_length,
                         const FirstValues& first, const Context& context)
    : backend(open_backend(backend_name, context)),
      weights(read_weights(model, first, adapter_file(model))),
      objective(kept_objective(model, weights, precision_for(precision, *backend))),
      programs(*backend, objective, forward_options(*backend, precision, max_seq_length)) {
  train::expect_memory(
      *backend, train::parameter_bytes(programs.layout()) + programs.forward_parameter_bytes(),
      "the model's parameters");
  for (size_t i = 0; i < weights.size(); i++)
    parameters.push_back(backend->upload(weights.read_kept(i, programs.layout().state()[i].type),
                                         backend->devices()[0]));
  parameters = programs.forward_parameters(parameters);
}

}  // namespace tutti::run
