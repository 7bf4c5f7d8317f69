// SPDX-License-Identifier: Apache-2.0
// How values become text: str(), repr() and json.dumps().
#include <fmt/format.h>
#include <utf8proc.h>

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

std::string hexadecimal_escape(uint32_t code) {
  if (code < 0x100) return fmt::format("\\x{:02x}", code);
  if (code < 0x10000) return fmt::format("\\u{:04x}", code);
  return fmt::format("\\U{:08x}", code);
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
    else
      quoted += hexadecimal_escape(static_cast<uint32_t>(code));
  }
  return quoted += quote;
}

void append_represented(std::string& out, const Value& value);

void append_list(std::string& out, const List& list) {
  if (list.kind == ListKind::generator)
    throw Problem(
        "found a generator, expected a value that has a text; \"|list\" makes a list of it");
  if (list.kind == ListKind::range) {
    out += list.shown;
    return;
  }
  const bool is_tuple = list.kind == ListKind::tuple, is_view = list.kind == ListKind::view;
  out += is_view ? list.shown + "([" : is_tuple ? "(" : "[";
  for (size_t i = 0; i < list.items.size(); i++) {
    if (i > 0) out += ", ";
    append_represented(out, list.items[i]);
  }
  if (is_tuple && list.items.size() == 1) out += ',';
  out += is_view ? "])" : is_tuple ? ")" : "]";
}

void append_represented(std::string& out, const Value& value) {
  if (out.size() > kMaxValueWeight) throw Problem("found a value whose text is too long");
  if (value.as_text()) {
    out += quoted_text(*value.as_text());
  } else if (value.as_list()) {
    append_list(out, *value.as_list());
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

}  // namespace tutti::data::jinja
