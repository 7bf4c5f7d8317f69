// SPDX-License-Identifier: Apache-2.0
#include "kernel/openblas.h"

#include <cblas.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "lapack/openblas.h"

namespace tutti::kernel {
namespace {

decltype(cblas_sgemm)* product() {
  static auto* const found = lapack::openblas_function<decltype(cblas_sgemm)>("cblas_sgemm");
  return found;
}

}  // namespace

void prepare_openblas(const TileProblem& p) {
  static_cast<void>(product());
  const int64_t largest = std::max({p.m, p.n, p.k, p.row_stride_a, p.row_stride_b, p.row_stride_c});
  if (largest > std::numeric_limits<blasint>::max())
    user_error("a matrix product has an axis of {} elements; this CPU's products take at most {}",
               largest, std::numeric_limits<blasint>::max());
}

void run_openblas(const TileProblem& p, const float* a, const float* b, float* c) {
  const lapack::OpenblasCall call;
  const auto size = [](int64_t value) { return static_cast<blasint>(value); };
  product()(CblasRowMajor, p.transpose_a ? CblasTrans : CblasNoTrans,
            p.transpose_b ? CblasTrans : CblasNoTrans, size(p.m), size(p.n), size(p.k), 1.0f, a,
            size(p.row_stride_a), b, size(p.row_stride_b), p.adds ? 1.0f : 0.0f, c,
            size(p.row_stride_c));
}

std::string openblas_cpu() {
  return lapack::openblas_function<decltype(openblas_get_corename)>("openblas_get_corename")();
}

}  // namespace tutti::kernel
