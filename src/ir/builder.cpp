// SPDX-License-Identifier: Apache-2.0
#include "ir/builder.h"

namespace tutti::ir {

Catalogue::Catalogue(std::vector<OpDef> defs) : defs_(std::move(defs)) {
  for (const OpDef& def : defs_) {
    check(by_name_.emplace(def.name, &def).second, "op {} is defined twice", def.name);
    if (def.name.starts_with("func.")) by_name_.emplace(def.name.substr(5), &def);
    if (!def.foreign_name.empty()) by_name_.emplace(def.foreign_name, &def);
  }
}

const OpDef* Catalogue::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

const OpDef& Catalogue::get(std::string_view name) const {
  const OpDef* found = find(name);
  check(found != nullptr, "there is no op {}", name);
  return *found;
}

std::vector<Value> Builder::create(std::string_view name, std::vector<Value> operands,
                                   Attributes attributes, std::vector<Type> declared,
                                   const std::function<void(Operation&)>& fill) {
  auto op =
      std::make_unique<Operation>(catalogue_.get(name), std::move(operands), std::move(attributes));
  op->location = location;
  if (fill) fill(*op);
  op->set_result_types(declared);
  op->set_result_types(op->def().infer(*op));
  block_->operations.push_back(std::move(op));
  return block_->operations.back()->results();
}

Value Builder::one(std::string_view name, std::vector<Value> operands, Attributes attributes,
                   std::vector<Type> declared) {
  const auto results =
      create(name, std::move(operands), std::move(attributes), std::move(declared));
  check(results.size() == 1, "{} has {} results, expected one", name, results.size());
  return results[0];
}

Value Vjp::gradient(size_t index) const {
  if (result_gradients[index]) return result_gradients[index];
  const Type& type = op.result_type(index);
  return builder.one("stablehlo.constant", {}, ir::attributes({{"value", Tensor::splat(type, 0)}}));
}

Builder::Scope::Scope(Builder& builder, std::string_view name)
    : builder_(builder), before_(builder.location) {
  const std::string full =
      before_.name ? *before_.name + "." + std::string(name) : std::string(name);
  builder_.location.name = std::make_shared<const std::string>(full);
}

Builder::Scope::~Scope() {
  builder_.location = before_;
}

Attributes attributes(std::vector<Attributes::Entry> entries) {
  Attributes result;
  for (auto& [name, value] : entries) result.set(name, std::move(value));
  return result;
}

}  // namespace tutti::ir
