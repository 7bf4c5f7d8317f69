// SPDX-License-Identifier: Apache-2.0
// The arguments of a function that are weights, and how it applies them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/module.h"

namespace tutti::pass {

/// How a function applies a weight.
enum class Application { linear, embedding };

/// A matrix among a function's arguments, and one way in which the function applies it. Of a
/// `linear` one, one axis is summed over in a dot_general; of an `embedding`, rows are looked up.
struct AppliedWeight {
  std::string name;  // of the argument
  Application application = Application::linear;
  int64_t inputs = 0;  // of an embedding: the rows of its table
  int64_t outputs = 0;
  bool inputs_first = false;  // the weight is [inputs, outputs]; of an embedding, it always is
};

/// What an argument is called: its `tutti.name`, or else the name in its location, as JAX writes
/// it. Empty if it has neither.
std::string argument_name(const ir::Function& function, size_t argument);

/// The weights that dot_generals and embeddings apply, directly or after conversions and
/// transpositions, in the order of the arguments; a weight that is applied in both ways is there
/// twice.
std::vector<AppliedWeight> applied_weights(const ir::Function& function);

}  // namespace tutti::pass
