// SPDX-License-Identifier: Apache-2.0
// What `tutti compile` takes.
#pragma once

#include <string>

#include "app/train_arguments.h"

namespace tutti::app {

struct CompileArguments : TrainArguments {
  std::string target;       // the device to compile for
  std::string device_list;  // file of devices besides those that Tutti knows
};

}  // namespace tutti::app
