// SPDX-License-Identifier: Apache-2.0
// What commands take that run no model.
#include "app/arguments.h"

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

ArgumentList list_arguments(ServeArguments& a) {
  ArgumentLister list;
  list.positional("FOLDER", a.folder, false,
                  "what has the runs below it: folders with metrics.jsonl or event files; new "
                  "runs are written there")
      .group("Page")
      .number("port", a.port, 0, 65535, "of 127.0.0.1; 0: any that is free")
      .add("read_only", a.read_only, "the page only shows: it starts, stops and asks nothing");
  return list.take();
}

ArgumentList list_arguments(SuiteArguments& a) {
  ArgumentLister list;
  list.positional("SUITE", a.suite, true, "quick, nightly, weekend, or a .yaml file of jobs")
      .names(Names::input)
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
           "stopped there goes on")
      .names(Names::output_folder);
  return list.take();
}

void list_target_arguments(ArgumentLister& list, LaunchArguments& a) {
  list.group("Another machine")
      .add("on", a.on, "the target of --targets where the training runs, instead of this machine")
      .add("targets", a.targets, "YAML file of targets")
      .add("name", a.name,
           "the job's name; default: the target's name and the time. With the name of a job that "
           "this command began, it goes on with it")
      .number("max_hours", a.max_hours, 0.01, 8760,
              "after which the training saves its state and its machine goes")
      .number("max_cost", a.max_cost, 0, 1e9,
              "likewise, by the target's price_hour and in its currency; 0: no limit")
      .number("max_resumes", a.max_resumes, 0, 1000,
              "how often it begins again from its newest checkpoint, after its machine was taken "
              "away or failed")
      .number("fetch_minutes", a.fetch_minutes, 0.01, 1e6,
              "between two copies of the output while the training runs")
      .number("look_seconds", a.look_seconds, 0.01, 3600, "between two looks at the training's log")
      .add("dry_run", a.dry_run, "print every command and file, and run and write none")
      .add("list", a.list, "the jobs that are somewhere, and what they have cost")
      .add("down", a.down,
           "stop the job of this name, or all, bring its output home, and remove all that it has "
           "elsewhere")
      .add("discard", a.discard, "with --down: without its output")
      .add("jobs_dir", a.jobs_dir,
           "folder in which jobs are kept; default: $XDG_STATE_HOME/tutti/jobs or "
           "~/.local/state/tutti/jobs");
}

ArgumentList list_arguments(SyncArguments& a) {
  ArgumentLister list;
  list.positional("SRC", a.source, true, "a folder, or s3://BUCKET/KEY or gs://BUCKET/KEY")
      .positional("DST", a.target, true,
                  "the other one; what it lacks is copied. mlflow: the server of "
                  "MLFLOW_TRACKING_URI gets what it lacks of the run whose folder SRC is")
      .add("delete", a.removes, "remove what DST has and SRC has not");
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
                  "page on standard output, for `man -l -`")
      .names(Names::output_folder);
  return list.take();
}

}  // namespace tutti::app
