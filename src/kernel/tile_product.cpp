// SPDX-License-Identifier: Apache-2.0
#include "kernel/tile_product.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "kernel/onednn.h"
#include "kernel/openblas.h"

namespace tutti::kernel {
namespace {

using ir::ElementType;

bool is_openblas(ElementType input, ElementType output) {
  return input == ElementType::f32 && output == ElementType::f32 &&
         std::thread::hardware_concurrency() <= kOpenblasCallers;
}

bool is_openblas(const TileProblem& p) {
  constexpr int64_t kLargest = std::numeric_limits<int32_t>::max();  // of OpenBLAS's sizes
  return is_openblas(p.input, p.output) &&
         std::max({p.m, p.n, p.k, p.row_a, p.row_b, p.row_c}) <= kLargest;
}

}  // namespace

TileProduct::TileProduct(const TileProblem& problem) : problem_(problem) {
  if (is_openblas(problem))
    prepare_openblas();
  else
    onednn_ = std::make_shared<const OnednnProduct>(problem);
}

size_t TileProduct::scratch_bytes() const {
  return onednn_ ? onednn_->scratch_bytes() : 0;
}

void TileProduct::run(const void* a, const void* b, void* c, std::byte* scratch) const {
  if (onednn_) return onednn_->run(a, b, c, scratch);
  run_openblas(problem_, static_cast<const float*>(a), static_cast<const float*>(b),
               static_cast<float*>(c));
}

bool has_product(ElementType input, ElementType output) {
  return is_openblas(input, output) || onednn_has_product(input, output);
}

std::string tile_product_library() {
  return is_openblas(ElementType::f32, ElementType::f32) ? "OpenBLAS " + openblas_cpu()
                                                         : "oneDNN " + onednn_instruction_set();
}

}  // namespace tutti::kernel
