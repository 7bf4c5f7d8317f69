// SPDX-License-Identifier: Apache-2.0
// Attributes of the dialect sdy, by the codes that jaxlib 0.10.2 writes, as their program text. One
// that has another form is kept as its bytes.
#include "ir/print_attribute.h"
#include "portable/entry_reader.h"

namespace tutti::portable {
namespace {

enum ShardingCode : uint64_t {
  kManualAxes,
  kMeshAxis,
  kMesh,
  kSubAxis,
  kAxis,
  kDimensionSharding,
  kTensorSharding,
  kShardings,
  kDimensionMapping,
  kTensorMapping,
  kShardingRule
};

/// How a rule names its factors: i, j, ..., z, then z_1, z_2, ...
std::string factor_name(int64_t factor) {
  constexpr int64_t kLetters = 18;  // from i to z
  if (factor < kLetters) return std::string(1, static_cast<char>('i' + factor));
  return fmt::format("z_{}", factor - kLetters + 1);
}

}  // namespace

/// The texts of a list of attributes, with a separator between them.
std::string EntryReader::sharding_list(Cursor& cursor, std::string_view separator) {
  std::string text;
  const size_t count = cursor.count("attributes");
  for (size_t i = 0; i < count; i++)
    text += fmt::format("{}{}", i ? separator : "", sharding_text(attribute_number(cursor)));
  charge(text.size());
  return text;
}

/// The text of an attribute of a sharding inside another one.
std::string EntryReader::sharding_text(uint32_t number) {
  const ir::Attribute& found = attribute(number);
  charge(attributes_.weights[number]);
  if (const auto* symbol = found.get<ir::SymbolAttribute>()) return ir::symbol(symbol->name);
  if (const auto* text = found.get<std::string>()) return ir::quoted(*text);
  const auto* opaque = found.get<ir::OpaqueAttribute>();
  if (!opaque)
    file_.fail(file_.offset_of(bytecode_.attributes[number].bytes),
               "found another attribute, expected a part of a sharding");
  const std::string_view text = opaque->text;
  return std::string(text.starts_with(kSharding) ? text.substr(kSharding.size()) : text);
}

std::string EntryReader::dimension_sharding(Cursor& cursor) {
  std::string text = "{" + sharding_list(cursor, ", ");
  const bool is_closed = cursor.byte() != 0;
  if (!is_closed) text += text.size() > 1 ? ", ?" : "?";
  text += "}";
  const auto [priority, has_priority] = cursor.flagged();
  if (has_priority) text += fmt::format("p{}", priority);
  return text;
}

std::string EntryReader::tensor_sharding(Cursor& cursor) {
  std::string text = "<" + sharding_text(attribute_number(cursor));
  text += ", [" + sharding_list(cursor, ", ") + "]";
  if (const std::string axes = sharding_list(cursor, ", "); !axes.empty())
    text += ", replicated={" + axes + "}";
  if (!cursor.at_end())
    if (const std::string axes = sharding_list(cursor, ", "); !axes.empty())
      text += ", unreduced={" + axes + "}";
  return std::string(kSharding) + text + ">";
}

std::string EntryReader::sharding_mesh(Cursor& cursor) {
  std::string text = "#sdy.mesh<[" + sharding_list(cursor, ", ") + "]";
  const size_t devices = cursor.count("devices");
  for (size_t i = 0; i < devices; i++)
    text += fmt::format("{}{}", i ? ", " : ", device_ids=[", cursor.svarint());
  return text + (devices ? "]>" : ">");
}

std::string EntryReader::sharding_rule(Cursor& cursor) {
  std::string sizes;
  const size_t factors = cursor.count("factors");
  for (size_t i = 0; i < factors; i++)
    sizes += fmt::format("{}{}={}", i ? ", " : "", factor_name(static_cast<int64_t>(i)),
                         cursor.svarint());
  std::string text = "#sdy.op_sharding_rule<(" + sharding_list(cursor, ", ");
  text += ")->(" + sharding_list(cursor, ", ") + ") {" + sizes + "}";
  for (const std::string_view role :
       {"reduction", "need_replication", "permutation", "blocked_propagation"}) {
    const size_t count = cursor.count("factors");
    for (size_t i = 0; i < count; i++)
      text += (i ? ", " : fmt::format(" {}={{", role)) + factor_name(cursor.svarint());
    if (count) text += "}";
  }
  return text + (cursor.byte() != 0 ? ", custom>" : ">");
}

std::string EntryReader::read_sharding(Cursor& cursor) {
  switch (cursor.varint()) {
    case kManualAxes:
      return "#sdy<manual_axes{" + sharding_list(cursor, ", ") + "}>";
    case kMeshAxis: {
      const std::string name = ir::quoted(string(cursor));
      return fmt::format("{}={}", name, cursor.svarint());
    }
    case kMesh:
      return sharding_mesh(cursor);
    case kSubAxis: {
      const int64_t before = cursor.svarint();
      return fmt::format(":({}){}", before, cursor.svarint());
    }
    case kAxis: {
      const std::string name = ir::quoted(string(cursor));
      const auto [part, has_part] = cursor.flagged();
      if (!has_part) return name;
      return name +
             sharding_text(cursor.checked_index(part, bytecode_.attributes.size(), "attribute"));
    }
    case kDimensionSharding:
      return dimension_sharding(cursor);
    case kTensorSharding:
      return tensor_sharding(cursor);
    case kShardings:
      return "#sdy.sharding_per_value<[" + sharding_list(cursor, ", ") + "]>";
    case kDimensionMapping: {
      std::string text;
      const size_t count = cursor.count("factors");
      for (size_t i = 0; i < count; i++) text += factor_name(cursor.svarint());
      return text;
    }
    case kTensorMapping:
      return "[" + sharding_list(cursor, ", ") + "]";
    case kShardingRule:
      return sharding_rule(cursor);
    default:
      return "";
  }
}

}  // namespace tutti::portable
