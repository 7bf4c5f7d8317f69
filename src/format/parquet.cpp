// SPDX-License-Identifier: Apache-2.0
#include "format/parquet.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "format/parquet_pages.h"

namespace tutti::format {
namespace {

constexpr std::string_view kTypeNames[] = {
    "BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"};

/// Whether a leaf's path is `column` or goes on below it.
bool is_below(std::string_view path, std::string_view column) {
  return path.starts_with(column) && (path.size() == column.size() || path[column.size()] == '.');
}

/// Of the elements of lists.
template <typename T>
void expect_no_nulls(const ParquetColumn<T>& column, const ParquetLeaf& leaf,
                     const std::string& place) {
  for (size_t i = 0; i < column.definition.size(); i++) {
    const int level = column.definition[i];
    if (level < leaf.element_definition || level == leaf.max_definition) continue;
    const auto end = column.repetition.begin() + static_cast<std::ptrdiff_t>(i + 1);
    user_error("{}, row {} of the group: found a null in a list, expected values only", place,
               std::count(column.repetition.begin(), end, 0) - 1);
  }
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

std::string ParquetFile::place_of(size_t row_group, size_t leaf) const {
  return fmt::format("{}: row group {}, column {}", where_, row_group,
                     escaped(footer_.leaves[leaf].path));
}

template <typename T>
ParquetColumn<T> ParquetFile::leaf(size_t row_group, size_t leaf) {
  const ParquetRowGroup& group = footer_.row_groups.at(row_group);
  return read_parquet_chunk<T>(file_, group.chunks[leaf], footer_.leaves[leaf], group.rows, budget_,
                               place_of(row_group, leaf));
}

template ParquetColumn<std::string_view> ParquetFile::leaf(size_t, size_t);
template ParquetColumn<double> ParquetFile::leaf(size_t, size_t);
template ParquetColumn<int64_t> ParquetFile::leaf(size_t, size_t);

template <typename T>
ParquetColumn<T> ParquetFile::read(size_t row_group, std::string_view column) {
  const size_t index = find(column);
  const ParquetLeaf& found = footer_.leaves[index];
  const std::string place = place_of(row_group, index);
  const bool is_text = std::is_same_v<T, std::string_view>;
  const bool fits = is_text ? found.type == ParquetType::byte_array
                            : found.type == ParquetType::int32 || found.type == ParquetType::int64;
  if (!fits)
    user_error("{}: found the type {}, expected {}; write the column with that", place,
               kTypeNames[static_cast<size_t>(found.type)],
               is_text ? "BYTE_ARRAY" : "INT32 or INT64");
  if (found.max_repetition > 1)
    user_error("{}: found lists nested {} deep, expected one level", place, found.max_repetition);
  ParquetColumn<T> values = leaf<T>(row_group, index);
  if (found.max_repetition > 0) expect_no_nulls(values, found, place);
  return values;
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
