// SPDX-License-Identifier: Apache-2.0
// The device that a target is rented or reserved for.
#pragma once

#include <optional>
#include <string>

#include "launch/target.h"

namespace tutti::launch {

struct Accelerator {
  std::string what;         // as in the target: "v5litepod-8"
  std::string kind;         // as in `--backend pjrt=KIND`: "tpu"; empty: unknown
  std::string target = {};  // as in `tutti compile --target`: "cuda:h100"; empty: unknown
};

/// nullopt for a target without a device, and for ssh, whose machines only their owners know.
std::optional<Accelerator> accelerator_of(const Target& target);

}  // namespace tutti::launch
