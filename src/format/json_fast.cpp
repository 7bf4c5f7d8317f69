// SPDX-License-Identifier: Apache-2.0
#include "format/json_fast.h"

#include <simdjson.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tutti::format {
namespace {

using nlohmann::json;
using simdjson::dom::element;
using simdjson::dom::element_type;

/// simdjson's document as values of ours. Members say false where a limit is passed.
class Copy {
 public:
  Copy(size_t max_values, size_t max_depth) : max_values_(max_values), max_depth_(max_depth) {}

  bool value(const element& from, json& to) {
    if (++values_ > max_values_) return false;
    switch (from.type()) {
      case element_type::ARRAY:
        return array(from.get_array().value_unsafe(), to);
      case element_type::OBJECT:
        return object(from.get_object().value_unsafe(), to);
      case element_type::STRING:
        to = std::string(from.get_string().value_unsafe());
        return true;
      case element_type::INT64:
        return integer(from.get_int64().value_unsafe(), to);
      case element_type::UINT64:
        to = from.get_uint64().value_unsafe();
        return true;
      case element_type::DOUBLE:
        to = from.get_double().value_unsafe();
        return true;
      case element_type::BOOL:
        to = from.get_bool().value_unsafe();
        return true;
      case element_type::NULL_VALUE:
        break;
    }
    return true;
  }

 private:
  /// nlohmann's own parser calls an integer without a sign unsigned.
  static bool integer(int64_t from, json& to) {
    if (from < 0)
      to = from;
    else
      to = static_cast<uint64_t>(from);
    return true;
  }

  bool array(const simdjson::dom::array& from, json& to) {
    if (depth_ == max_depth_) return false;
    depth_++;
    to = json::array();
    auto& items = to.get_ref<json::array_t&>();
    items.reserve(std::min(from.size(), max_values_ - values_));
    for (const element& item : from)
      if (!value(item, items.emplace_back())) return false;
    depth_--;
    return true;
  }

  bool object(const simdjson::dom::object& from, json& to) {
    if (depth_ == max_depth_) return false;
    depth_++;
    to = json::object();
    auto& members = to.get_ref<json::object_t&>();
    for (const auto& [key, item] : from) {
      const auto [place, is_new] = members.emplace(key, nullptr);
      if (!is_new || !value(item, place->second)) return false;
    }
    depth_--;
    return true;
  }

  size_t max_values_, max_depth_;
  size_t values_ = 0;
  size_t depth_ = 0;  // containers that are open
};

}  // namespace

std::optional<json> parse_json_fast(std::string_view text, size_t max_values, size_t max_depth) {
  simdjson::dom::parser parser;
  element root;
  if (parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) return std::nullopt;
  json value;
  if (!Copy(max_values, max_depth).value(root, value)) return std::nullopt;
  return value;
}

}  // namespace tutti::format
