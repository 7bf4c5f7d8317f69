// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti launch` that run a training on another machine.
#include "app/launch/launch_arguments.h"

namespace tutti::app {

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
      .add("no_preflight", a.no_preflight,
           "do not compile for the target's device before anything is rented")
      .add("list", a.list, "the jobs that are somewhere, and what they have cost")
      .add("down", a.down,
           "stop the job of this name, or all, bring its output home, and remove all that it has "
           "elsewhere")
      .add("discard", a.discard, "with --down: without its output")
      .add("jobs_dir", a.jobs_dir,
           "folder in which jobs are kept; default: $XDG_STATE_HOME/tutti/jobs or "
           "~/.local/state/tutti/jobs")
      .names(Names::scratch_file);
}

}  // namespace tutti::app
