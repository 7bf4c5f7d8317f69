// SPDX-License-Identifier: Apache-2.0
// What the page of `tutti serve` needs to know of the program's commands.
#pragma once

#include "serve/program.h"

namespace tutti::app {

serve::ProgramInterface serve_program();

}  // namespace tutti::app
