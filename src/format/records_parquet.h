// SPDX-License-Identifier: Apache-2.0
// The rows of a Parquet file as records.
#pragma once

#include "format/records.h"

namespace tutti::format {

/// What parse_records() does for ".parquet".
Records parse_parquet_records(std::string_view content, const std::string& name,
                              std::span<const std::string> names);

}  // namespace tutti::format
