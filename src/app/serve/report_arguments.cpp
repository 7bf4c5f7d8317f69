// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti report`: their names, limits and meaning.
#include "app/serve/report_arguments.h"

#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(ReportArguments& a) {
  ArgumentLister list;
  list.positionals("RUN...", a.runs,
                   "any trainer's output folder, a folder of event files, or one of their files "
                   "(*tfevents*, metrics.jsonl, trainer_state.json)")
      .names(Names::input)
      .group("Page")
      .add("output", a.output, "self-contained HTML file to write")
      .names(Names::output_file)
      .add("title", a.title, "title of the page; default: the run's name, or the number of runs");
  return list.take();
}

}  // namespace tutti::app
