// SPDX-License-Identifier: Apache-2.0
// Opens OpenBLAS when it is first needed, because it takes memory as soon as it is opened and few
// programs need it. Its functions run in the calling thread only.
#pragma once

namespace tutti::lapack {

/// How many threads may call the library concurrently. It has buffers for some more, and crashes
/// when they are used up.
inline constexpr int kOpenblasCallers = 64;

/// Returns a function of the library by its name ("cblas_sgemm", "spotrf_"), never null. The first
/// call opens the library. Throws a UserError if the library is not installed, lacks the function,
/// or was built without threads (all its callers would share one buffer); one with exit code 4 if
/// there is too little memory for it.
void* find_in_openblas(const char* name);

template <class Function>
Function* openblas_function(const char* name) {
  return reinterpret_cast<Function*>(find_in_openblas(name));
}

/// Must exist while the calling thread calls functions that compute. Any number of threads may make
/// one; when there are kOpenblasCallers of them, the next one waits. The library keeps the memory
/// that it packs matrices into, 128 MB of address space for each thread. The constructor throws a
/// UserError with exit code 4 if there is too little: the library itself would ask for it forever.
class OpenblasCall {
 public:
  OpenblasCall();
  ~OpenblasCall();
  OpenblasCall(const OpenblasCall&) = delete;
  OpenblasCall& operator=(const OpenblasCall&) = delete;
};

}  // namespace tutti::lapack
