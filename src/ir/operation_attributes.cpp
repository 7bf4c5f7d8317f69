// SPDX-License-Identifier: Apache-2.0
// The attributes of operations, by name and type.
#include "ir/module.h"

namespace tutti::ir {
namespace {

template <typename T>
const T& typed(const Operation& op, std::string_view name, std::string_view expected) {
  const T* value = op.attribute(name).get<T>();
  if (!value) operation_error(op, fmt::format("attribute {} is not {}", name, expected));
  return *value;
}

}  // namespace

const Attribute& Operation::attribute(std::string_view name) const {
  const Attribute* found = attributes.find(name);
  if (!found) operation_error(*this, fmt::format("attribute {} is missing", name));
  return *found;
}

int64_t Operation::int_attribute(std::string_view name) const {
  return typed<IntegerAttribute>(*this, name, "an integer").value;
}
int64_t Operation::int_attribute(std::string_view name, int64_t fallback) const {
  return attributes.find(name) ? int_attribute(name) : fallback;
}
double Operation::float_attribute(std::string_view name) const {
  return typed<FloatAttribute>(*this, name, "a float").value;
}
double Operation::float_attribute(std::string_view name, double fallback) const {
  return attributes.find(name) ? float_attribute(name) : fallback;
}
bool Operation::bool_attribute(std::string_view name) const {
  return attribute(name).get<Unit>() || typed<bool>(*this, name, "true or false");
}
bool Operation::bool_attribute(std::string_view name, bool fallback) const {
  return attributes.find(name) ? bool_attribute(name) : fallback;
}

std::vector<int64_t> Operation::ints_attribute(std::string_view name) const {
  const Attribute& found = attribute(name);
  if (const auto* array = found.get<IntArrayAttribute>()) return array->values;
  if (const auto* tensor = found.get<Tensor>();
      tensor && (tensor->type().element == ElementType::i1 || is_integer(tensor->type().element))) {
    constexpr int64_t kMost = 1 << 20;  // a splat may claim any length
    const int64_t count = tensor->type().count();
    if (count > kMost)
      operation_error(*this, fmt::format("attribute {} has {} elements, expected at most {}", name,
                                         count, kMost));
    std::vector<int64_t> values;
    for (int64_t i = 0; i < count; i++) values.push_back(tensor->int_at(i));
    return values;
  }
  operation_error(*this, fmt::format("attribute {} is not an array of integers", name));
}
std::vector<int64_t> Operation::ints_attribute(std::string_view name,
                                               std::vector<int64_t> fallback) const {
  return attributes.find(name) ? ints_attribute(name) : std::move(fallback);
}

std::string Operation::enum_attribute(std::string_view name) const {
  return typed<EnumAttribute>(*this, name, "an enumeration").value;
}
std::string Operation::enum_attribute(std::string_view name, std::string_view fallback) const {
  return attributes.find(name) ? enum_attribute(name) : std::string(fallback);
}
std::string Operation::string_attribute(std::string_view name) const {
  return typed<std::string>(*this, name, "a string");
}
const RecordAttribute& Operation::record_attribute(std::string_view name) const {
  return typed<RecordAttribute>(*this, name, "a record");
}

std::vector<int64_t> record_ints(const RecordAttribute& record, std::string_view field) {
  const Attribute* found = record.fields.find(field);
  if (!found) return {};
  if (const auto* array = found->get<IntArrayAttribute>()) return array->values;
  user_error("field {} of {} is not a list of integers", field, record.name);
}

int64_t record_int(const RecordAttribute& record, std::string_view field, int64_t fallback) {
  const Attribute* found = record.fields.find(field);
  if (!found) return fallback;
  if (const auto* integer = found->get<IntegerAttribute>()) return integer->value;
  user_error("field {} of {} is not an integer", field, record.name);
}

}  // namespace tutti::ir
