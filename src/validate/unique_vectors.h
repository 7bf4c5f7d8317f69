// SPDX-License-Identifier: Apache-2.0
// The unique part of eigenvectors and singular vectors, so that two backends can be compared.
#pragma once

#include "ir/op_def.h"

namespace tutti::validate {

/// After each decomposition of matrices into values and vectors, gives every vector the one of its
/// signs, or phases, for which a weighted sum of its elements is positive, the eigenvalues of
/// matrices that are not symmetric an order, and 0 in place of singular vectors that belong to no
/// value.
ir::Module with_unique_vectors(const ir::Module& module, const ir::Catalogue& catalogue);

}  // namespace tutti::validate
