// SPDX-License-Identifier: Apache-2.0
// Any bytes are a Parquet file whose columns have a row each, or a UserError.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "format/parquet.h"

using namespace tutti::format;

namespace {

template <typename T>
void use(const ParquetColumn<T>& column, int64_t rows) {
  if (std::cmp_not_equal(column.rows(), rows)) std::abort();
  size_t values = 0;
  for (size_t row = 0; row < column.rows(); row++) values += column.row(row).size();
  if (values != column.values.size()) std::abort();
}

/// Reads the last byte of each text: ASan knows whether it is there.
bool has_zeros(const ParquetColumn<std::string_view>& column) {
  return std::any_of(column.values.begin(), column.values.end(),
                     [](std::string_view text) { return !text.empty() && text.back() == 0; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static volatile bool seen = false;
  try {
    const ParquetFooter footer = parse_parquet_footer(bytes, "fuzz");
    ParquetFile file(bytes, "fuzz");
    for (size_t group = 0; group < file.row_groups(); group++)
      for (const ParquetLeaf& leaf : footer.leaves) {
        const int64_t rows = footer.row_groups[group].rows;
        if (leaf.type == ParquetType::byte_array) {
          const auto column = file.strings(group, leaf.path);
          use(column, rows);
          seen = seen || has_zeros(column);
        } else if (leaf.type == ParquetType::int32 || leaf.type == ParquetType::int64) {
          use(file.integers(group, leaf.path), rows);
        }
      }
    if (file.row_groups() > 0) file.strings(0, "flag");
  } catch (const tutti::UserError&) {
  }
  return 0;
}
