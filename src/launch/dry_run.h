// SPDX-License-Identifier: Apache-2.0
// A job's whole life as the commands that it would run and the files that it would send.
#pragma once

#include <string>

#include "launch/bundle.h"
#include "launch/job.h"

namespace tutti::launch {

/// The commands of a life without failures, in order and in shell syntax; the names of the files
/// sent; and the texts of those written for it. It runs LifeCycle with clients that always succeed.
/// INSTANCE_ID and ADDRESS stand in for values that only a vendor knows. It writes only to its own
/// folder in `temporary`, which it removes; `store` is where the job's files would be.
std::string dry_run(RemoteJob job, const Bundle& bundle, const JobStore& store,
                    const Path& temporary);

}  // namespace tutti::launch
