// SPDX-License-Identifier: Apache-2.0
#include "format/records_parquet.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "format/parquet.h"

namespace tutti::format {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> path_parts(std::string_view path) {
  std::vector<std::string> parts(1);
  for (const char c : path)
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

/// Where the values of a column go in a record.
struct RecordPlace {
  std::string name;    // of the record's member
  std::string member;  // of a struct there; empty: the value itself
  bool in_list = false;
  bool is_simple = true;  // else it is nested more deeply
};

class ParquetRecords {
 public:
  ParquetRecords(std::string_view content, const std::string& name)
      : file_(content, name), name_(name) {}

  std::vector<Record> read(std::span<const std::string> names) {
    for (size_t group = 0; group < file_.row_groups(); group++) {
      const size_t first = records_.size();
      for (const ParquetLeaf& leaf : file_.leaves()) {
        const RecordPlace place = place_of(leaf);
        if (std::find(names.begin(), names.end(), place.name) == names.end()) continue;
        if (!place.is_simple)
          user_error(
              "{}: found the column {}, expected a text, a number, or a list or struct of such",
              name_, escaped(leaf.path));
        if (leaf.type == ParquetType::byte_array)
          add(file_.strings(group, leaf.path), place, first);
        else
          add(file_.integers(group, leaf.path), place, first);
      }
    }
    if (records_.empty()) refuse(names);
    return std::move(records_);
  }

 private:
  [[noreturn]] void refuse(std::span<const std::string> names) const {
    std::vector<std::string_view> paths;
    for (const ParquetLeaf& leaf : file_.leaves()) paths.push_back(leaf.path);
    user_error("{}: found no record in the columns {}, expected some of {}", name_,
               escaped(fmt::format("{}", fmt::join(paths, ", ")), 1000), fmt::join(names, ", "));
  }

  /// A list is two nodes of a path: "messages.list.element.role".
  RecordPlace place_of(const ParquetLeaf& leaf) const {
    const std::vector<std::string> parts = path_parts(leaf.path);
    RecordPlace place{parts[0], "", leaf.max_repetition > 0};
    const size_t value = place.in_list ? 3 : 1;  // parts that lead to it
    place.is_simple = parts.size() == value || parts.size() == value + 1;
    if (place.in_list) place.is_simple = place.is_simple && parts[1] == "list";
    if (parts.size() > value) place.member = parts.back();
    return place;
  }

  template <typename T>
  void add(const ParquetColumn<T>& column, const RecordPlace& place, size_t first) {
    while (records_.size() < first + column.rows())
      records_.push_back({Json::object(), fmt::format("{}: row {}", name_, records_.size())});
    for (size_t row = 0; row < column.rows(); row++) {
      Record& record = records_[first + row];
      const std::span<const T> values = column.row(row);
      Json& value = record.values[place.name];
      if (place.in_list)
        add_list(value, values, place, record.where);
      else if (!values.empty())
        at(value, place) = json_of(values[0], record.where, place);
    }
  }

  /// Columns of one list have as many values as each other.
  template <typename T>
  static void add_list(Json& list, std::span<const T> values, const RecordPlace& place,
                       const std::string& where) {
    if (list.is_null()) list = Json::array();
    const bool is_first = list.empty();
    if (!is_first && list.size() != values.size())
      user_error("{}: column {}: found {} and {} values in one list, expected as many", where,
                 escaped(place.name), list.size(), values.size());
    for (size_t i = 0; i < values.size(); i++) {
      if (is_first) list.push_back(nullptr);
      at(list[i], place) = json_of(values[i], where, place);
    }
  }

  static Json& at(Json& value, const RecordPlace& place) {
    return place.member.empty() ? value : value[place.member];
  }

  static Json json_of(int64_t value, const std::string&, const RecordPlace&) { return value; }
  static Json json_of(std::string_view value, const std::string& where, const RecordPlace& place) {
    if (!is_valid_utf8(value))
      user_error("{}: column {}: found \"{}\", expected UTF-8", where, escaped(place.name),
                 escaped(value));
    return std::string(value);
  }

  ParquetFile file_;
  std::string name_;
  std::vector<Record> records_;
};

}  // namespace

std::vector<Record> parse_parquet_records(std::string_view content, const std::string& name,
                                          std::span<const std::string> names) {
  return ParquetRecords(content, name).read(names);
}

}  // namespace tutti::format
