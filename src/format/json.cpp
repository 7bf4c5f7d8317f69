// SPDX-License-Identifier: Apache-2.0
#include "format/json.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "format/content_kind.h"
#include "format/json_fast.h"

namespace tutti::format {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr size_t kLargeText = 1 << 16;  // below it nobody waits

/// Hands the text to the lexer byte by byte and notes how far it has come.
class TrackedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackedIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  TrackedIterator& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  bool operator==(const TrackedIterator& other) const { return at_ == other.at_; }
  bool operator!=(const TrackedIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

/// "[json.exception...] parse error at line 1, column 2: what" -> "what".
std::string_view bare_message(std::string_view message) {
  if (const size_t end = message.find("] "); end != std::string_view::npos)
    message.remove_prefix(end + 2);
  if (message.starts_with("parse error at"))
    if (const size_t end = message.find(": "); end != std::string_view::npos)
      message.remove_prefix(end + 2);
  return message;
}

/// The keys of an object that is being read. An object that keeps their order would look at all of
/// them to find one.
class Keys {
 public:
  bool contains(json& object, const std::string& key) { return object.contains(key); }
  bool contains(ordered_json& object, const std::string& key) {
    constexpr size_t kFew = 16;
    if (object.size() < kFew) return object.contains(key);
    if (seen_.empty())
      for (const auto& member : object.items()) seen_.insert(member.key());
    return !seen_.insert(key).second;
  }

 private:
  std::unordered_set<std::string> seen_;
};

json& append(json& object, std::string key, json value) {
  return object[std::move(key)] = std::move(value);
}

/// The key must be new.
ordered_json& append(ordered_json& object, std::string key, ordered_json value) {
  auto& members = object.get_ref<ordered_json::object_t&>();
  return members.emplace_back(std::move(key), std::move(value)).second;
}

/// Builds the value while the text is read, so that limits are checked before memory is allocated.
template <typename Json>
class Builder : public nlohmann::json_sax<Json> {
 public:
  using typename nlohmann::json_sax<Json>::number_integer_t;
  using typename nlohmann::json_sax<Json>::number_unsigned_t;
  using typename nlohmann::json_sax<Json>::number_float_t;
  using typename nlohmann::json_sax<Json>::string_t;
  using typename nlohmann::json_sax<Json>::binary_t;

  Builder(std::string_view text, std::string_view where, size_t max_values, size_t first_line = 1)
      : text_(text),
        where_(where),
        max_values_(max_values),
        first_line_(first_line),
        reached_(text.data()) {}

  Json build() {
    Json::sax_parse(TrackedIterator(text_.data(), &reached_),
                    TrackedIterator(text_.data() + text_.size(), &reached_), this);
    // The parser takes a NUL for the end of the text.
    if (const size_t nul = text_.find('\0'); nul != text_.npos) {
      reached_ = text_.data() + nul + 1;
      fail("found a NUL byte, expected nothing after the JSON value; remove it");
    }
    return std::move(root_);
  }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(size_t) override { return open(Json::object()); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    if (keys_.back().contains(*open_.back(), value))
      fail(fmt::format("found the key \"{}\" twice in one object", escaped(value)));
    key_ = std::move(value);
    return true;
  }

  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& error) override {
    if (const auto kind = content_kind(text_)) fail(fmt::format("found {}, expected JSON", *kind));
    fail(fmt::format("found malformed JSON: {}", escaped(bare_message(error.what()), 300)));
    return false;
  }

 private:
  Json& place(Json value) {
    if (++values_ > max_values_)
      fail(fmt::format("found more than {} values, expected a smaller file", max_values_));
    if (open_.empty()) return root_ = std::move(value);
    Json& parent = *open_.back();
    if (parent.is_object()) return append(parent, std::exchange(key_, {}), std::move(value));
    parent.push_back(std::move(value));
    return parent.back();
  }

  bool add(Json value) {
    place(std::move(value));
    return true;
  }

  bool open(Json value) {
    if (open_.size() == kMaxJsonDepth)
      fail(fmt::format("found values nested more than {} deep", kMaxJsonDepth));
    open_.push_back(&place(std::move(value)));
    keys_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  [[noreturn]] void fail(const std::string& message) const {
    const auto read = static_cast<size_t>(reached_ - text_.data());
    const std::string_view before = text_.substr(0, read == 0 ? 0 : read - 1);
    const auto lines = static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
    const size_t column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
    user_error("{}:{}:{}: {}", escaped(where_, 1000), first_line_ + lines, column, message);
  }

  std::string_view text_;
  std::string_view where_;
  size_t max_values_;
  size_t first_line_;
  const char* reached_;
  Json root_;
  std::vector<Json*> open_;
  std::vector<Keys> keys_;  // of each that is open
  std::string key_;
  size_t values_ = 0;
};

}  // namespace

json parse_json(std::string_view text, std::string_view where, size_t max_values) {
  if (text.size() >= kLargeText)
    if (auto value = parse_json_fast(text, max_values, kMaxJsonDepth)) return *std::move(value);
  return Builder<json>(text, where, max_values).build();  // knows what is wrong, and where
}

ordered_json parse_json_ordered(std::string_view text, std::string_view where, size_t first_line) {
  return Builder<ordered_json>(text, where, kMaxJsonValues, first_line).build();
}

json read_json(const Path& path, size_t limit) {
  return parse_json(read_file(path, limit), path.native());
}

}  // namespace tutti::format
