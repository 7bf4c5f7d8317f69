// SPDX-License-Identifier: Apache-2.0
// Low-rank adapters (LoRA, Hu et al., arXiv:2106.09685) for the weights of any forward function:
// the weights stay as they are, and each product with one gets a product with two small matrices
// added to it. Weights and adapters are arguments, found by their names.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/op_def.h"
#include "pass/applied_weights.h"

namespace tutti::pass {

/// An adapter of one weight, as one kind of operation applies it.
struct Adapter {
  std::string weight;  // the names of arguments, here and below
  Application application = Application::linear;
  std::string a;          // [rank, inputs]
  std::string b;          // [outputs, rank]
  std::string magnitude;  // [outputs]: DoRA (Liu et al., arXiv:2402.09353); empty: without
  int64_t rank = 0;
  double scale = 1;
  /// The rate at which entries of a linear weight's input are dropped before A, and the number of
  /// the place, for a mask of its own. Only functions with an argument `key` drop any; the tokens'
  /// places in the masks are their arguments `sample` and `position`.
  double dropout = 0;
  int64_t site = 0;
};

/// An argument that takes the place of another: everywhere, or where it is applied in one way.
struct Replacement {
  std::string weight;
  std::string by;
  std::optional<Application> application = {};
};

struct Adaptation {
  std::vector<Adapter> adapters;
  std::vector<Replacement> replacements;
};

/// Puts adapters into every function that has the arguments with their weights. A function that
/// lacks the arguments of an adapter gets them after its own, as float32, or float64 where the
/// weight is. Calls are inlined. With y = W x, the result of a linear weight becomes
///   y + scale B A dropout(x),
/// with a magnitude m and n = |W + scale B A| of each output, through which no gradient flows,
///   y + (m / n - 1) W dropout(x) + (m / n) scale B A dropout(x),
/// and that of an embedding's rows E[ids] becomes E[ids] + scale B A[:, ids]. A weight that is not
/// applied in the adapter's way is a UserError that names it.
ir::Module adapt(ir::Module module, const Adaptation& adaptation, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
