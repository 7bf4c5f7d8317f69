// SPDX-License-Identifier: Apache-2.0
// What `tutti serve` takes.
#pragma once

#include <cstdint>
#include <string>

#include "base/argument.h"

namespace tutti::app {

struct ServeArguments {
  std::string folder = ".";
  int64_t port = 0;  // 0: any that is free
  bool read_only = false;
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(ServeArguments& arguments);

}  // namespace tutti::app
