// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti launch` that run a training on another machine.
#include "app/launch/launch_arguments.h"

namespace tutti::app {

void list_target_arguments(ArgumentLister& list, LaunchArguments& a) {
  list.group("Another machine")
      .add("on", a.on, "run the training on this target of --targets instead of this machine")
      .add("targets", a.targets, "YAML file of targets")
      .add("name", a.name,
           "the job's name; default: the target's name and the time. The name of an existing job "
           "resumes it")
      .number("max_hours", a.max_hours, 0.01, 8760,
              "hours until the training saves its state and its machine is removed")
      .number("max_cost", a.max_cost, 0, 1e9,
              "likewise, cost by the target's price_hour, in its currency; 0: no limit")
      .number("max_resumes", a.max_resumes, 0, 1000,
              "how often it resumes from its newest checkpoint after its machine was reclaimed or "
              "failed")
      .number("fetch_minutes", a.fetch_minutes, 0.01, 1e6,
              "minutes between copies of the output during the training")
      .number("look_seconds", a.look_seconds, 0.01, 3600,
              "seconds between polls of the training's log")
      .add("dry_run", a.dry_run, "print every command and file, without running or writing any")
      .add("no_preflight", a.no_preflight,
           "do not compile for the target's device before renting it")
      .add("list", a.list, "list the jobs, and their costs so far")
      .add("down", a.down,
           "stop the job of this name, or all, fetch its output, and remove everything it has "
           "elsewhere")
      .add("discard", a.discard, "with --down: do not fetch its output")
      .add("jobs_dir", a.jobs_dir,
           "folder of job records; default: $XDG_STATE_HOME/tutti/jobs or "
           "~/.local/state/tutti/jobs")
      .names(Names::scratch_file);
}

}  // namespace tutti::app
