// SPDX-License-Identifier: Apache-2.0
// Programs on their way into a plugin's compiler and out of it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "backend/backend.h"
#include "backend/pjrt/plugin.h"

namespace tutti::backend::pjrt {

/// A text of StableHLO as a plugin takes it; it points into `code`.
c::Program mlir_program(const Plugin& plugin, std::string& code);

/// Gives `take` the bytes of a compiled program, which are there until it returns, or returns why
/// the plugin has none.
std::optional<Failure> serialize(const Plugin& plugin, c::Executable* executable,
                                 const std::function<void(std::string_view bytes)>& take);

/// That a program needs more memory than "tpu:v5e has 14.9 GiB" says, as Compilation::lack.
std::string lack_of_memory(std::string_view function, const MemoryUse& use,
                           std::string_view what_there_is);

}  // namespace tutti::backend::pjrt
