// SPDX-License-Identifier: Apache-2.0
// The dimension numbers of a convolution as text: "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]".
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ir/attribute.h"

namespace tutti::ir {

/// The axes of input, kernel and output. An entry is the role of one axis: b, f, i, o, or the
/// number of a spatial dimension.
using ConvolutionAxes = std::array<std::vector<std::string>, 3>;

/// A record "stablehlo.conv" with the fields of the raw form (input_batch_dimension, ...). On
/// failure `problem` says why and the record is incomplete.
RecordAttribute convolution_numbers(const ConvolutionAxes& axes, std::string& problem);

/// The text of such a record, in brackets. A record that does not say every axis is written in the
/// raw form.
std::string convolution_text(const RecordAttribute& record);

}  // namespace tutti::ir
