// SPDX-License-Identifier: Apache-2.0
// A job's whole life as the commands and files that it would take, none of which is run.
#pragma once

#include <string>

#include "launch/bundle.h"
#include "launch/job.h"

namespace tutti::launch {

/// The commands of a life without failures, as a shell takes them, in their order; the files that
/// are sent, by name; and the text of those that are written for it. It is what LifeCycle does,
/// with a client that says yes to everything. INSTANCE_ID and ADDRESS are what only a vendor knows.
/// Nothing is written outside a folder of its own in `temporary`, which is removed; `store` is
/// where the job's files would be.
std::string dry_run(RemoteJob job, const Bundle& bundle, const JobStore& store,
                    const Path& temporary);

}  // namespace tutti::launch
