// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti estimate`: their names, limits and meaning.
#include "app/estimate/estimate_arguments.h"

namespace tutti::app {

ArgumentList list_arguments(run::EstimateSettings& a) {
  ArgumentLister list;
  list.group("Estimate")
      .number("measured_steps", a.measured_steps, 0, 1000,
              "steps to run and measure; 0: run none, and only count their work")
      .add(
          "device_list", a.device_list,
          "JSON file of devices to estimate for (docs/estimate.md), which replace built-in ones of "
          "the same name")
      .names(Names::input)
      .add("target", a.target,
           "an absent device, whose own compiler determines the needs: tpu:v5e:2x4, v5litepod-8, "
           "cuda:h100, ...")
      .add("recorded_runs", a.recorded_runs,
           "output folders of trainings, separated by commas, to predict this training's time on "
           "their devices");
  ArgumentList all = list_arguments(static_cast<run::TrainSettings&>(a));
  for (Argument& argument : list.take()) all.push_back(std::move(argument));
  return all;
}

}  // namespace tutti::app
