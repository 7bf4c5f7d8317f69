// SPDX-License-Identifier: Apache-2.0
#include "kernel/matmul.h"

#include <cstring>
#include <utility>

#include "base/checked.h"
#include "base/error.h"
#include "base/rounding.h"
#include "kernel/avx2_product.h"
#include "kernel/avx512_product.h"
#include "kernel/cpu_features.h"
#include "kernel/openblas.h"

namespace tutti::kernel {
namespace {

using ir::ElementType;

// Checks what the arithmetic of the products relies on: no size of a matrix overflows.
void check_problem(const MatmulProblem& p) {
  for (const int64_t size : {p.batch, p.m, p.n, p.k})
    check(size >= 0, "a matrix product has a negative size: {} x {} x {} x {}", p.batch, p.m, p.n,
          p.k);
  for (const auto& [rows, columns] : {std::pair{p.m, p.k}, {p.k, p.n}, {p.m, p.n}}) {
    const int64_t matrix = checked_multiply(rows, columns, "matrix product");
    checked_multiply(checked_multiply(matrix, p.batch, "matrix product"), int64_t{8},
                     "matrix product");
  }
}

bool is_packed() {
  return has_avx512_product(ElementType::f32);
}

}  // namespace

Matmul::Matmul(const MatmulProblem& p) {
  check_problem(p);
  check(!p.has_bias || (adds_bias() && p.k > 0), "a matrix product cannot add a bias here");
  check(!p.adds || (p.c == ElementType::f32 && !p.has_bias), "a matrix product cannot add here");
  if (p.adds && p.k == 0) return;
  result_bytes_ = p.batch * p.m * p.n * static_cast<int64_t>(ir::byte_size(p.c));
  if (result_bytes_ == 0 || p.k == 0) return;
  if (is_packed())
    product_.emplace<PackedMatmul>(p);
  else
    product_.emplace<TiledMatmul>(p);
}

size_t Matmul::workspace_bytes(int workers) const {
  if (const auto* packed = std::get_if<PackedMatmul>(&product_))
    return packed->workspace_bytes(workers);
  if (const auto* tiled = std::get_if<TiledMatmul>(&product_))
    return tiled->workspace_bytes(workers);
  return 0;
}

void Matmul::run(Team& team, const MatmulOperands& operands, std::span<std::byte> workspace) const {
  check(workspace.size() >= workspace_bytes(team.size()), "matrix product: workspace of {} bytes",
        workspace.size());
  check(reinterpret_cast<uintptr_t>(workspace.data()) % kCacheLine == 0,
        "matrix product: unaligned workspace");
  check(!right_form() == !operands.right,
        "matrix product: what it keeps of B is missing or too much");
  if (const auto* packed = std::get_if<PackedMatmul>(&product_))
    packed->run(team, operands, workspace.data());
  else if (const auto* tiled = std::get_if<TiledMatmul>(&product_))
    tiled->run(team, operands, workspace.data());
  else if (result_bytes_ > 0)  // an empty sum is zero
    std::memset(operands.c, 0, static_cast<size_t>(result_bytes_));
}

std::optional<RightForm> Matmul::right_form() const {
  const auto* packed = std::get_if<PackedMatmul>(&product_);
  return packed ? packed->right_form() : std::nullopt;
}

void Matmul::make_right(Team& team, const void* b, std::byte* right) const {
  std::get<PackedMatmul>(product_).make_right(team, b, right);
}

bool adds_bias() {
  return is_packed();
}

bool bf16_products_are_faster() {
  return has_avx512_product(ElementType::bf16);
}

std::string float32_product_library() {
  if (!is_packed()) return has_avx2_product() ? "AVX2" : "OpenBLAS " + openblas_cpu();
  return "AVX-512";
}

std::string product_library() {
  if (!is_packed() || !has_avx512_product(ElementType::bf16)) return float32_product_library();
  return has_amx() ? "AVX-512, AMX" : "AVX512-BF16";
}

}  // namespace tutti::kernel
