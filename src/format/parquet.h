// SPDX-License-Identifier: Apache-2.0
// Reads Parquet files: columns of text, numbers and truth values, with nulls, structs and lists.
// Source: the format's description (Apache Parquet), thrift definitions and "Encodings".
// Our own because Debian 12 has no Arrow, and because every size in a file is checked before memory
// is allocated.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::format {

/// The rest of the limits on all columns that are read from one file. Bytes are those after
/// decompression and those of returned text; values include nulls. The size of the file is no
/// limit, because small pages may decompress to any size.
struct ParquetBudget {
  int64_t bytes = int64_t{1} << 30;
  int64_t values = int64_t{1} << 24;
};

/// Types and codecs, numbered as in a file.
enum class ParquetType : uint8_t {
  boolean,
  int32,
  int64,
  int96,
  float32,
  float64,
  byte_array,
  fixed_len_byte_array
};
enum class ParquetCodec : uint8_t { uncompressed, snappy, gzip, lzo, brotli, lz4, zstd, lz4_raw };

enum class ParquetRepetition : uint8_t { required, optional, repeated };

/// A node of the tree that the schema describes.
struct ParquetNode {
  std::string name;
  ParquetRepetition repetition = ParquetRepetition::required;
};

/// A column, which is a leaf of that tree.
struct ParquetLeaf {
  std::string path;                // "answers.text.list.element"
  std::vector<ParquetNode> nodes;  // of the path
  ParquetType type = ParquetType::boolean;
  // Dremel's levels: how many optional and repeated nodes of the path are present, and which of the
  // repeated ones continues.
  int max_definition = 0;
  int element_definition = 0;  // from this level on, the innermost list has an element
  int max_repetition = 0;
};

/// The pages of one column in one row group.
struct ParquetChunk {
  ParquetType type = ParquetType::boolean;
  ParquetCodec codec = ParquetCodec::uncompressed;
  int64_t values = 0;  // including nulls and empty lists
  int64_t begin = 0;   // bytes, from the start of the file
  int64_t bytes = 0;
};

struct ParquetRowGroup {
  int64_t rows = 0;
  std::vector<ParquetChunk> chunks;  // by leaf
};

struct ParquetFooter {
  std::vector<ParquetLeaf> leaves;
  std::vector<ParquetRowGroup> row_groups;
};

/// Whether the first bytes are those of Parquet. The file may still be encrypted, which is refused.
bool is_parquet(std::string_view file);

/// Reads the metadata at the end of a file. Every chunk is inside the file. `where` names the file
/// in errors. Refuses encrypted files, columns in other files, footers of more than 16 MiB, schemas
/// of more than 4096 nodes or 16 levels.
ParquetFooter parse_parquet_footer(std::string_view file, std::string_view where);

/// The values of a column in one row group, without nulls.
template <typename T>
struct ParquetColumn {
  std::vector<T> values;
  std::vector<size_t> ends;  // of each row's values: a plain column has one, a list any number
  // Levels of each value, null and empty list in turn; empty if the column has none.
  std::vector<uint8_t> repetition, definition;
  std::vector<std::unique_ptr<char[]>> pages = {};  // the memory of texts

  size_t rows() const { return ends.size(); }
  std::span<const T> row(size_t index) const {
    const size_t begin = index == 0 ? 0 : ends[index - 1];
    return std::span(values).subspan(begin, ends[index] - begin);
  }
};

/// A file in memory, which must outlive this and the columns that it returns. Columns are read on
/// request. Data pages may be of either version, plain or with a dictionary, uncompressed or
/// compressed by Snappy or Zstandard. Everything else is a UserError, and so is more than the
/// limits above.
class ParquetFile {
 public:
  ParquetFile(std::string_view file, std::string_view where);

  size_t row_groups() const { return footer_.row_groups.size(); }
  std::span<const ParquetLeaf> leaves() const { return footer_.leaves; }
  /// A column of texts or integers, by as much of its path as is unique: "answers.text". Lists have
  /// one level and no nulls.
  ParquetColumn<std::string_view> strings(size_t row_group, std::string_view column);
  ParquetColumn<int64_t> integers(size_t row_group, std::string_view column);
  /// The values of leaves()[leaf], whose lists may have any depth. T is std::string_view for a
  /// byte_array, double for a float32 or float64, and int64_t for an int32, int64 or boolean.
  template <typename T>
  ParquetColumn<T> leaf(size_t row_group, size_t leaf);

 private:
  template <typename T>
  ParquetColumn<T> read(size_t row_group, std::string_view column);
  std::string place_of(size_t row_group, size_t leaf) const;
  size_t find(std::string_view column) const;

  std::string_view file_;
  std::string where_;
  ParquetFooter footer_;
  ParquetBudget budget_;
};

}  // namespace tutti::format
