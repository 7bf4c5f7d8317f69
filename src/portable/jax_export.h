// SPDX-License-Identifier: Apache-2.0
// Files of jax.export: a table of FlatBuffers around a portable artifact.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"

namespace tutti::portable {

/// The attribute of an argument of @main that says its place among the arguments of the function
/// that was exported; only where some of those were not used, and are not here.
inline constexpr std::string_view kArgumentIndex = "jax.argument_index";

bool is_jax_export(std::string_view content);

/// Reads and verifies. A program for several platforms is that for `platform`.
ir::Module read_jax_export(std::string_view content, const std::string& where,
                           std::string_view platform = "cpu");

/// The file that jax.export.deserialize reads: a function of @main's arguments and results, for one
/// of JAX's platforms. `artifact` is the module's. A type that JAX's arrays do not have, or a size
/// that is not known, is a UserError.
std::string write_jax_export(const ir::Module& module, std::string_view artifact,
                             std::string_view platform);

}  // namespace tutti::portable
