// SPDX-License-Identifier: Apache-2.0
// What launchers put into the environment of the processes that they start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/job_place.h"
#include "run/job_settings.h"

namespace tutti::run {

/// The rank and number of processes that flags or a launcher's variables say.
struct RankSource {
  std::string text;  // "RANK=1 and WORLD_SIZE=2"
  int64_t rank = 0;
  int64_t size = 1;
};

/// The number in a variable, which must be at least `least`.
int64_t number_in(const char* name, const std::string& text, int64_t least,
                  int64_t most = std::numeric_limits<int64_t>::max());

/// All that say something, flags first.
std::vector<RankSource> sources_of(const JobSettings& settings, const Variables& variables);

}  // namespace tutti::run
