// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti validate`: their names, limits and meaning.
#include "app/validate/validate_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(ValidateArguments& a) {
  ArgumentLister list;
  run::add_model_name(
      list.group("Model or program"), a.model_name_or_path,
      "a model's folder, a name in the Hugging Face cache, or a program: a .mlir file, a portable "
      "artifact or a file of jax.export")
      .add("inputs", a.inputs, "safetensors file of a program's arguments: in.000, in.001, ...")
      .names(Names::input)
      .number("max_seq_length", a.max_seq_length, 8, kLargestCount,
              "length in tokens to which the input is padded")
      .number("seed", a.seed, 0, kLargestSeed, "seed of a head that the model lacks");
  run::add_model_files(list, a);
  run::add_task(list, a.task, a.tasks);
  list.group("Comparison")
      .add("backend", a.backend, "backends to compare, separated by commas; default: all found")
      .names(Names::backend)
      .add("target", a.target,
           "instead compile for an absent device (tpu:v5e, cuda:h100, ...), and print the "
           "precision with which it would compute")
      .add("reference", a.reference, "the backend to compare with")
      .names(Names::backend)
      .number("tolerance", a.tolerance, 0, 1e300,
              "largest difference allowed; 0: 1e-4; 1e-3 for rocm, tpu and neuron")
      .number("cosine_threshold", a.cosine_threshold, 0, 1,
              "smallest cosine similarity allowed; 0: 0.9999; 0.999 for rocm, tpu and neuron")
      .add("bisect", a.bisect, "also run operation by operation, as after a failure")
      .add("quick", a.quick, "fewer timings");
  list.group("Files")
      .add("record", a.record,
           "write inputs and the reference's results: FILE.safetensors, FILE.json")
      .names(Names::output_file)
      .add("against", a.against, "compare with files that --record wrote on another machine")
      .names(Names::input)
      .add("output", a.output, "folder for the reports")
      .names(Names::output_folder);
  return run::with_tasks(list, a.tasks);
}

}  // namespace tutti::app
