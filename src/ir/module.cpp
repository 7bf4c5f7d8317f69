// SPDX-License-Identifier: Apache-2.0
#include "ir/module.h"

#include "base/text.h"
#include "ir/op_def.h"

namespace tutti::ir {

std::string Location::str() const {
  if (file) return fmt::format("{}:{}:{}", *file, line, column);
  return name ? *name : std::string("<built program>");
}

Value Block::add_argument(Type type) {
  auto value = std::make_unique<ValueData>();
  value->type = std::move(type);
  value->block = this;
  value->index = arguments.size();
  arguments.push_back(std::move(value));
  return arguments.back().get();
}

const Operation& Block::terminator() const {
  check(!operations.empty(), "a block without operations has no terminator");
  return *operations.back();
}

int64_t Block::operation_count() const {
  int64_t count = 0;
  for (const auto& op : operations) {
    count++;
    for (const auto& region : op->regions) count += region->operation_count();
  }
  return count;
}

Operation::Operation(const OpDef& def, std::vector<Value> given, Attributes named)
    : operands(std::move(given)), attributes(std::move(named)), def_(&def) {}

std::string_view Operation::name() const {
  return def_->name;
}

std::vector<Type> Operation::operand_types() const {
  std::vector<Type> types;
  for (Value value : operands) types.push_back(value->type);
  return types;
}

std::vector<Type> Operation::result_types() const {
  std::vector<Type> types;
  for (size_t i = 0; i < result_count_; i++) types.push_back(results_[i].type);
  return types;
}

std::vector<Value> Operation::results() const {
  std::vector<Value> values;
  for (size_t i = 0; i < result_count_; i++) values.push_back(&results_[i]);
  return values;
}

void Operation::set_result_types(const std::vector<Type>& types) {
  check(!results_ || result_count_ == types.size(), "{} changes its number of results", name());
  if (!results_ && !types.empty()) results_ = std::make_unique<ValueData[]>(types.size());
  result_count_ = types.size();
  for (size_t i = 0; i < types.size(); i++) {
    results_[i].type = types[i];
    results_[i].owner = this;
    results_[i].index = i;
  }
}

void Operation::drop_results_from(size_t count) {
  check(count <= result_count_, "{} has {} results, expected at least {}", name(), result_count_,
        count);
  result_count_ = count;
}

void operation_error(const Operation& op, const std::string& message) {
  user_error("{}: {}: {}", op.location.str(), op.name(), message);
}

const Attribute& Operation::attribute(std::string_view name) const {
  const Attribute* found = attributes.find(name);
  if (!found) operation_error(*this, fmt::format("attribute {} is missing", name));
  return *found;
}

namespace {

template <typename T>
const T& typed(const Operation& op, std::string_view name, std::string_view expected) {
  const T* value = op.attribute(name).get<T>();
  if (!value) operation_error(op, fmt::format("attribute {} is not {}", name, expected));
  return *value;
}

}  // namespace

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

Block& Operation::add_region() {
  regions.push_back(std::make_unique<Block>());
  regions.back()->parent = this;
  return *regions.back();
}

Value Function::add_argument(Type type, Attributes given) {
  argument_attributes.push_back(std::move(given));
  return body.add_argument(std::move(type));
}

Function* Module::find(std::string_view function) const {
  for (const auto& candidate : functions)
    if (candidate->name == function) return candidate.get();
  return nullptr;
}

Function& Module::get(std::string_view function) const {
  if (Function* found = find(function)) return *found;
  std::string names;
  for (const auto& candidate : functions) names += " @" + candidate->name;
  user_error("the module has no function @{}; it has{}", escaped(function),
             names.empty() ? " none" : names);
}

Function& Module::add_function(std::string function) {
  check(!find(function), "function @{} is defined twice", function);
  functions.push_back(std::make_unique<Function>());
  functions.back()->name = std::move(function);
  return *functions.back();
}

std::vector<Value> mapped(const std::vector<Value>& values, const ValueMap& map) {
  std::vector<Value> result;
  for (Value value : values) {
    const auto found = map.find(value);
    result.push_back(found == map.end() ? value : found->second);
  }
  return result;
}

std::unique_ptr<Operation> clone(const Operation& op, ValueMap& map) {
  auto copy = std::make_unique<Operation>(op.def(), mapped(op.operands, map), op.attributes);
  copy->location = op.location;
  copy->set_result_types(op.result_types());
  for (size_t i = 0; i < op.result_count(); i++) map[op.result(i)] = copy->result(i);
  for (const auto& region : op.regions) {
    Block& block = copy->add_region();
    for (const auto& argument : region->arguments) {
      map[argument.get()] = block.add_argument(argument->type);
      map[argument.get()]->location = argument->location;
    }
    clone_into(*region, block, map);
  }
  return copy;
}

void clone_into(const Block& from, Block& to, ValueMap& map) {
  for (const auto& op : from.operations) to.operations.push_back(clone(*op, map));
}

std::vector<Value> clone_body(const Block& from, Block& to, ValueMap& map) {
  for (const auto& op : from.operations)
    if (!op->def().is_terminator) to.operations.push_back(clone(*op, map));
  return mapped(from.terminator().operands, map);
}

std::unique_ptr<Function> declaration_of(const Function& function, ValueMap& map) {
  auto copy = std::make_unique<Function>();
  copy->name = function.name;
  copy->is_private = function.is_private;
  copy->attributes = function.attributes;
  copy->result_types = function.result_types;
  copy->result_attributes = function.result_attributes;
  copy->location = function.location;
  for (size_t i = 0; i < function.argument_count(); i++) {
    const Value argument = function.argument(i);
    map[argument] = copy->add_argument(argument->type, function.argument_attributes[i]);
    map[argument]->location = argument->location;
  }
  return copy;
}

std::unique_ptr<Function> clone(const Function& function) {
  ValueMap map;
  auto copy = declaration_of(function, map);
  clone_into(function.body, copy->body, map);
  return copy;
}

Module head_of(const Module& module) {
  Module head;
  head.name = module.name;
  head.attributes = module.attributes;
  head.meshes = module.meshes;
  head.location = module.location;
  head.location_aliases = module.location_aliases;
  return head;
}

Module clone(const Module& module) {
  Module copy = head_of(module);
  for (const auto& function : module.functions) copy.functions.push_back(clone(*function));
  return copy;
}

}  // namespace tutti::ir
