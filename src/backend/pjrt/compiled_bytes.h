// SPDX-License-Identifier: Apache-2.0
// What a compiler without its device answered, as bytes that a cache keeps.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "backend/pjrt/topology.h"

namespace tutti::backend::pjrt {

/// A compiled program, or why there is none: too little memory, a sentence without its full stop.
struct CompileAnswer {
  std::optional<CompiledProgram> program;
  std::string lack = {};
};

std::string to_bytes(const CompileAnswer& answer);
/// Nothing if the bytes are not what to_bytes() gave.
std::optional<CompileAnswer> answer_of(std::string_view bytes);

}  // namespace tutti::backend::pjrt
