// SPDX-License-Identifier: Apache-2.0
// What the page of `tutti serve` needs to know about the program's commands.
#pragma once

#include "serve/program.h"
#include "serve/run_folder.h"

namespace tutti::app {

serve::ProgramInterface serve_program();

/// The task of a training with these arguments, from the model's config.json if they name none;
/// empty if the model is not here. It caches results by model.
serve::RunFolder::TaskOf task_finder();

}  // namespace tutti::app
