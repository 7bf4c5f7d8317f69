// SPDX-License-Identifier: Apache-2.0
// The secret text that the processes of a job share.
#pragma once

#include <string>

#include "run/job_place.h"
#include "run/job_settings.h"

namespace tutti::run {

/// From --token_file or TUTTI_TOKEN; a UserError where there is none, or it is too short or long.
std::string token_of(const JobSettings& settings, const Variables& variables);

}  // namespace tutti::run
