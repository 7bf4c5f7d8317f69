// SPDX-License-Identifier: Apache-2.0
// Backends by name.
#pragma once

#include <memory>
#include <string_view>

#include "backend/backend.h"

namespace tutti::backend {

/// What a user may choose of any backend; those that do not have it pass it over.
struct BackendOptions {
  int threads = 0;                 // 0: as many CPUs as the process may use
  int64_t memory_limit_bytes = 0;  // for one program; 0: what the process may use
};

/// "reference" or "cpu". A name that will be a backend once is a UserError of exit code 3, any
/// other one of exit code 2; both say what there is.
std::unique_ptr<Backend> make_backend(std::string_view name, const BackendOptions& options);

}  // namespace tutti::backend
