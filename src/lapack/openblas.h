// SPDX-License-Identifier: Apache-2.0
// OpenBLAS, opened when it is first needed: it takes memory as it is opened, and few programs need
// it. Its functions run in the calling thread alone.
#pragma once

namespace tutti::lapack {

/// As many threads as call the library at once: it has buffers for some more, and crashes beyond.
inline constexpr int kOpenblasCallers = 64;

/// A function of the library by its name ("cblas_sgemm", "spotrf_"), never null. The first call
/// opens the library. Throws UserError where it is not installed, is the one without threads, whose
/// callers share one buffer, or lacks the function; where memory for it is missing, one of exit
/// code 4.
void* find_in_openblas(const char* name);

template <class Function>
Function* openblas_function(const char* name) {
  return reinterpret_cast<Function*>(find_in_openblas(name));
}

/// Lives while the calling thread calls functions that compute. Any number of threads may make one,
/// more than kOpenblasCallers wait. The library keeps the memory it packs matrices in, 128 MB of
/// address space for each thread. Throws UserError of exit code 4 where that is missing: the
/// library itself would ask for it for ever.
class OpenblasCall {
 public:
  OpenblasCall();
  ~OpenblasCall();
  OpenblasCall(const OpenblasCall&) = delete;
  OpenblasCall& operator=(const OpenblasCall&) = delete;
};

}  // namespace tutti::lapack
