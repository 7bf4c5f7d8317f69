// SPDX-License-Identifier: Apache-2.0
// The device that a target is rented or reserved for.
#pragma once

#include <optional>
#include <string>

#include "launch/target.h"

namespace tutti::launch {

struct Accelerator {
  std::string what;  // as the target says it: "v5litepod-8"
  std::string kind;  // as `--backend pjrt=KIND` has it: "tpu"; empty: the target does not tell
  std::string target = {};  // as `tutti compile --target` has it: "cuda:h100"; empty: likewise
};

/// Nothing for a target without one, and for a machine of which only its owner knows: ssh.
std::optional<Accelerator> accelerator_of(const Target& target);

}  // namespace tutti::launch
