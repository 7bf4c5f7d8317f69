// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <optional>

#include "base/checked.h"
#include "base/text.h"
#include "format/parquet.h"
#include "format/thrift.h"

namespace tutti::format {
namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr std::string_view kEncryptedMagic = "PARE";
constexpr size_t kEndBytes = 8;  // the footer's length and the magic
constexpr size_t kMaxFooterBytes = size_t{1} << 24;
constexpr size_t kMaxSchemaNodes = 4096;
constexpr int kMaxSchemaDepth = 16;
constexpr size_t kMaxColumnNameBytes = 256;

struct SchemaNode : ParquetNode {
  std::optional<ParquetType> type;  // of a leaf
  int64_t children = 0;
};

class FooterReader {
 public:
  FooterReader(std::string_view bytes, size_t begin, const std::string& where)
      : where_(where), begin_(checked_cast<int64_t>(begin, where)), thrift_(bytes, place()) {}

  ParquetFooter read() {
    thrift_.each_field([&](Field field) {
      if (field.id == 2)
        thrift_.each_item(field, [&](Field item) { read_node(item); });
      else if (field.id == 4)
        thrift_.each_item(field, [&](Field item) { read_row_group(item); });
      else
        thrift_.skip(field);
    });
    size_t next = 0;
    if (!nodes_.empty()) add_leaves(next, nullptr, 0);
    if (next != nodes_.size() || nodes_.empty())
      user_error("{}: found a schema of {} nodes, {} of them in its tree; the file is damaged",
                 place(), nodes_.size(), next);
    for (size_t i = 0; i < footer_.row_groups.size(); i++) check_chunks(i);
    return std::move(footer_);
  }

 private:
  using Field = ThriftReader::Field;

  std::string place() const { return where_ + ": footer"; }

  /// A value of one of the format's lists of names.
  template <typename Enum>
  Enum name_of(Field field, Enum last, const char* what) {
    const int64_t value = thrift_.integer(field);
    if (value < 0 || value > static_cast<int64_t>(last))
      user_error("{}: found the {} {}, expected one of 0 to {}; write the file again with others",
                 place(), what, value, static_cast<int>(last));
    return static_cast<Enum>(value);
  }

  void read_node_field(SchemaNode& node, Field field) {
    if (field.id == 1)
      node.type = name_of(field, ParquetType::fixed_len_byte_array, "type");
    else if (field.id == 3)
      node.repetition = name_of(field, ParquetRepetition::repeated, "repetition");
    else if (field.id == 4)
      node.name = thrift_.binary(field);
    else if (field.id == 5)
      node.children = thrift_.integer(field);
    else
      thrift_.skip(field);
  }

  void read_node(Field item) {
    if (nodes_.size() == kMaxSchemaNodes)
      user_error("{}: found a schema of more than {} nodes; write fewer columns", place(),
                 kMaxSchemaNodes);
    SchemaNode& node = nodes_.emplace_back();
    thrift_.each_field_of(item, [&](Field field) { read_node_field(node, field); });
    if (node.name.size() > kMaxColumnNameBytes)
      user_error("{}: found a column's name of {} bytes, expected at most {}", place(),
                 node.name.size(), kMaxColumnNameBytes);
  }

  /// The leaves below node `next`, which moves to what follows them. The root has no `parent`; its
  /// name and repetition mean nothing.
  void add_leaves(size_t& next, const ParquetLeaf* parent, int depth) {
    if (next == nodes_.size())
      user_error("{}: found {} nodes in the schema, expected more; the file is damaged", place(),
                 nodes_.size());
    if (depth > kMaxSchemaDepth)
      user_error("{}: found columns nested more than {} deep; write a flatter table", place(),
                 kMaxSchemaDepth);
    const SchemaNode& node = nodes_[next++];
    ParquetLeaf leaf;
    if (parent != nullptr) {
      leaf = *parent;
      leaf.path += (leaf.path.empty() ? "" : ".") + node.name;
      leaf.nodes.push_back(node);
      if (node.repetition != ParquetRepetition::required) leaf.max_definition++;
      if (node.repetition == ParquetRepetition::repeated) {
        leaf.max_repetition++;
        leaf.element_definition = leaf.max_definition;
      }
    }
    if (node.type) {
      leaf.type = *node.type;
      footer_.leaves.push_back(leaf);
      return;
    }
    for (int64_t i = 0; i < node.children; i++) add_leaves(next, &leaf, depth + 1);
  }

  void read_row_group(Field item) {
    ParquetRowGroup& group = footer_.row_groups.emplace_back();
    thrift_.each_field_of(item, [&](Field field) {
      if (field.id == 1)
        thrift_.each_item(field, [&](Field chunk) { group.chunks.push_back(chunk_of(chunk)); });
      else if (field.id == 3)
        group.rows = thrift_.integer(field);
      else
        thrift_.skip(field);
    });
    if (group.chunks.empty())
      user_error("{}: row group {}: found no columns, expected some", place(),
                 footer_.row_groups.size() - 1);
  }

  ParquetChunk chunk_of(Field item) {
    ParquetChunk chunk{{}, {}, -1, -1, -1};
    thrift_.each_field_of(item, [&](Field field) {
      if (field.id == 1)
        user_error("{}: found columns in the file \"{}\", expected them in this one", place(),
                   escaped(thrift_.binary(field)));
      if (field.id == 3)
        read_description(field, chunk);
      else
        thrift_.skip(field);
    });
    if (chunk.values < 0 || chunk.begin < 0 || chunk.bytes < 0)
      user_error(
          "{}: found a column without its number of values, place or size, expected all of "
          "them, and no encryption",
          place());
    return chunk;
  }

  void read_description(Field item, ParquetChunk& chunk) {
    int64_t dictionary = 0;
    thrift_.each_field_of(item, [&](Field field) {
      if (field.id == 1)
        chunk.type = name_of(field, ParquetType::fixed_len_byte_array, "type");
      else if (field.id == 4)
        chunk.codec = name_of(field, ParquetCodec::lz4_raw, "codec");
      else if (field.id == 5)
        chunk.values = thrift_.integer(field);
      else if (field.id == 7)
        chunk.bytes = thrift_.integer(field);
      else if (field.id == 9)
        chunk.begin = thrift_.integer(field);
      else if (field.id == 11)
        dictionary = thrift_.integer(field);
      else
        thrift_.skip(field);
    });
    if (dictionary > 0 && dictionary < chunk.begin) chunk.begin = dictionary;
  }

  void check_chunks(size_t index) const {
    const ParquetRowGroup& group = footer_.row_groups[index];
    if (group.chunks.size() != footer_.leaves.size() || group.rows < 0)
      user_error("{}: row group {}: found {} columns and {} rows, expected {} columns", place(),
                 index, group.chunks.size(), group.rows, footer_.leaves.size());
    for (size_t i = 0; i < group.chunks.size(); i++) {
      const ParquetChunk& chunk = group.chunks[i];
      const ParquetLeaf& leaf = footer_.leaves[i];
      const bool lies_within = chunk.begin <= begin_ && chunk.bytes <= begin_ - chunk.begin;
      if (!lies_within || chunk.type != leaf.type)
        user_error(
            "{}: row group {}, column {}: found {} values of type {} in {} bytes from byte {}, "
            "expected type {} and bytes before the footer at byte {}; the file is damaged",
            place(), index, escaped(leaf.path), chunk.values, static_cast<int>(chunk.type),
            chunk.bytes, chunk.begin, static_cast<int>(leaf.type), begin_);
    }
  }

  const std::string& where_;
  int64_t begin_;  // of the footer, in the file
  ThriftReader thrift_;
  std::vector<SchemaNode> nodes_;
  ParquetFooter footer_;
};

}  // namespace

bool is_parquet(std::string_view file) {
  return file.starts_with(kMagic) || file.starts_with(kEncryptedMagic);
}

ParquetFooter parse_parquet_footer(std::string_view file, std::string_view where) {
  const std::string shown = escaped(where, 1000);
  if (file.starts_with(kEncryptedMagic))
    user_error("{}: found an encrypted Parquet file, expected one that is not", shown);
  if (!file.starts_with(kMagic) || !file.ends_with(kMagic) ||
      file.size() < kMagic.size() + kEndBytes)
    user_error(
        "{}: found {} bytes, expected a Parquet file, which starts and ends with PAR1; it is cut "
        "short or something else: fetch it again",
        shown, file.size());
  uint32_t length = 0;
  const size_t end = file.size() - kEndBytes;
  std::memcpy(&length, file.data() + end, sizeof(length));
  if (length > end - kMagic.size() || length > kMaxFooterBytes)
    user_error("{}: found a footer of {} bytes in a file of {}, expected at most {}", shown, length,
               file.size(), std::min(end - kMagic.size(), kMaxFooterBytes));
  return FooterReader(file.substr(end - length, length), end - length, shown).read();
}

}  // namespace tutti::format
