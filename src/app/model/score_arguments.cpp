// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti score`: their names, limits and meaning.
#include "app/model/score_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(ScoreArguments& a) {
  ArgumentLister list;
  list.positional("DATASET", a.dataset, true, "a file that the task reads")
      .names(Names::input)
      .positional("PREDICTIONS", a.predictions, true, "eval_predictions.json from an evaluation")
      .names(Names::input)
      .group("Metric");
  run::add_task(list, a.task, a.tasks);
  return run::with_tasks(list, a.tasks);
}

}  // namespace tutti::app
