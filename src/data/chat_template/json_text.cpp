// SPDX-License-Identifier: Apache-2.0
// json.dumps() of values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/chat_template/python_text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

void append_json_code(std::string& out, char32_t code, bool ascii) {
  switch (code) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\b':
      out += "\\b";
      return;
    default:
      break;
  }
  const uint32_t value = code;
  if (value >= 0x20 && (!ascii || value < 0x7F))
    unicode::append_utf8(out, code);
  else if (value < 0x10000)
    out += fmt::format("\\u{:04x}", value);
  else
    out += fmt::format("\\u{:04x}\\u{:04x}", 0xD7C0 + (value >> 10), 0xDC00 + (value & 0x3FF));
}

class JsonPrinter {
 public:
  explicit JsonPrinter(const JsonStyle& style) : style_(style) {}

  void append(const Value& value) {
    if (value.as_text()) {
      append_text(*value.as_text());
    } else if (value.is_list({ListKind::list, ListKind::tuple})) {
      const Values& items = value.as_list()->items;
      append_items('[', ']', items.size(), [&](size_t i) { append(items[i]); });
    } else if (value.as_dict()) {
      append_dict(value.as_dict()->entries);
    } else {
      append_single(value);
    }
    expect_room(0);
  }

  std::string out;

 private:
  void expect_room(size_t bytes) const {
    if (out.size() + bytes > kMaxValueWeight) throw Problem("tojson: the result is too long");
  }

  void append_single(const Value& value) {
    const double* real = value.as_real();
    if (value.is_none())
      out += "null";
    else if (value.as_bool())
      out += *value.as_bool() ? "true" : "false";
    else if (value.as_integer())
      out += std::to_string(*value.as_integer());
    else if (real && std::isfinite(*real))
      out += printed_real(*real);
    else if (real)
      out += std::isnan(*real) ? "NaN" : *real > 0 ? "Infinity" : "-Infinity";
    else if (value.is_undefined())
      throw Problem(value.hint());
    else
      throw Problem(fmt::format("tojson: found {}, expected a value of JSON", value.type_name()));
  }

  void append_text(std::string_view text) {
    out += '"';
    while (!text.empty()) {
      const auto [code, size] = unicode::decode(text);
      append_json_code(out, code, style_.ascii);
      text.remove_prefix(size);
    }
    out += '"';
  }

  void append_dict(Entries entries) {
    if (style_.sorted)
      std::sort(entries.begin(), entries.end(),
                [](const auto& a, const auto& b) { return a.first < b.first; });
    append_items('{', '}', entries.size(), [&](size_t i) {
      append_text(entries[i].first);
      out += style_.key_separator;
      append(entries[i].second);
    });
  }

  template <typename Append>
  void append_items(char open, char close, size_t count, const Append& append_item) {
    out += open;
    level_++;
    for (size_t i = 0; i < count; i++) {
      if (i > 0) out += style_.item_separator;
      break_line();
      append_item(i);
    }
    level_--;
    if (count > 0) break_line();
    out += close;
  }

  void break_line() {
    if (!style_.indent) return;
    out += '\n';
    expect_room(style_.indent->size() * level_);
    for (size_t i = 0; i < level_; i++) out += *style_.indent;
  }

  const JsonStyle& style_;
  size_t level_ = 0;
};

}  // namespace

std::string json_text(const Value& value, const JsonStyle& style) {
  JsonPrinter printer(style);
  printer.append(value);
  return std::move(printer.out);
}

}  // namespace tutti::data::jinja
