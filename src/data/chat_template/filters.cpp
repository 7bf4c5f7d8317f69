// SPDX-License-Identifier: Apache-2.0
// The filters of `x | filter`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

using Filter = Value (*)(Runtime& runtime, const std::string& name, const Value& value,
                         const Arguments& arguments);

/// An argument's truth, false where it is left out.
bool is_set(const std::optional<Value>& value) {
  return value && value->is_true();
}

Value filter_default(Runtime&, const std::string& name, const Value& value,
                     const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"default_value", "boolean"});
  const bool is_missing = value.is_undefined() || (is_set(bound[1]) && !value.is_true());
  if (!is_missing) return value;
  return bound[0] ? *bound[0] : Value::text("");
}

Value filter_length(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  bind(name, arguments, {});
  return Value::integer(static_cast<int64_t>(length_of(value)));
}

Value filter_trim(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"chars"})[0];
  std::optional<std::string> removed;
  if (bound && !bound->is_none()) removed = text_of(*bound, name);
  return Value::text(std::string(strip_text(printed(value), Side::both, removed)));
}

/// Jinja's own: words begin after white space, "-" and opening brackets; str.title() differs.
std::string title_of_words(std::string_view text) {
  std::string title, word;
  const auto end_word = [&] { title += capitalize_text(std::exchange(word, "")); };
  for (const std::string& character : characters_of_text(text)) {
    word += character;
    const bool is_space = strip_text(character, Side::both).empty();
    if (is_space || std::string_view("-({[<").find(character) != std::string_view::npos) end_word();
  }
  end_word();
  return title;
}

Value filter_text(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  bind(name, arguments, {});
  const std::string text = printed(value);
  if (name == "upper") return Value::text(upper_text(text));
  if (name == "lower") return Value::text(lower_text(text));
  if (name == "title") return Value::text(title_of_words(text));
  return Value::text(name == "capitalize" ? capitalize_text(text) : text);
}

Value filter_same(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  bind(name, arguments, {});
  return value;
}

Value filter_escape(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  bind(name, arguments, {});
  std::string out;
  for (const char c : printed(value)) {
    static const std::map<char, std::string_view> kEntities = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'\'', "&#39;"}, {'"', "&#34;"}};
    const auto entity = kEntities.find(c);
    entity == kEntities.end() ? out += c : out += entity->second;
  }
  return Value::text(std::move(out));
}

Value filter_tojson(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"ensure_ascii", "indent", "separators", "sort_keys"});
  JsonStyle style;
  style.ascii = is_set(bound[0]);
  style.sorted = is_set(bound[3]);
  if (bound[1] && !bound[1]->is_none()) {
    const bool is_text = bound[1]->as_text() != nullptr;
    const int64_t spaces = is_text ? 0 : integer_of(*bound[1], name);
    if (spaces > 100) throw Problem("tojson: found an indent of more than 100, expected less");
    style.indent = is_text ? *bound[1]->as_text()
                           : std::string(static_cast<size_t>(std::max<int64_t>(spaces, 0)), ' ');
    style.item_separator.pop_back();  // no blank before the end of a line
  }
  if (bound[2] && !bound[2]->is_none()) {
    const Values separators = items_of(*bound[2]);
    if (separators.size() != 2) throw Problem("tojson: expected two separators");
    style.item_separator = text_of(separators[0], name);
    style.key_separator = text_of(separators[1], name);
  }
  return Value::text(json_text(value, style));
}

Value filter_items(Runtime&, const std::string& name, const Value& value,
                   const Arguments& arguments) {
  bind(name, arguments, {});
  if (value.is_undefined()) return Value::list({});
  if (!value.as_dict())
    throw Problem(fmt::format("items: found {}, expected a dict", value.type_name()));
  return call_method(value, "items", {});
}

/// What sort, dictsort and unique compare: texts without their case.
Value caseless(const Value& value, bool keeps_case) {
  return keeps_case || !value.as_text() ? value : Value::text(lower_text(*value.as_text()));
}

void sort_by(Values& items, bool is_reversed, const std::function<Value(const Value&)>& key) {
  std::vector<std::pair<Value, Value>> keyed;
  for (Value& item : items) keyed.emplace_back(key(item), std::move(item));
  // A merge sort is stable in both directions, and never reads beyond the items, whatever less
  // says.
  std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
    return is_reversed ? less(b.first, a.first) : less(a.first, b.first);
  });
  for (size_t i = 0; i < items.size(); i++) items[i] = std::move(keyed[i].second);
}

Value filter_dictsort(Runtime& runtime, const std::string& name, const Value& value,
                      const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"case_sensitive", "by", "reverse"});
  const size_t by = bound[1] && text_of(*bound[1], name) == "value" ? 1 : 0;
  Values items = filter_items(runtime, name, value, {}).as_list()->items;
  sort_by(items, is_set(bound[2]),
          [&](const Value& item) { return caseless(item.as_list()->items[by], is_set(bound[0])); });
  return Value::list(std::move(items));
}

/// item.a.b for "a.b"; a part of digits is an index.
Value path_of(Value item, const std::string& path) {
  for (const std::string& part : split_text(path, ".", -1)) {
    const bool is_index = !part.empty() && part.size() < 10 &&
                          part.find_first_not_of("0123456789") == std::string::npos;
    item = subscript_of(item, is_index ? Value::integer(std::stoll(part)) : Value::text(part));
  }
  return item;
}

Value filter_sort(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"reverse", "case_sensitive", "attribute"});
  Values items = items_of(value);
  sort_by(items, is_set(bound[0]), [&](const Value& item) {
    const bool has_path = bound[2] && !bound[2]->is_none();
    return caseless(has_path ? path_of(item, printed(*bound[2])) : item, is_set(bound[1]));
  });
  return Value::list(std::move(items));
}

Value filter_unique(Runtime& runtime, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  bind(name, arguments, {});
  Values kept, keys;
  for (const Value& item : items_of(value)) {
    const Value key = caseless(item, false);
    for (size_t i = 0; i < keys.size(); i++) runtime.charge(key);
    if (std::any_of(keys.begin(), keys.end(), [&](const Value& k) { return equal(k, key); }))
      continue;
    keys.push_back(key);
    kept.push_back(item);
  }
  return Value::list(std::move(kept));
}

Value filter_replace(Runtime&, const std::string& name, const Value& value,
                     const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"old", "new", "count"});
  if (!bound[0] || !bound[1]) throw Problem("replace: expected the old and the new text");
  const bool has_limit = bound[2] && !bound[2]->is_none();
  return Value::text(replace_text(printed(value), printed(*bound[0]), printed(*bound[1]),
                                  has_limit ? integer_of(*bound[2], name) : -1));
}

Value filter_join(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"d", "attribute"});
  const std::string between = bound[0] ? printed(*bound[0]) : "";
  const bool has_path = bound[1] && !bound[1]->is_none();
  std::string text;
  const Values items = items_of(value);
  for (size_t i = 0; i < items.size(); i++) {
    if (i > 0) text += between;
    text += printed(has_path ? path_of(items[i], printed(*bound[1])) : items[i]);
    if (text.size() > kMaxValueWeight) throw Problem("join: the result is too long");
  }
  return Value::text(std::move(text));
}

Value filter_list(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  bind(name, arguments, {});
  Values items = items_of(value);
  if (name != "reverse") return Value::list(std::move(items));
  std::reverse(items.begin(), items.end());
  if (!value.as_text()) return Value::list(std::move(items));
  std::string text;
  for (const Value& item : items) text += *item.as_text();
  return Value::text(std::move(text));
}

Value filter_end(Runtime&, const std::string& name, const Value& value,
                 const Arguments& arguments) {
  bind(name, arguments, {});
  const Values items = items_of(value);
  if (items.empty()) return Value::undefined("the sequence is empty");
  return name == "first" ? items.front() : items.back();
}

/// map(attribute="a"), map(attribute="a", default=x) and map("filter", ...).
Value filter_map(Runtime& runtime, const std::string& name, const Value& value,
                 const Arguments& arguments) {
  Values items = items_of(value);
  if (arguments.positional.empty()) {
    const auto bound = bind(name, arguments, {"attribute", "default"});
    if (!bound[0]) throw Problem("map: expected a filter or an attribute");
    for (Value& item : items) {
      item = path_of(item, printed(*bound[0]));
      if (item.is_undefined() && bound[1]) item = *bound[1];
    }
    return Value::list(std::move(items));
  }
  Arguments rest = arguments;
  const std::string filter = text_of(rest.positional.front(), name);
  rest.positional.erase(rest.positional.begin());
  for (Value& item : items) {
    runtime.charge(item);
    item = runtime.apply_filter(filter, item, rest);
  }
  return Value::list(std::move(items));
}

/// select, reject, selectattr and rejectattr: by a test, or by what is true.
Value filter_select(Runtime& runtime, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  const bool by_member = name.size() > 6, wants = name[0] == 's';
  Arguments rest = arguments;
  const auto take_text = [&] {
    const std::string text = printed(rest.positional.front());
    rest.positional.erase(rest.positional.begin());
    return text;
  };
  if (by_member && rest.positional.empty())
    throw Problem(fmt::format("{}: found no attribute, expected one", name));
  const std::string path = by_member ? take_text() : "";
  const std::string test = rest.positional.empty() ? "" : take_text();
  Values kept;
  for (const Value& item : items_of(value)) {
    const Value tested = by_member ? path_of(item, path) : item;
    runtime.charge(tested);
    for (const Value& argument : rest.positional) runtime.charge(argument);
    const bool fits = test.empty() ? tested.is_true() : runtime.apply_test(test, tested, rest);
    if (fits == wants) kept.push_back(item);
  }
  return Value::list(std::move(kept));
}

Value filter_number(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  const auto fallback = bind(name, arguments, {"default"})[0];
  const bool is_integer = name == "int";
  const auto otherwise = [&] {
    if (fallback) return *fallback;
    return is_integer ? Value::integer(0) : Value::real(0);
  };
  double number = 0;
  if (value.as_text()) {
    const std::string text(strip_text(*value.as_text(), Side::both));
    char* end = nullptr;
    if (is_integer && text.find_first_of(".eExX") == std::string::npos) {
      errno = 0;
      const int64_t integer = std::strtoll(text.c_str(), &end, 10);
      const bool is_whole = !text.empty() && *end == '\0' && errno == 0;
      return is_whole ? Value::integer(integer) : otherwise();
    }
    number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || text.find_first_of("xX") != std::string::npos)
      return otherwise();
  } else if (value.is_number()) {
    if (is_integer && !value.as_real()) return Value::integer(integer_of(value, name));
    number = number_of(value);
  } else {
    return otherwise();
  }
  if (!is_integer) return Value::real(number);
  if (!(std::abs(number) < 9e18)) return otherwise();
  return Value::integer(static_cast<int64_t>(number));
}

Value filter_extreme(Runtime&, const std::string& name, const Value& value,
                     const Arguments& arguments) {
  bind(name, arguments, {});
  const Values items = items_of(value);
  if (items.empty()) return Value::undefined("the sequence is empty");
  const Value* best = &items[0];
  for (const Value& item : items)
    if (name == "min" ? less(item, *best) : less(*best, item)) best = &item;
  return *best;
}

Value filter_sum(Runtime&, const std::string& name, const Value& value,
                 const Arguments& arguments) {
  bind(name, arguments, {});
  Value sum = Value::integer(0);
  for (const Value& item : items_of(value)) sum = apply_operator("+", sum, item);
  return sum;
}

Value filter_absolute(Runtime&, const std::string& name, const Value& value,
                      const Arguments& arguments) {
  bind(name, arguments, {});
  if (number_of(value) >= 0) return value;
  return value.as_real() ? Value::real(-*value.as_real())
                         : apply_operator("-", Value::integer(0), value);
}

/// indent(width=4, first=False, blank=False).
Value filter_indent(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"width", "first", "blank"});
  std::string indent(4, ' ');
  if (bound[0] && bound[0]->as_text())
    indent = *bound[0]->as_text();
  else if (bound[0])
    indent = std::string(
        static_cast<size_t>(std::clamp<int64_t>(integer_of(*bound[0], name), 0, 1000)), ' ');
  std::string text;
  bool is_first = true;
  for (const std::string& line : split_text(printed(value), "\n", -1)) {
    if (!is_first) text += '\n';
    if (is_first ? is_set(bound[1]) : !line.empty() || is_set(bound[2])) text += indent;
    text += line;
    if (text.size() > kMaxValueWeight) throw Problem("indent: the result is too long");
    is_first = false;
  }
  return Value::text(std::move(text));
}

const std::map<std::string_view, Filter>& filters() {
  static const std::map<std::string_view, Filter> kFilters = {
      {"default", filter_default},   {"d", filter_default},         {"length", filter_length},
      {"count", filter_length},      {"trim", filter_trim},         {"string", filter_text},
      {"upper", filter_text},        {"lower", filter_text},        {"title", filter_text},
      {"capitalize", filter_text},   {"safe", filter_same},         {"escape", filter_escape},
      {"e", filter_escape},          {"tojson", filter_tojson},     {"items", filter_items},
      {"dictsort", filter_dictsort}, {"sort", filter_sort},         {"unique", filter_unique},
      {"replace", filter_replace},   {"join", filter_join},         {"list", filter_list},
      {"reverse", filter_list},      {"first", filter_end},         {"last", filter_end},
      {"map", filter_map},           {"select", filter_select},     {"reject", filter_select},
      {"selectattr", filter_select}, {"rejectattr", filter_select}, {"int", filter_number},
      {"float", filter_number},      {"min", filter_extreme},       {"max", filter_extreme},
      {"sum", filter_sum},           {"abs", filter_absolute},      {"indent", filter_indent}};
  return kFilters;
}

}  // namespace

Value Runtime::apply_filter(const std::string& name, const Value& value,
                            const Arguments& arguments) {
  const Nested nested(*this);
  const auto at = filters().find(name);
  if (at == filters().end()) {
    std::vector<std::string_view> known;
    for (const auto& [filter, function] : filters()) known.push_back(filter);
    throw Problem(fmt::format("found the filter \"{}\", expected one of: {}", escaped(name, 80),
                              fmt::join(known, ", ")));
  }
  Value result = at->second(*this, name, value, arguments);
  charge(result);
  return result;
}

}  // namespace tutti::data::jinja
