// SPDX-License-Identifier: Apache-2.0
// The rows of a table under a header as records.
#pragma once

#include "format/records.h"

namespace tutti::format {

/// What parse_records() does for ".csv" and ".tsv". A header with a name twice or of another
/// separator, and a row of more or fewer cells, are UserErrors. A line without any character is no
/// row; one of `""` is.
Records parse_table_records(std::string_view text, char separator, const std::string& name);

}  // namespace tutti::format
