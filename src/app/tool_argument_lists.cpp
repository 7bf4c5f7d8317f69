// SPDX-License-Identifier: Apache-2.0
// What commands take that run no model.
#include "app/arguments.h"

namespace tutti::app {

ArgumentList list_arguments(ReportArguments& a) {
  ArgumentLister list;
  list.positionals("RUN...", a.runs,
                   "the --output_dir of a training, a folder of event files, or one file of either "
                   "(*tfevents*, metrics.jsonl, trainer_state.json), of any trainer")
      .group("Page")
      .add("output", a.output, "HTML file, which needs no other")
      .add("title", a.title, "default: the run's name, or how many there are");
  return list.take();
}

ArgumentList list_arguments(SuiteArguments& a) {
  ArgumentLister list;
  list.positional("SUITE", a.suite, true, "quick, or a .yaml file of jobs")
      .group("Comparison")
      .add("baseline", a.baseline,
           "JSON file of what was measured before; default: baseline.json in the output folder")
      .add("update_baseline", a.update_baseline,
           "why what is measured now is right: it becomes the baseline, which keeps its history")
      .add("against", a.against,
           "another program, such as yesterday's tutti: both run in turn and are compared")
      .group("Files")
      .add("output", a.output,
           "folder of the jobs, suite.html, junit.xml and suite_results.json; a suite that was "
           "stopped there goes on");
  return list.take();
}

ArgumentList list_arguments(CompletionArguments& a) {
  ArgumentLister list;
  list.choice(
          "SHELL", a.shell, {"bash", "zsh", "fish"},
          "bash, zsh or fish: `source <(tutti completion bash)`, or the same in a file that the "
          "shell reads at its start")
      .by_place();
  return list.take();
}

ArgumentList list_arguments(ManualArguments& a) {
  ArgumentLister list;
  list.positional("FOLDER", a.folder, false,
                  "write a page for the program and each command there; default: the program's "
                  "page on standard output, for `man -l -`");
  return list.take();
}

}  // namespace tutti::app
