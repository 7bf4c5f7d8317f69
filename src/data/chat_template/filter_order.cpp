// SPDX-License-Identifier: Apache-2.0
// Filters that sort.
#include <fmt/format.h>

#include <algorithm>

#include "data/chat_template/filter.h"
#include "data/chat_template/python_text.h"

namespace tutti::data::jinja {
namespace {

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

}  // namespace

Value filter_items(Runtime&, const std::string& name, const Value& value,
                   const Arguments& arguments) {
  bind(name, arguments, {});
  if (value.is_undefined()) return Value::list({}, ListKind::generator);
  if (!value.as_dict())
    throw Problem(fmt::format("items: found {}, expected a dict", value.type_name()));
  const Value view = call_method(value, "items", {});
  return Value::list(view.as_list()->items, ListKind::generator);
}

Value filter_dictsort(Runtime& runtime, const std::string& name, const Value& value,
                      const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"case_sensitive", "by", "reverse"});
  if (value.is_undefined()) throw Problem(value.hint());
  const size_t by = bound[1] && text_of(*bound[1], name) == "value" ? 1 : 0;
  Values items = filter_items(runtime, name, value, {}).as_list()->items;
  sort_by(items, is_set(bound[2]),
          [&](const Value& item) { return caseless(item.as_list()->items[by], is_set(bound[0])); });
  return Value::list(std::move(items));
}

Value filter_sort(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"reverse", "case_sensitive", "attribute"});
  Values items = items_of(value);
  Values keys;
  if (bound[2] && !bound[2]->is_none()) keys = keys_of_path(printed(*bound[2]));
  sort_by(items, is_set(bound[0]),
          [&](const Value& item) { return caseless(member_of(item, keys), is_set(bound[1])); });
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
  return Value::list(std::move(kept), ListKind::generator);
}

}  // namespace tutti::data::jinja
