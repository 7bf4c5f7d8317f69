// SPDX-License-Identifier: Apache-2.0
// The tile that a larger product is cut into, computed by the calling thread alone: by OpenBLAS for
// float32 on CPUs of at most 64 threads without AVX-512, where it is the faster one (for weight
// gradients by a third) and allocates nothing; else by oneDNN.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "ir/element_type.h"

namespace tutti::kernel {

/// C[m, n] = op(A) · op(B), accumulated in float32. op(A) is A[m, k], or the transpose of A[k, m];
/// op(B) is B[k, n], or the transpose of B[n, k]. Row-major; `row_*` are the elements from one
/// stored row to the next. A and B are of type `input`, C of type `output`. Sizes ≥ 1.
struct TileProblem {
  int64_t m, n, k;
  bool transpose_a, transpose_b;
  int64_t row_a, row_b, row_c;
  ir::ElementType input, output;
};

class OnednnProduct;

/// A compiled product; copies share it, and any number of threads may run it at once.
class TileProduct {
 public:
  /// Throws InternalError where no library has such a product: ask has_product() first.
  explicit TileProduct(const TileProblem& problem);

  size_t scratch_bytes() const;
  /// `scratch`: scratch_bytes() aligned to 64 bytes, this thread's own.
  void run(const void* a, const void* b, void* c, std::byte* scratch) const;

 private:
  TileProblem problem_;
  std::shared_ptr<const OnednnProduct> onednn_;  // null: OpenBLAS
};

/// Whether a library multiplies these types on this CPU: bf16 needs AVX-512 or its like.
bool has_product(ir::ElementType input, ir::ElementType output);

/// Whether this CPU multiplies bf16 faster than float32, by its features: AMX does, and so do AMD's
/// AVX512-BF16 units; Intel's without AMX were measured at half of float32.
bool bf16_products_are_faster();

/// "OpenBLAS Zen", "oneDNN AMX": the library that multiplies float32 here, and for which CPU.
std::string product_library();

}  // namespace tutti::kernel
