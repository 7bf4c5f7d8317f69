// SPDX-License-Identifier: Apache-2.0
// What `tutti compile` takes.
#pragma once

#include <string>

#include "base/argument.h"
#include "run/train_settings.h"

namespace tutti::app {

struct CompileArguments : run::TrainSettings {
  std::string target;       // the device to compile for
  std::string device_list;  // file of devices besides those that Tutti knows
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(CompileArguments& arguments);

}  // namespace tutti::app
