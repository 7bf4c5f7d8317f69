// SPDX-License-Identifier: Apache-2.0
// The pages of one column chunk: headers, decompression, levels and values.
#pragma once

#include "format/parquet.h"

namespace tutti::format {

/// The values of a chunk of a file. T is std::string_view of a byte_array, int64_t of an int32 or
/// int64. `place` names the chunk in errors.
template <typename T>
ParquetColumn<T> read_parquet_chunk(std::string_view file, const ParquetChunk& chunk,
                                    const ParquetLeaf& leaf, int64_t rows, ParquetBudget& budget,
                                    const std::string& place);

}  // namespace tutti::format
