// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"

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

thread_local MemoryMeter* current_meter = nullptr;

/// Of what is allocated for a shared value: its counters, and what the allocator keeps.
constexpr size_t kSharedBytes = 32;

size_t heap_bytes(const std::string& text) {
  constexpr size_t kWithin = 15;  // characters that a std::string has in itself
  return text.capacity() > kWithin ? text.capacity() + kSharedBytes / 2 : 0;
}

std::shared_ptr<const std::string> shared_text(std::string text) {
  struct Text {
    std::string text;
    MemoryShare memory;
  };
  MemoryShare memory(kSharedBytes + sizeof(Text) + heap_bytes(text));
  const auto owner = std::make_shared<const Text>(Text{std::move(text), std::move(memory)});
  return {owner, &owner->text};
}

}  // namespace

MemoryMeter::MemoryMeter(size_t limit) : limit_(limit) {
  check(!current_meter, "a template is rendered within another");
  current_meter = this;
}

MemoryMeter::~MemoryMeter() {
  current_meter = nullptr;
}

void MemoryMeter::expect_room(size_t bytes) {
  const MemoryMeter* meter = current_meter;
  if (meter && bytes > meter->limit_ - std::min(meter->limit_, meter->used_))
    throw Problem(fmt::format("the template takes more than {} of memory, expected less",
                              human_bytes(meter->limit_)));
}

MemoryShare::MemoryShare(size_t bytes) : meter_(current_meter), bytes_(bytes) {
  MemoryMeter::expect_room(bytes);
  if (meter_) meter_->used_ += bytes_;
}

MemoryShare::~MemoryShare() {
  if (meter_) meter_->used_ -= bytes_;
}

MemoryShare::MemoryShare(MemoryShare&& other) noexcept
    : meter_(std::exchange(other.meter_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

MemoryShare& MemoryShare::operator=(MemoryShare&& other) noexcept {
  std::swap(meter_, other.meter_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Value Value::undefined(std::string hint) {
  Value value;
  value.value_ = Missing{shared_text(std::move(hint))};
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
  value.value_ = shared_text(std::move(text));
  return value;
}

Value Value::list(Values items, ListKind kind, std::string shown) {
  MemoryShare memory(kSharedBytes + sizeof(List) + items.capacity() * sizeof(Value));
  List list{std::move(items), kind, std::move(shown), 1, 1, std::move(memory)};
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
  size_t bytes = kSharedBytes + sizeof(Dict) + entries.capacity() * sizeof(Entries::value_type);
  for (const auto& [key, item] : entries) bytes += heap_bytes(key);
  Dict dict{std::move(entries), 1, 1, MemoryShare(bytes)};
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
  function.memory = MemoryShare(kSharedBytes + sizeof(Function) + heap_bytes(function.name));
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

bool Value::is_list(std::initializer_list<ListKind> kinds) const {
  return as_list() && std::find(kinds.begin(), kinds.end(), as_list()->kind) != kinds.end();
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
  if (as_list()) return is_list({ListKind::generator}) || !as_list()->items.empty();
  if (as_dict()) return !as_dict()->entries.empty();
  return true;
}

std::string Value::type_name() const {
  if (as_list()) {
    static constexpr const char* kKinds[] = {"list", "tuple", "range", "view", "generator"};
    const List& list = *as_list();
    return list.kind == ListKind::view ? list.shown : kKinds[static_cast<size_t>(list.kind)];
  }
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
