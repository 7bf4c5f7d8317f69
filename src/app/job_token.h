// SPDX-License-Identifier: Apache-2.0
// The secret text that the processes of a job share.
#pragma once

#include <string>

#include "app/job_arguments.h"
#include "app/job_place.h"

namespace tutti::app {

/// From --token_file or TUTTI_TOKEN; a UserError where there is none, or it is too short or long.
std::string token_of(const JobArguments& arguments, const Variables& variables);

}  // namespace tutti::app
