// SPDX-License-Identifier: Apache-2.0
// Colours of what a terminal shows. Files, pipes and JSON never have them.
#pragma once

#include <string>
#include <string_view>

namespace tutti::app {

enum class Colour { error, warning, ok, user, model };

/// Whether what is written to a descriptor may have colours: it is a terminal, TERM is not "dumb",
/// and NO_COLOR is not set or empty.
bool takes_colours(int descriptor);

/// The text in a colour, or as it is where `is_coloured` is false.
std::string coloured(Colour colour, std::string_view text, bool is_coloured);

}  // namespace tutti::app
