// SPDX-License-Identifier: Apache-2.0
#include "app/argument_json.h"

#include "app/arguments.h"

namespace tutti::app {

nlohmann::ordered_json json_of(const TrainArguments& arguments) {
  TrainArguments copy = arguments;  // a list points at what may be set
  return {{"arguments", arguments_json(list_arguments(copy))}};
}

}  // namespace tutti::app
