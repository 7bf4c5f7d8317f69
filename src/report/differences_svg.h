// SPDX-License-Identifier: Apache-2.0
// A picture of how far a backend is from the reference, layer by layer.
#pragma once

#include <string>
#include <vector>

#include "validate/judge.h"

namespace tutti::report {

/// The layer a tensor belongs to: "encoder.layer.3" of a parameter's name, else its first parts.
std::string layer_of(const std::string& tensor);

struct LayerDifference {
  std::string layer;
  double share = 0;  // the largest difference as a part of its bound; 1 and more did not pass
};
/// One entry for each layer of the gradients, or of the outputs where there are none, in their
/// order.
std::vector<LayerDifference> layer_differences(const std::vector<validate::Verdict>& verdicts);

/// A bar for each layer on a logarithmic axis of its share of the bound, the bound being a line.
std::string differences_svg(const std::string& title,
                            const std::vector<LayerDifference>& differences);

}  // namespace tutti::report
