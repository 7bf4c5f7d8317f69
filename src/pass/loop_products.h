// SPDX-License-Identifier: Apache-2.0
// Takes matrix products of few rows out of loops, where one product can compute those of all
// rounds.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// In a loop of a known number of rounds, as JAX's scan of a recurrent network and its gradient:
///
/// - A product of one row of an array that no round changes, the next row in each round, and of
///   another value that no round changes: the product with all rows is computed before the loop,
///   and each round reads its part. Sums have the same terms as before.
/// - A product that only is added to a value of the loop, also in parts and transposed, as the
///   gradient of a weight is: rounds put its factors into arrays, unless they are rows of one, and
///   one product after the loop has the sum over all rounds. That sum has the same terms in another
///   order, the same one for any number of threads: in float32 it is as exact as before, but with
///   other bits.
///
/// Only products of fewer than 256 rows in a round are taken out, because more are fast anyway. The
/// arrays that are new take at most 64 MiB, or as many bytes as what the loop carries and reads, if
/// that is more. What a loop passes on unchanged must no longer be carried by it
/// (pass/loop_invariants.h). Loops inside of loops are changed like others.
ir::Module hoist_loop_products(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
