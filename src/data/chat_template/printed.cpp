// SPDX-License-Identifier: Apache-2.0
// How values become text: str(), repr() and json.dumps().
#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cmath>

#include "data/chat_template/python_text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

bool is_python_printable(char32_t code) {
  if (code == ' ') return true;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code))) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    default:
      return true;
  }
}

std::string quoted_text(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string quoted(1, quote);
  while (!text.empty()) {
    const auto [code, size] = unicode::decode(text);
    text.remove_prefix(size);
    if (code == '\\' || code == static_cast<unsigned char>(quote))
      (quoted += '\\') += static_cast<char>(code);
    else if (code == '\n' || code == '\r' || code == '\t')
      quoted += code == '\n' ? "\\n" : code == '\r' ? "\\r" : "\\t";
    else if (is_python_printable(code))
      unicode::append_utf8(quoted, code);
    else if (code < 0x100)
      quoted += fmt::format("\\x{:02x}", static_cast<uint32_t>(code));
    else if (code < 0x10000)
      quoted += fmt::format("\\u{:04x}", static_cast<uint32_t>(code));
    else
      quoted += fmt::format("\\U{:08x}", static_cast<uint32_t>(code));
  }
  return quoted += quote;
}

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
    } else if (value.as_list()) {
      const Values& items = value.as_list()->items;
      append_items('[', ']', items.size(), [&](size_t i) { append(items[i]); });
    } else if (value.as_dict()) {
      append_dict(value.as_dict()->entries);
    } else {
      append_single(value);
    }
    if (out.size() > kMaxValueWeight) throw Problem("tojson: the result is too long");
  }

  std::string out;

 private:
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
    for (size_t i = 0; i < level_; i++) out += *style_.indent;
  }

  const JsonStyle& style_;
  size_t level_ = 0;
};

void append_represented(std::string& out, const Value& value) {
  if (out.size() > kMaxValueWeight) throw Problem("found a value whose text is too long");
  if (value.as_text()) {
    out += quoted_text(*value.as_text());
  } else if (value.as_list()) {
    const List& list = *value.as_list();
    out += list.is_tuple ? '(' : '[';
    for (size_t i = 0; i < list.items.size(); i++) {
      if (i > 0) out += ", ";
      append_represented(out, list.items[i]);
    }
    if (list.is_tuple && list.items.size() == 1) out += ',';
    out += list.is_tuple ? ')' : ']';
  } else if (value.as_dict()) {
    out += '{';
    for (const auto& [key, item] : value.as_dict()->entries) {
      if (out.back() != '{') out += ", ";
      out += quoted_text(key) + ": ";
      append_represented(out, item);
    }
    out += '}';
  } else {
    out += value.is_undefined() ? "Undefined" : printed(value);
  }
}

}  // namespace

std::string printed_real(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".eni") == std::string::npos) text += ".0";
  return text;
}

std::string printed(const Value& value) {
  if (value.is_undefined()) return "";
  if (value.is_none()) return "None";
  if (value.as_bool()) return *value.as_bool() ? "True" : "False";
  if (value.as_integer()) return std::to_string(*value.as_integer());
  if (value.as_real()) return printed_real(*value.as_real());
  if (value.as_text()) return *value.as_text();
  if (value.as_list() || value.as_dict()) return represented(value);
  throw Problem(fmt::format("found a {}, expected a value that has a text", value.type_name()));
}

std::string represented(const Value& value) {
  std::string out;
  append_represented(out, value);
  return out;
}

std::string json_text(const Value& value, const JsonStyle& style) {
  JsonPrinter printer(style);
  printer.append(value);
  return std::move(printer.out);
}

}  // namespace tutti::data::jinja
