// SPDX-License-Identifier: Apache-2.0
#include "format/yaml.h"

#include <yaml.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "format/yaml_plain.h"

namespace tutti::format {
namespace {

using nlohmann::json;

/// Builds the value from libyaml's events, which expand nothing, so that limits are checked on the
/// way.
class YamlBuilder {
 public:
  YamlBuilder(std::string_view text, std::string_view where, YamlLines* lines)
      : text_(text), where_(where), lines_(lines) {
    check(yaml_parser_initialize(&parser_) != 0, "libyaml has no memory");
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  ~YamlBuilder() { yaml_parser_delete(&parser_); }
  YamlBuilder(const YamlBuilder&) = delete;
  YamlBuilder& operator=(const YamlBuilder&) = delete;

  json build() {
    for (bool more = true; more;) {
      yaml_event_t event;
      if (yaml_parser_parse(&parser_, &event) == 0) malformed();
      mark_ = event.start_mark;
      more = event.type != YAML_STREAM_END_EVENT;
      try {
        take(event);
      } catch (...) {
        yaml_event_delete(&event);
        throw;
      }
      yaml_event_delete(&event);
    }
    if (documents_ == 0) fail("found no value, expected a document");
    return std::move(root_);
  }

 private:
  struct Open {
    json* value;
    std::optional<std::string> key;  // of a mapping, whose value is still to come
    std::string place;               // "/a/0"; empty where no lines are asked for
  };

  void take(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        if (++documents_ > 1) fail("found a second document, expected one");
        break;
      case YAML_ALIAS_EVENT:
        fail(fmt::format("found the alias *{}; write the value where it belongs",
                         shown(event.data.alias.anchor)));
      case YAML_SCALAR_EVENT:
        expect_bare(event.data.scalar.anchor, event.data.scalar.tag);
        take_scalar(event);
        break;
      case YAML_SEQUENCE_START_EVENT:
        expect_bare(event.data.sequence_start.anchor, event.data.sequence_start.tag);
        open(json::array());
        break;
      case YAML_MAPPING_START_EVENT:
        expect_bare(event.data.mapping_start.anchor, event.data.mapping_start.tag);
        open(json::object());
        break;
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        open_.pop_back();
        break;
      default:
        break;
    }
  }

  static std::string shown(const unsigned char* text) {
    return escaped(reinterpret_cast<const char*>(text), 60);
  }

  void expect_bare(const unsigned char* anchor, const unsigned char* tag) const {
    if (anchor)
      fail(fmt::format("found the anchor &{}; write the value where it belongs", shown(anchor)));
    if (tag) fail(fmt::format("found the tag {}, expected a value without one", shown(tag)));
  }

  void take_scalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
    if (!open_.empty() && open_.back().value->is_object() && !open_.back().key) {
      if (open_.back().value->contains(text))
        fail(fmt::format("found the key \"{}\" twice in one mapping", escaped(text)));
      open_.back().key = std::string(text);
      if (lines_ != nullptr) (*lines_)[next_place()] = mark_.line + 1;
      return;
    }
    const bool is_plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
    place(is_plain ? plain_value(text) : json(std::string(text)));
  }

  void open(json value) {
    if (open_.size() == kMaxJsonDepth)
      fail(fmt::format("found values nested more than {} deep", kMaxJsonDepth));
    std::string place_of_value = next_place();
    open_.push_back({&place(std::move(value)), std::nullopt, std::move(place_of_value)});
  }

  /// Where the value that comes next belongs.
  std::string next_place() const {
    if (lines_ == nullptr || open_.empty()) return "";
    const Open& parent = open_.back();
    return parent.place + "/" +
           (parent.value->is_array() ? std::to_string(parent.value->size())
                                     : parent.key.value_or(""));
  }

  json& place(json value) {
    if (++values_ > kMaxJsonValues)
      fail(fmt::format("found more than {} values, expected a smaller file", kMaxJsonValues));
    if (open_.empty()) return root_ = std::move(value);
    Open& parent = open_.back();
    if (parent.value->is_array()) {
      if (lines_ != nullptr) (*lines_)[next_place()] = mark_.line + 1;
      parent.value->push_back(std::move(value));
      return parent.value->back();
    }
    if (!parent.key) fail("found a list or mapping as a key, expected a text");
    json& member = (*parent.value)[*parent.key];
    parent.key.reset();
    return member = std::move(value);
  }

  [[noreturn]] void malformed() {
    if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    mark_ = parser_.problem_mark;
    if (parser_.error == YAML_READER_ERROR) {  // has no mark
      const std::string_view before = text_.substr(0, parser_.problem_offset);
      mark_.line = static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
      mark_.column = before.size() - (before.rfind('\n') + 1);  // npos + 1 is 0
    }
    fail(fmt::format("found malformed YAML: {}",
                     escaped(parser_.problem ? parser_.problem : "unknown problem", 300)));
  }

  [[noreturn]] void fail(const std::string& message) const {
    user_error("{}:{}:{}: {}", escaped(where_, 1000), mark_.line + 1, mark_.column + 1, message);
  }

  std::string_view text_;
  std::string_view where_;
  YamlLines* lines_;  // null: not asked for
  yaml_parser_t parser_{};
  yaml_mark_t mark_{};  // where the event under way begins
  json root_;
  std::vector<Open> open_;
  size_t values_ = 0;
  int documents_ = 0;
};

}  // namespace

namespace {

json parse_document(std::string_view text, std::string_view where, YamlLines* lines) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  return YamlBuilder(text, where, lines).build();
}

}  // namespace

json parse_yaml(std::string_view text, std::string_view where) {
  return parse_document(text, where, nullptr);
}

json parse_yaml(std::string_view text, std::string_view where, YamlLines& lines) {
  return parse_document(text, where, &lines);
}

json read_yaml(const Path& path, size_t limit) {
  return parse_yaml(read_file(path, limit), path.native());
}

}  // namespace tutti::format
