// SPDX-License-Identifier: Apache-2.0
#include "app/process/colour.h"

#include <fmt/format.h>
#include <unistd.h>

#include "app/process/environment.h"

namespace tutti::app {
namespace {

std::string_view sequence_of(Colour colour) {
  switch (colour) {
    case Colour::error:
      return "1;31";
    case Colour::warning:
      return "1;33";
    case Colour::ok:
      return "32";
    case Colour::user:
      return "1;36";
    case Colour::model:
      break;
  }
  return "1;35";
}

}  // namespace

bool takes_colours(int descriptor) {
  return ::isatty(descriptor) == 1 && environment_variable("TERM") != "dumb" &&
         !environment_variable("NO_COLOR");
}

std::string coloured(Colour colour, std::string_view text, bool is_coloured) {
  if (!is_coloured || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", sequence_of(colour), text);
}

}  // namespace tutti::app
