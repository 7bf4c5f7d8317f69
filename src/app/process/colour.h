// SPDX-License-Identifier: Apache-2.0
// Colors for terminals. Files, pipes and JSON never have them.
#pragma once

#include <string>
#include <string_view>

namespace tutti::app {

enum class Colour { error, warning, ok, user, model };

/// Whether output to a descriptor may have colors: it is a terminal, TERM is not "dumb", and
/// NO_COLOR is unset or empty.
bool takes_colours(int descriptor);

/// The text in a color, or unchanged if `is_coloured` is false.
std::string coloured(Colour colour, std::string_view text, bool is_coloured);

}  // namespace tutti::app
