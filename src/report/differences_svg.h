// SPDX-License-Identifier: Apache-2.0
// Draws a backend's difference from the reference, layer by layer.
#pragma once

#include <string>
#include <vector>

#include "validate/judge.h"

namespace tutti::report {

/// The layer of a tensor, from its name: "encoder.layer.3", else the name's first parts.
std::string layer_of(const std::string& tensor);

struct LayerDifference {
  std::string layer;
  double share = 0;  // the largest difference divided by its bound; 1 or more fails
};
/// One entry per layer of the gradients, in order; of the outputs if there are no gradients.
std::vector<LayerDifference> layer_differences(const std::vector<validate::Verdict>& verdicts);

/// An SVG image with a bar for each layer's share of its bound, on a logarithmic axis, and a line
/// at the bound.
std::string differences_svg(const std::string& title,
                            const std::vector<LayerDifference>& differences);

}  // namespace tutti::report
