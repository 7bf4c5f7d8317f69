// SPDX-License-Identifier: Apache-2.0
// What `tutti devices` takes.
#pragma once

#include <string>

namespace tutti::app {

struct DevicesArguments {
  std::string fetch;  // a kind of device whose compiler is wanted; empty: none
};

}  // namespace tutti::app
