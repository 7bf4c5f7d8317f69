// SPDX-License-Identifier: Apache-2.0
#include "format/parquet.h"

#include "base/error.h"
#include "base/text.h"
#include "format/parquet_pages.h"

namespace tutti::format {
namespace {

constexpr std::string_view kTypeNames[] = {
    "BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"};

template <typename T>
bool holds(ParquetType type) {
  if (std::is_same_v<T, std::string_view>) return type == ParquetType::byte_array;
  return type == ParquetType::int32 || type == ParquetType::int64;
}

/// Whether a leaf's path is `column` or goes on below it.
bool is_below(std::string_view path, std::string_view column) {
  return path.starts_with(column) && (path.size() == column.size() || path[column.size()] == '.');
}

}  // namespace

ParquetFile::ParquetFile(std::string_view file, std::string_view where)
    : file_(file), where_(escaped(where, 1000)), footer_(parse_parquet_footer(file, where)) {}

ParquetColumn<std::string_view> ParquetFile::strings(size_t row_group, std::string_view column) {
  return read<std::string_view>(row_group, column);
}

ParquetColumn<int64_t> ParquetFile::integers(size_t row_group, std::string_view column) {
  return read<int64_t>(row_group, column);
}

template <typename T>
ParquetColumn<T> ParquetFile::read(size_t row_group, std::string_view column) {
  const ParquetRowGroup& group = footer_.row_groups.at(row_group);
  const size_t index = find(column);
  const ParquetLeaf& leaf = footer_.leaves[index];
  const std::string place =
      fmt::format("{}: row group {}, column {}", where_, row_group, escaped(leaf.path));
  if (!holds<T>(leaf.type))
    user_error("{}: found the type {}, expected {}; write the column with that", place,
               kTypeNames[static_cast<size_t>(leaf.type)],
               std::is_same_v<T, std::string_view> ? "BYTE_ARRAY" : "INT32 or INT64");
  if (leaf.max_repetition > 1)
    user_error("{}: found lists nested {} deep, expected one level", place, leaf.max_repetition);
  return read_parquet_chunk<T>(file_, group.chunks[index], leaf, group.rows, budget_, place);
}

size_t ParquetFile::find(std::string_view column) const {
  std::vector<size_t> found;
  std::vector<std::string_view> paths;
  for (size_t i = 0; i < footer_.leaves.size(); i++) {
    paths.push_back(footer_.leaves[i].path);
    if (is_below(paths.back(), column)) found.push_back(i);
  }
  if (found.size() != 1)
    user_error("{}: found the columns {}, expected {} \"{}\" among them", where_,
               escaped(fmt::format("{}", fmt::join(paths, ", ")), 1000),
               found.empty() ? "one" : "only one", column);
  return found[0];
}

}  // namespace tutti::format
