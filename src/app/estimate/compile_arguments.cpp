// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti compile`: their names, limits and meaning.
#include "app/estimate/compile_arguments.h"

namespace tutti::app {

ArgumentList list_arguments(run::CompileSettings& a) {
  ArgumentLister list;
  list.group("Compile")
      .add("target", a.target,
           "the absent device to compile for: tpu:v5e:2x4, v5litepod-8, cuda:h100, ...")
      .add("device_list", a.device_list,
           "JSON file of devices to compile for (docs/estimate.md), which replace built-in ones of "
           "the same name")
      .names(Names::input);
  ArgumentList all = list_arguments(static_cast<run::TrainSettings&>(a));
  for (Argument& argument : all)
    if (argument.is_called("compiled_dir")) {
      argument.names = Names::output_folder;
      argument.help = "folder for the compiled programs, for `tutti train --compiled_dir`";
    }
  for (Argument& argument : list.take()) all.push_back(std::move(argument));
  return all;
}

}  // namespace tutti::app
