// SPDX-License-Identifier: Apache-2.0
// The environment variables that launchers set for their processes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/job_place.h"
#include "run/job_settings.h"

namespace tutti::run {

/// A rank and number of processes from flags or a launcher's variables.
struct RankSource {
  std::string text;  // "RANK=1 and WORLD_SIZE=2"
  int64_t rank = 0;
  int64_t size = 1;
};

/// The number in a variable, which must be at least `least`.
int64_t number_in(const char* name, const std::string& text, int64_t least,
                  int64_t most = std::numeric_limits<int64_t>::max());

/// All sources that are present, flags first.
std::vector<RankSource> sources_of(const JobSettings& settings, const Variables& variables);

}  // namespace tutti::run
