// SPDX-License-Identifier: Apache-2.0
#include "pass/common_subexpressions.h"

#include <cstring>
#include <map>

#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

using ir::Operation;

// Of a constant's bytes; constants that differ behind them alone are rare.
constexpr size_t kMostHashed = 256;

size_t hash_of(const void* data, size_t size) {
  return std::hash<std::string_view>()(
      {static_cast<const char*>(data), std::min(size, kMostHashed)});
}

/// One element written once is equal to the same one written for each.
size_t hash_of(const ir::Tensor& tensor) {
  const auto bytes = tensor.stored();
  const size_t element = ir::byte_size(tensor.type().element);
  const size_t size = std::min(bytes.size(), kMostHashed / element * element);
  const bool repeats =
      size >= element && std::memcmp(bytes.data(), bytes.data() + element, size - element) == 0;
  return hash_of(bytes.data(), repeats ? element : size);
}

/// Equal attributes have the same; it tells constants, places and axes apart.
size_t hash_of(const ir::Attribute& attribute) {
  const std::hash<std::string_view> hash;
  if (const auto* tensor = attribute.get<ir::Tensor>()) return hash_of(*tensor);
  if (const auto* array = attribute.get<ir::IntArrayAttribute>())
    return hash_of(array->values.data(), array->values.size() * sizeof(int64_t));
  if (const auto* integer = attribute.get<ir::IntegerAttribute>())
    return std::hash<int64_t>()(integer->value);
  if (const auto* text = attribute.get<std::string>()) return hash(*text);
  if (const auto* word = attribute.get<ir::EnumAttribute>()) return hash(word->value);
  return 0;
}

size_t hash_of(const Operation& op) {
  size_t hash = std::hash<std::string_view>()(op.name());
  const auto mix = [&hash](size_t value) { hash = hash * 0x9E3779B97F4A7C15u + value; };
  size_t attributes = 0;  // whatever their order
  for (const auto& [name, attribute] : op.attributes.entries())
    attributes += std::hash<std::string_view>()(name) ^ (hash_of(attribute) * 0xFF51AFD7ED558CCDu);
  mix(attributes);
  for (ir::Value operand : op.operands) mix(std::hash<const void*>()(operand));
  for (const ir::Type& type : op.result_types()) {
    mix(static_cast<size_t>(type.element));
    for (int64_t size : type.shape) mix(static_cast<size_t>(size));
  }
  return hash;
}

bool equal(const Operation& a, const Operation& b) {
  return a.name() == b.name() && a.operands == b.operands && a.result_types() == b.result_types() &&
         a.attributes == b.attributes;
}

}  // namespace

ir::Module eliminate_common_subexpressions(ir::Module module, const ir::Catalogue& catalogue) {
  // Values of a region are not visible outside, so each block has its own list of operations.
  std::map<const ir::Block*, std::unordered_multimap<size_t, const Operation*>> seen;
  return rewrite(
      module, catalogue,
      [&](ir::Builder& builder, const Operation& op) -> std::optional<std::vector<ir::Value>> {
        if (op.def().has_side_effect || !op.regions.empty()) return std::nullopt;
        auto& here = seen[&builder.block()];
        const size_t hash = hash_of(op);
        for (auto [at, end] = here.equal_range(hash); at != end; ++at)
          if (equal(*at->second, op)) return at->second->results();
        auto kept = std::make_unique<Operation>(op.def(), op.operands, op.attributes);
        kept->location = op.location;
        kept->set_result_types(op.result_types());
        here.emplace(hash, kept.get());
        builder.block().operations.push_back(std::move(kept));
        return builder.block().operations.back()->results();
      });
}

}  // namespace tutti::pass
