// SPDX-License-Identifier: Apache-2.0
#include "app/estimate/argument_json.h"

#include "app/shell/arguments.h"
#include "format/argument_values.h"

namespace tutti::app {

nlohmann::ordered_json json_of(const run::TrainSettings& arguments) {
  run::TrainSettings copy = arguments;  // a list points at what may be set
  return {{"arguments", format::arguments_json(list_arguments(copy))}};
}

}  // namespace tutti::app
