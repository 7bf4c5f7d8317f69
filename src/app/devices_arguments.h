// SPDX-License-Identifier: Apache-2.0
// What `tutti devices` takes.
#pragma once

#include <string>

#include "base/argument.h"

namespace tutti::app {

struct DevicesArguments {
  std::string fetch;  // a kind of device whose compiler is wanted; empty: none
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(DevicesArguments& arguments);

}  // namespace tutti::app
