// SPDX-License-Identifier: Apache-2.0
// The product libraries run on OpenMP, whose number of threads belongs to the calling thread.
#pragma once

namespace tutti::kernel {

/// Products that this thread calls for are made for one thread and stay in it.
void stay_in_this_thread();

}  // namespace tutti::kernel
