// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti evaluate`: their names, limits and meaning.
#include "app/model/evaluate_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(run::EvaluateSettings& a) {
  ArgumentLister list;
  run::add_model(list, a, a.tasks);
  list.group("Data")
      .add("validation_file", a.validation_file,
           "file to evaluate on; several separated by commas, or a pattern")
      .names(Names::input)
      .add("dataset_name", a.dataset_name, run::kDatasetName)
      .names(Names::input);
  run::add_length(list, a.max_seq_length);
  list.number("max_eval_samples", a.max_eval_samples, 1, kLargestCount,
              "evaluate the first N samples only")
      .add("overwrite_cache", a.overwrite_cache, "rebuild the cached features");
  list.group("Run")
      .number("per_device_eval_batch_size", a.per_device_eval_batch_size, 1, kLargestCount,
              "features of a batch")
      .number("seed", a.seed, 0, kLargestSeed, "seed of a head that the model lacks")
      .add("output_dir", a.output_dir,
           "folder for predictions and results, replacing earlier ones; default: write none")
      .names(Names::output_folder);
  run::add_machine(list, a.backend, a.precision);
  run::add_pack(list, a.pack);
  return run::with_tasks(list, a.tasks);
}

}  // namespace tutti::app
