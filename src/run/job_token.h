// SPDX-License-Identifier: Apache-2.0
// The secret token that the processes of a job share.
#pragma once

#include <string>

#include "run/job_place.h"
#include "run/job_settings.h"

namespace tutti::run {

/// From --token_file or TUTTI_TOKEN. Throws a UserError if it is missing, too short or too long.
std::string token_of(const JobSettings& settings, const Variables& variables);

}  // namespace tutti::run
