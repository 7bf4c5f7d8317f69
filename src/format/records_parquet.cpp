// SPDX-License-Identifier: Apache-2.0
#include "format/records_parquet.h"

#include <algorithm>
#include <unordered_set>

#include "base/error.h"
#include "base/text.h"
#include "format/parquet.h"

namespace tutti::format {
namespace {

using Json = nlohmann::ordered_json;

/// The repeated node of a list: "messages.list.element". What is below it is the list's element.
constexpr std::string_view kListNode = "list";

bool is_repeated(const ParquetNode& node) {
  return node.repetition == ParquetRepetition::repeated;
}

/// Whether lists are as Arrow writes them, and other types than JSON's are not among the values.
bool is_readable(const ParquetLeaf& leaf) {
  for (size_t i = 0; i < leaf.nodes.size(); i++)
    if (is_repeated(leaf.nodes[i]) && (i == 0 || leaf.nodes[i].name != kListNode)) return false;
  return leaf.type != ParquetType::int96 && leaf.type != ParquetType::fixed_len_byte_array;
}

/// Where a leaf's values go in records: walks from the record down the nodes of its path.
class LeafWalk {
 public:
  explicit LeafWalk(const ParquetLeaf& leaf)
      : leaf_(leaf), index_(static_cast<size_t>(leaf.max_repetition)) {}

  /// Makes what is there of the path: all of it where `definition` is the leaf's highest, else down
  /// to a null or an empty list. Returns the value's place, or null where it is not there.
  Json* to_value(Json& record, int repetition, int definition) {
    Json* at = &record;
    int level = 0, list = 0;
    bool is_element = false;  // whether the node before is a list's
    for (const ParquetNode& node : leaf_.nodes) {
      if (is_repeated(node)) {
        become(*at, Json::value_t::array);
        if (level++ >= definition) return nullptr;
        at = &element(*at, list++, repetition);
      } else {
        if (!is_element) at = &member(*at, node.name);
        if (node.repetition == ParquetRepetition::optional && level++ >= definition) return nullptr;
      }
      is_element = is_repeated(node);
    }
    return at;
  }

 private:
  void become(Json& value, Json::value_t type) const {
    if (value.is_null()) value = type;
    if (value.type() != type)
      user_error("the column {} goes through another one of that name; rename one of them",
                 escaped(leaf_.path));
  }

  Json& member(Json& object, const std::string& name) const {
    become(object, Json::value_t::object);
    return object[name];
  }

  /// The element of the list at depth `list` that a value with this level belongs to. The level
  /// says which of the lists goes on; those below it begin.
  Json& element(Json& elements, int list, int repetition) {
    size_t& index = index_[static_cast<size_t>(list)];
    if (repetition <= list)
      index = 0;
    else if (repetition == list + 1)
      index++;
    while (elements.size() <= index) elements.push_back(nullptr);
    return elements[index];
  }

  const ParquetLeaf& leaf_;
  std::vector<size_t> index_;  // of the last element, in each list
};

class ParquetRecords {
 public:
  ParquetRecords(std::string_view content, const std::string& name)
      : file_(content, name), name_(name) {}

  Records read(std::span<const std::string> names) {
    find_columns();
    for (size_t group = 0; group < file_.row_groups(); group++) {
      const size_t first = records_.rows.size();
      for (size_t leaf = 0; leaf < file_.leaves().size(); leaf++)
        if (std::find(names.begin(), names.end(), column_of(leaf)) != names.end())
          read_leaf(group, leaf, first);
    }
    if (records_.rows.empty())
      user_error("{}: found no record in the columns {}, expected some of {}", name_,
                 escaped(fmt::format("{}", fmt::join(records_.columns, ", ")), 1000),
                 fmt::join(names, ", "));
    return std::move(records_);
  }

 private:
  const std::string& column_of(size_t leaf) const { return file_.leaves()[leaf].nodes[0].name; }

  void find_columns() {
    std::unordered_set<std::string_view> paths;
    for (const ParquetLeaf& leaf : file_.leaves()) {
      if (leaf.nodes.empty()) user_error("{}: found one value, expected columns", name_);
      if (!paths.insert(leaf.path).second)
        user_error("{}: found the column {} twice, expected each once; rename or remove one", name_,
                   escaped(leaf.path));
      std::vector<std::string>& columns = records_.columns;
      if (columns.empty() || columns.back() != leaf.nodes[0].name)
        columns.push_back(leaf.nodes[0].name);
    }
  }

  void read_leaf(size_t group, size_t leaf, size_t first) {
    const ParquetLeaf& column = file_.leaves()[leaf];
    if (!is_readable(column))
      user_error(
          "{}: found the column {}, expected texts, numbers, truth values, or lists or structs of "
          "such, as Arrow writes them",
          name_, escaped(column.path));
    if (column.type == ParquetType::byte_array)
      add(file_.leaf<std::string_view>(group, leaf), column, first);
    else if (column.type == ParquetType::float32 || column.type == ParquetType::float64)
      add(file_.leaf<double>(group, leaf), column, first);
    else
      add(file_.leaf<int64_t>(group, leaf), column, first);
  }

  template <typename T>
  void add(const ParquetColumn<T>& values, const ParquetLeaf& leaf, size_t first) {
    std::vector<Record>& rows = records_.rows;
    while (rows.size() < first + values.rows())
      rows.push_back({Json::object(), fmt::format("{}: row {}", name_, rows.size())});
    LeafWalk walk(leaf);
    const size_t count = std::max(values.definition.size(), values.values.size());
    size_t next = 0, row = first;
    for (size_t i = 0; i < count; i++) {
      const int repetition = values.repetition.empty() ? 0 : values.repetition[i];
      if (i > 0 && repetition == 0) row++;
      const int definition = values.definition.empty() ? leaf.max_definition : values.definition[i];
      Json* const place = walk.to_value(rows[row].values, repetition, definition);
      if (definition == leaf.max_definition)
        *place = json_of(values.values[next++], rows[row].where, leaf);
    }
  }

  static Json json_of(int64_t value, const std::string&, const ParquetLeaf& leaf) {
    if (leaf.type == ParquetType::boolean) return value != 0;
    return value;
  }
  static Json json_of(double value, const std::string&, const ParquetLeaf&) { return value; }
  static Json json_of(std::string_view value, const std::string& where, const ParquetLeaf& leaf) {
    if (!is_valid_utf8(value))
      user_error("{}: column {}: found \"{}\", expected UTF-8", where, escaped(leaf.nodes[0].name),
                 escaped(value));
    return std::string(value);
  }

  ParquetFile file_;
  std::string name_;
  Records records_;
};

}  // namespace

Records parse_parquet_records(std::string_view content, const std::string& name,
                              std::span<const std::string> names) {
  return ParquetRecords(content, name).read(names);
}

}  // namespace tutti::format
