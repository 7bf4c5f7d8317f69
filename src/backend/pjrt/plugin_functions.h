// SPDX-License-Identifier: Apache-2.0
// The functions that a PJRT plugin must have.
#pragma once

#include <vector>

#include "backend/pjrt/c_api.h"

namespace tutti::backend::pjrt {

std::vector<c::FunctionInfo> required_functions();

}  // namespace tutti::backend::pjrt
