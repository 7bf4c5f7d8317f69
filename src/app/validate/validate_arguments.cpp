// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti validate`: their names, limits and meaning.
#include "app/validate/validate_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(ValidateArguments& a) {
  ArgumentLister list;
  run::add_model_name(
      list.group("What"), a.model_name_or_path,
      "a model's folder, a name in the Hugging Face cache, or a program's .mlir file")
      .add("inputs", a.inputs, "safetensors file of a program's arguments: in.000, in.001, ...")
      .names(Names::input)
      .number("max_seq_length", a.max_seq_length, 8, kLargestCount, "tokens the input is padded to")
      .number("seed", a.seed, 0, kLargestSeed, "of a head that the model lacks");
  run::add_model_files(list, a);
  run::add_task(list, a.task, a.tasks);
  list.group("Comparison")
      .add("backend", a.backend,
           "backends to compare, separated by commas; default: all that are found")
      .names(Names::backend)
      .add("target", a.target,
           "instead: compile for a device that is not here (tpu:v5e, cuda:h100, ...), and say with "
           "which precision it would compute")
      .add("reference", a.reference, "the backend that is right")
      .names(Names::backend)
      .number("tolerance", a.tolerance, 0, 1e300,
              "largest difference; 0: 1e-4, of rocm, tpu and neuron 1e-3")
      .number("cosine_threshold", a.cosine_threshold, 0, 1,
              "smallest cosine similarity; 0: 0.9999, of rocm, tpu and neuron 0.999")
      .add("bisect", a.bisect, "run operation by operation too, as on a failure")
      .add("quick", a.quick, "fewer timings");
  list.group("Files")
      .add("record", a.record, "write inputs and the reference's results: FILE.safetensors, .json")
      .names(Names::output_file)
      .add("against", a.against, "compare with what --record wrote on another machine")
      .names(Names::input)
      .add("output", a.output, "folder of the reports")
      .names(Names::output_folder);
  return run::with_tasks(list, a.tasks);
}

}  // namespace tutti::app
