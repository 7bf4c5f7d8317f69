// SPDX-License-Identifier: Apache-2.0
// The pages of one column chunk: headers, decompression, levels and values.
#pragma once

#include "format/parquet.h"

namespace tutti::format {

/// Returns the values of a chunk of `file`. T is as for ParquetFile::leaf(). `place` names the
/// chunk in errors, which are UserErrors.
template <typename T>
ParquetColumn<T> read_parquet_chunk(std::string_view file, const ParquetChunk& chunk,
                                    const ParquetLeaf& leaf, int64_t rows, ParquetBudget& budget,
                                    const std::string& place);

}  // namespace tutti::format
