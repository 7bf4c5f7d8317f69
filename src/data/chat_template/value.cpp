// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace tutti::data::jinja {
namespace {

/// Of values that are in one another.
void bound_value(size_t weight, size_t depth) {
  if (weight > kMaxValueWeight)
    throw Problem(fmt::format(
        "found a value of more than {} bytes or values, expected a smaller one", kMaxValueWeight));
  if (depth > kMaxValueDepth)
    throw Problem(fmt::format("found values in one another more than {} deep, expected fewer",
                              kMaxValueDepth));
}

}  // namespace

Value Value::undefined(std::string hint) {
  Value value;
  value.value_ = Missing{std::make_shared<const std::string>(std::move(hint))};
  return value;
}

Value Value::none() {
  Value value;
  value.value_ = std::monostate{};
  return value;
}

Value Value::boolean(bool boolean) {
  Value value;
  value.value_ = boolean;
  return value;
}

Value Value::integer(int64_t integer) {
  Value value;
  value.value_ = integer;
  return value;
}

Value Value::real(double real) {
  Value value;
  value.value_ = real;
  return value;
}

Value Value::text(std::string text) {
  bound_value(text.size(), 1);
  Value value;
  value.value_ = std::make_shared<const std::string>(std::move(text));
  return value;
}

Value Value::list(Values items, bool is_tuple) {
  List list{std::move(items), is_tuple, 1, 1};
  for (const Value& item : list.items) {
    list.weight += item.weight();
    list.depth = std::max(list.depth, item.depth() + 1);
    bound_value(list.weight, list.depth);
  }
  Value value;
  value.value_ = std::make_shared<const List>(std::move(list));
  return value;
}

Value Value::dict(Entries entries) {
  Dict dict{std::move(entries), 1, 1};
  for (const auto& [key, item] : dict.entries) {
    dict.weight += key.size() + item.weight();
    dict.depth = std::max(dict.depth, item.depth() + 1);
    bound_value(dict.weight, dict.depth);
  }
  Value value;
  value.value_ = std::make_shared<const Dict>(std::move(dict));
  return value;
}

Value Value::space(Namespace* space) {
  Value value;
  value.value_ = space;
  return value;
}

Value Value::loop(std::shared_ptr<Loop> loop) {
  Value value;
  value.value_ = std::move(loop);
  return value;
}

Value Value::function(Function function) {
  bound_value(function.self.weight(), function.self.depth() + 1);
  Value value;
  value.value_ = std::make_shared<const Function>(std::move(function));
  return value;
}

Value Value::of_json(const nlohmann::ordered_json& json) {
  using Type = nlohmann::ordered_json::value_t;
  switch (json.type()) {
    case Type::boolean:
      return boolean(json.get<bool>());
    case Type::number_unsigned:
      if (json.get<uint64_t>() > uint64_t{std::numeric_limits<int64_t>::max()})
        throw Problem(fmt::format("found the number {}, expected one of at most 64 bits with sign",
                                  json.get<uint64_t>()));
      [[fallthrough]];
    case Type::number_integer:
      return integer(json.get<int64_t>());
    case Type::number_float:
      return real(json.get<double>());
    case Type::string:
      return text(json.get<std::string>());
    case Type::array: {
      Values items;
      for (const auto& item : json) items.push_back(of_json(item));
      return list(std::move(items));
    }
    case Type::object: {
      Entries entries;
      for (const auto& [key, item] : json.items()) entries.emplace_back(key, of_json(item));
      return dict(std::move(entries));
    }
    default:
      return none();
  }
}

const std::string* Value::as_text() const {
  const auto* text = std::get_if<std::shared_ptr<const std::string>>(&value_);
  return text ? text->get() : nullptr;
}

const List* Value::as_list() const {
  const auto* list = std::get_if<std::shared_ptr<const List>>(&value_);
  return list ? list->get() : nullptr;
}

const Dict* Value::as_dict() const {
  const auto* dict = std::get_if<std::shared_ptr<const Dict>>(&value_);
  return dict ? dict->get() : nullptr;
}

Namespace* Value::as_space() const {
  Namespace* const* space = std::get_if<Namespace*>(&value_);
  return space ? *space : nullptr;
}

Loop* Value::as_loop() const {
  const auto* loop = std::get_if<std::shared_ptr<Loop>>(&value_);
  return loop ? loop->get() : nullptr;
}

const Function* Value::as_function() const {
  const auto* function = std::get_if<std::shared_ptr<const Function>>(&value_);
  return function ? function->get() : nullptr;
}

std::string Value::hint() const {
  const Missing* missing = std::get_if<Missing>(&value_);
  return missing && missing->hint ? *missing->hint : "the value is undefined";
}

bool Value::is_true() const {
  if (is_undefined() || is_none()) return false;
  if (is_number()) return number_of(*this) != 0;
  if (as_text()) return !as_text()->empty();
  if (as_list()) return !as_list()->items.empty();
  if (as_dict()) return !as_dict()->entries.empty();
  return true;
}

std::string Value::type_name() const {
  if (as_list()) return as_list()->is_tuple ? "tuple" : "list";
  static constexpr const char* kNames[] = {"undefined", "None", "bool",    "int",
                                           "float",     "str",  "list",    "dict",
                                           "namespace", "loop", "function"};
  return kNames[value_.index()];
}

size_t Value::weight() const {
  if (as_text()) return as_text()->size() + 1;
  if (as_list()) return as_list()->weight;
  if (as_dict()) return as_dict()->weight;
  if (as_function()) return as_function()->self.weight() + 1;
  return 1;
}

size_t Value::depth() const {
  if (as_list()) return as_list()->depth;
  if (as_dict()) return as_dict()->depth;
  if (as_function()) return as_function()->self.depth() + 1;
  return 1;
}

const Value* Dict::find(std::string_view key) const {
  const auto at = std::find_if(entries.begin(), entries.end(),
                               [&](const auto& entry) { return entry.first == key; });
  return at == entries.end() ? nullptr : &at->second;
}

}  // namespace tutti::data::jinja
