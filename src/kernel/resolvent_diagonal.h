// SPDX-License-Identifier: Apache-2.0
// The diagonal of the resolvent (H - z)^-1 of tridiagonal matrices, one for each row, and its
// gradient, in float32; op/rules/resolvent.h has the recurrences.
//
// A vector has one element of each of several rows. Long rows are cut into chunks of fixed size
// where z and p = b c allow it: what is far away then matters less than a rounding, so the
// recurrences of a chunk begin a window outside of it, and the chunks of a row are computed like
// different rows. Other long rows are swept chunk by chunk. Whether and where a row is cut depends
// on its length, z and p alone, so it has the same bits in any batch and for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/threads.h"

namespace tutti::kernel {

struct ResolventShape {
  int64_t rows, length;
  double z_real, z_imaginary;  // z_imaginary > 0
  bool is_causal;              // of elements 0 to i alone
  bool shares_couplings;       // b and c are the same for all rows
};

/// What both kernels read.
struct ResolventMatrix {
  const float* a;      // [rows, length]
  const float *b, *c;  // [rows, length - 1], or [length - 1] where they are shared
};

/// Writes the real and the imaginary parts [rows, length]. Where b c is negative, elements that
/// depend on it are NaN. `workspace`: at least resolvent_workspace_bytes, aligned to 64 bytes.
void resolvent_diagonal(Team& team, const ResolventShape& shape, const ResolventMatrix& matrix,
                        float* real, float* imaginary, std::span<std::byte> workspace);
/// Throws UserError where the size overflows.
size_t resolvent_workspace_bytes(const ResolventShape& shape, int workers);

/// What the gradient reads and writes besides.
struct ResolventGradient {
  const float *w_real, *w_imaginary;  // [rows, length]
  float* da;                          // [rows, length]
  float *db, *dc;                     // of the shape of b and c, or both null
};

/// Writes the gradients of sum(w_real Re G + w_imaginary Im G).
void resolvent_diagonal_gradient(Team& team, const ResolventShape& shape,
                                 const ResolventMatrix& matrix, const ResolventGradient& tensors,
                                 std::span<std::byte> workspace);
/// Throws UserError where the size overflows.
size_t resolvent_gradient_workspace_bytes(const ResolventShape& shape, bool has_couplings,
                                          int workers);

}  // namespace tutti::kernel
