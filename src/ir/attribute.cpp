// SPDX-License-Identifier: Apache-2.0
#include "ir/attribute.h"

#include <bit>

namespace tutti::ir {

Attribute::Attribute(const Attribute&) = default;
Attribute::Attribute(Attribute&&) noexcept = default;
Attribute& Attribute::operator=(const Attribute&) = default;
Attribute& Attribute::operator=(Attribute&&) noexcept = default;
Attribute::~Attribute() = default;
bool Attribute::operator==(const Attribute&) const = default;

const Attribute* Attributes::find(std::string_view name) const {
  for (const auto& [key, value] : entries_)
    if (key == name) return &value;
  return nullptr;
}

Attribute* Attributes::find(std::string_view name) {
  return const_cast<Attribute*>(std::as_const(*this).find(name));
}

void Attributes::set(std::string_view name, Attribute value) {
  if (Attribute* old = find(name))
    *old = std::move(value);
  else
    entries_.emplace_back(name, std::move(value));
}

void Attributes::erase(std::string_view name) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.first == name; });
}

bool Attributes::operator==(const Attributes& other) const {
  if (entries_.size() != other.entries_.size()) return false;
  for (const auto& [key, value] : entries_) {
    const Attribute* twin = other.find(key);
    if (!twin || !(*twin == value)) return false;
  }
  return true;
}

bool FloatAttribute::operator==(const FloatAttribute& other) const {
  return type == other.type &&
         std::bit_cast<uint64_t>(value) == std::bit_cast<uint64_t>(other.value);
}

bool ListAttribute::operator==(const ListAttribute& other) const {
  return values == other.values;
}

std::vector<std::string_view> symbols_in(const Attribute& attribute) {
  std::vector<std::string_view> names;
  if (const auto* symbol = attribute.get<SymbolAttribute>()) names.push_back(symbol->name);
  if (const auto* list = attribute.get<ListAttribute>())
    for (const Attribute& value : list->values)
      for (std::string_view name : symbols_in(value)) names.push_back(name);
  return names;
}

}  // namespace tutti::ir
