// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti predict`: their names, limits and meaning.
#include "app/model/predict_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(PredictArguments& a) {
  ArgumentLister list;
  run::add_model(list, a, a.tasks);
  list.group("Answers")
      .number("top_k", a.top_k, 1, 1000, "answers to show")
      .number("seed", a.seed, 0, kLargestSeed, "seed of a head that the model lacks");
  run::add_length(list, a.max_seq_length);
  list.group("Benchmark")
      .add("benchmark", a.benchmark, "measure the time of a query")
      .number("iterations", a.iterations, 1, kLargestCount, "queries measured");
  run::add_machine(list, a.backend, a.precision);
  return run::with_tasks(list, a.tasks);
}

}  // namespace tutti::app
