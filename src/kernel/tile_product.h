// SPDX-License-Identifier: Apache-2.0
// The tile that a larger product is cut into, computed by the calling thread alone: by OpenBLAS for
// float32 on CPUs of at most 64 threads, where it is the faster one (for weight gradients by a
// third) and allocates nothing; else by oneDNN.
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

/// "OpenBLAS Zen", "oneDNN AVX2": the library that multiplies tiles of float32 here.
std::string tile_product_library();

}  // namespace tutti::kernel
