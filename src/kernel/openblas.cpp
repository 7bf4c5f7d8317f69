// SPDX-License-Identifier: Apache-2.0
#include "kernel/openblas.h"

#include <cblas.h>
#include <dlfcn.h>

#include <algorithm>
#include <limits>
#include <semaphore>

#include "base/error.h"

namespace tutti::kernel {
namespace {

// The library's OpenMP would share a product with threads of its own; their number belongs to the
// calling thread.
void stay_in_this_thread() {
  thread_local bool is_set = false;
  if (is_set) return;
  // Looked up where the library has it, for its OpenMP need not be this compiler's.
  if (void* found = dlsym(RTLD_DEFAULT, "omp_set_num_threads"))
    reinterpret_cast<void (*)(int)>(found)(1);
  is_set = true;
}

}  // namespace

void prepare_openblas(const TileProblem& p) {
  if (openblas_get_parallel() == OPENBLAS_SEQUENTIAL)
    throw UserError(ExitCode::missing_backend,
                    "the OpenBLAS that was loaded is the one without threads, whose callers share "
                    "one buffer; install libopenblas0-openmp, or take the other's folder out of "
                    "LD_LIBRARY_PATH");
  const int64_t largest = std::max({p.m, p.n, p.k, p.row_a, p.row_b, p.row_c});
  if (largest > std::numeric_limits<blasint>::max())
    user_error("a matrix product has an axis of {} elements; this CPU's products take at most {}",
               largest, std::numeric_limits<blasint>::max());
  [[maybe_unused]] static const bool is_set = (openblas_set_num_threads(1), true);
}

void run_openblas(const TileProblem& p, const float* a, const float* b, float* c) {
  stay_in_this_thread();
  static std::counting_semaphore<kOpenblasCallers> places(kOpenblasCallers);
  places.acquire();
  const auto size = [](int64_t value) { return static_cast<blasint>(value); };
  cblas_sgemm(CblasRowMajor, p.transpose_a ? CblasTrans : CblasNoTrans,
              p.transpose_b ? CblasTrans : CblasNoTrans, size(p.m), size(p.n), size(p.k), 1.0f, a,
              size(p.row_a), b, size(p.row_b), 0.0f, c, size(p.row_c));
  places.release();
}

std::string openblas_cpu() {
  return openblas_get_corename();
}

}  // namespace tutti::kernel
