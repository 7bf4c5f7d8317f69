// SPDX-License-Identifier: Apache-2.0
#include "kernel/openmp.h"

#include <dlfcn.h>

namespace tutti::kernel {

void stay_in_this_thread() {
  thread_local bool is_set = false;
  if (is_set) return;
  // Looked up where the libraries have it, for their OpenMP need not be this compiler's.
  if (void* found = dlsym(RTLD_DEFAULT, "omp_set_num_threads"))
    reinterpret_cast<void (*)(int)>(found)(1);
  is_set = true;
}

}  // namespace tutti::kernel
