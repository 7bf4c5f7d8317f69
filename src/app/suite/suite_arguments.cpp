// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti suite`: their names, limits and meaning.
#include "app/suite/suite_arguments.h"

#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(SuiteArguments& a) {
  ArgumentLister list;
  list.positional("SUITE", a.suite, true, "quick, nightly, weekend, or a .yaml file of jobs")
      .names(Names::input)
      .group("Comparison")
      .add("baseline", a.baseline,
           "JSON file of earlier measurements; default: baseline.json in the output folder")
      .add("update_baseline", a.update_baseline,
           "make this run's measurements the baseline, for this reason; the baseline keeps its "
           "history")
      .add("against", a.against,
           "another program, such as yesterday's tutti: run both alternately and compare them")
      .group("Files")
      .add("output", a.output,
           "folder for the jobs, suite.html, junit.xml and suite_results.json; a suite stopped "
           "there resumes")
      .names(Names::output_folder);
  return list.take();
}

}  // namespace tutti::app
