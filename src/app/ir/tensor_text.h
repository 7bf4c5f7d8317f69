// SPDX-License-Identifier: Apache-2.0
// Tensors as `tutti ir run` prints them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "ir/tensor.h"

namespace tutti::app {

nlohmann::ordered_json json_of(const ir::Tensor& tensor);

std::string tensor_text(const ir::Tensor& tensor);

}  // namespace tutti::app
