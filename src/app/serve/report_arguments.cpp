// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti report`: their names, limits and meaning.
#include "app/serve/report_arguments.h"

#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(ReportArguments& a) {
  ArgumentLister list;
  list.positionals("RUN...", a.runs,
                   "the --output_dir of a training, a folder of event files, or one file of either "
                   "(*tfevents*, metrics.jsonl, trainer_state.json), of any trainer")
      .names(Names::input)
      .group("Page")
      .add("output", a.output, "HTML file, which needs no other")
      .names(Names::output_file)
      .add("title", a.title, "default: the run's name, or how many there are");
  return list.take();
}

}  // namespace tutti::app
