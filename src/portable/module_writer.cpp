// SPDX-License-Identifier: Apache-2.0
#include "portable/module_writer.h"

#include <algorithm>

#include "base/text.h"
#include "ir/op_def.h"
#include "portable/entry_writer.h"
#include "portable/foreign.h"
#include "portable/from_stablehlo.h"

namespace tutti::portable {
namespace {

using format::BytecodeBlock;
using format::BytecodeOp;
using format::kNoBytecode;

class ModuleWriter {
 public:
  ModuleWriter(const ir::Module& module, const Version& target)
      : module_(module), target_(target), entries_(bytecode_, target) {}

  std::string write() {
    BytecodeOp& op = bytecode_.body.operations.emplace_back();
    op.name = entries_.operation("builtin", "module");
    op.location = entries_.named_location(module_.location.name.get());
    if (!module_.attributes.empty())
      op.attributes = entries_.builtin_dictionary(module_.attributes);
    format::BytecodeBuffer properties;
    if (module_.name.empty())
      properties.flagged(0, false);
    else
      properties.flagged(entries_.builtin_string(module_.name), true);
    properties.flagged(0, false);
    op.properties = entries_.properties(properties.take());
    op.isolated = true;
    BytecodeBlock& block = op.regions.emplace_back().emplace_back();
    for (const ir::Mesh& mesh : module_.meshes) write_mesh(mesh, block);
    for (const auto& function : module_.functions) write_function(*function, block);
    bytecode_.value_count = values_;
    return format::write_mlir_bytecode(bytecode_);
  }

 private:
  uint32_t define(const ir::ValueData* value) {
    numbers_[value] = values_;
    return values_++;
  }

  void write_mesh(const ir::Mesh& mesh, BytecodeBlock& block) {
    entries_.need(kSinceForeign, "sdy.mesh");
    BytecodeOp& op = block.operations.emplace_back();
    op.name = entries_.operation("sdy", "mesh");
    op.location = entries_.named_location(mesh.location.name.get());
    if (!mesh.attributes.empty()) op.attributes = entries_.builtin_dictionary(mesh.attributes);
    format::BytecodeBuffer properties;
    properties.varint(entries_.builtin(ir::OpaqueAttribute{"#sdy.mesh<" + mesh.axes + ">"}));
    properties.varint(entries_.builtin_string(mesh.name));
    op.properties = entries_.properties(properties.take());
  }

  /// A dictionary for each, or an empty list where all are empty.
  uint32_t each(const std::vector<ir::Attributes>& dictionaries) {
    std::vector<uint32_t> numbers;
    const bool none = std::all_of(dictionaries.begin(), dictionaries.end(),
                                  [](const ir::Attributes& fields) { return fields.empty(); });
    if (!none)
      for (const ir::Attributes& fields : dictionaries)
        numbers.push_back(entries_.attribute(ir::DictionaryAttribute{sorted(fields)}));
    return entries_.list(numbers);
  }

  static ir::Attributes sorted(const ir::Attributes& fields) {
    std::vector<ir::Attributes::Entry> entries = fields.entries();
    std::sort(entries.begin(), entries.end(),
              [](const auto& x, const auto& y) { return x.first < y.first; });
    ir::Attributes result;
    for (auto& [name, value] : entries) result.set(name, std::move(value));
    return result;
  }

  void write_function(const ir::Function& function, BytecodeBlock& block) {
    BytecodeOp& op = block.operations.emplace_back();
    op.name = entries_.operation("vhlo", "func_v1");
    op.location = entries_.named_location(function.location.name.get());
    if (!function.attributes.empty())
      op.attributes = entries_.builtin_dictionary(function.attributes);
    std::vector<ir::Type> arguments;
    for (const auto& argument : function.body.arguments) arguments.push_back(argument->type);
    const uint32_t values[] = {
        each(function.argument_attributes),
        entries_.type_value(entries_.function(arguments, function.result_types)),
        each(function.result_attributes), entries_.attribute(ir::Attribute(function.name)),
        entries_.attribute(ir::string_attribute(function.is_private ? "private" : "public"))};
    format::BytecodeBuffer properties;
    for (const uint32_t value : values) properties.varint(value);
    op.properties = entries_.properties(properties.take());
    op.isolated = true;
    write_block(function.body, op.regions.emplace_back().emplace_back(), false);
  }

  void write_block(const ir::Block& from, BytecodeBlock& to, bool in_foreign) {
    to.first_argument = values_;
    for (const auto& argument : from.arguments) {
      define(argument.get());
      to.argument_types.push_back(in_foreign ? entries_.builtin_type(argument->type)
                                             : entries_.type(argument->type));
      to.argument_locations.push_back(entries_.named_location(nullptr));
    }
    if (in_foreign)
      for (size_t i = 0; i < from.arguments.size(); i++) {
        const ir::ValueData* argument = from.arguments[i].get();
        numbers_[argument] =
            cast(to, to.first_argument + static_cast<uint32_t>(i), entries_.type(argument->type));
      }
    for (const auto& op : from.operations) write_operation(*op, to);
  }

  /// Appends a cast of a value; returns the number of the result.
  uint32_t cast(BytecodeBlock& block, uint32_t value, uint32_t type) {
    BytecodeOp& op = block.operations.emplace_back();
    op.name = entries_.operation("builtin", "unrealized_conversion_cast");
    op.location = entries_.named_location(nullptr);
    op.operands = {value};
    op.result_types = {type};
    op.first_result = values_;
    return values_++;
  }

  void write_operation(const ir::Operation& op, BytecodeBlock& block) {
    const size_t dot = op.name().find('.');
    const std::string_view dialect = op.name().substr(0, dot), name = op.name().substr(dot + 1);
    if (dialect != "stablehlo" && dialect != "func") return write_foreign(op, block);
    const auto versions = vhlo_versions(name);
    if (versions.empty()) refuse(op);
    const VhloOp& newest = *versions.back();
    const VhloOp& chosen = version_of(op, versions);
    const VhloAttributes attributes = from_stablehlo(op, chosen, newest, target_);
    check_newer_parts(op, chosen, newest);
    BytecodeOp made = begin(op, "vhlo", fmt::format("{}_v{}", name, chosen.version));
    if (!attributes.own.empty()) {
      format::BytecodeBuffer properties;
      for (size_t i = 0; i < attributes.own.size(); i++)
        properties.varint(value_of(chosen.attributes[i], attributes.own[i]));
      made.properties = entries_.properties(properties.take());
    }
    if (!attributes.others.empty())
      made.attributes = entries_.builtin_dictionary(attributes.others);
    for (const ir::Value operand : op.operands) made.operands.push_back(numbers_.at(operand));
    for (const auto& region : op.regions)
      write_block(*region, made.regions.emplace_back().emplace_back(), false);
    made.first_result = values_;
    for (size_t i = 0; i < op.result_count(); i++) {
      define(op.result(i));
      made.result_types.push_back(entries_.type(op.result_type(i)));
    }
    block.operations.push_back(std::move(made));
  }

  uint32_t value_of(std::string_view name, const ir::Attribute& value) {
    const auto* integer = value.get<ir::IntegerAttribute>();
    if (name == "api_version" && integer) return entries_.custom_call_interface(integer->value);
    if (name == "backend_config" && value.get<ir::DictionaryAttribute>())
      entries_.need({1, 3, 0}, "a dictionary as backend_config");
    return entries_.attribute(value);
  }

  const VhloOp& version_of(const ir::Operation& op, const std::vector<const VhloOp*>& versions) {
    for (const VhloOp* version : versions)
      if (version->is_written_in(target_)) return *version;
    throw NewerVersion(std::string(op.name()), versions.front()->since, target_);
  }

  /// Operands and regions that older versions lack.
  void check_newer_parts(const ir::Operation& op, const VhloOp& chosen, const VhloOp& newest) {
    if (&chosen == &newest) return;
    const bool is_variadic_since =
        chosen.name.starts_with("all_") || chosen.name == "collective_broadcast";
    if (is_variadic_since && op.result_count() != 1)
      throw NewerVersion(std::string(op.name()) + " of several values", newest.since, target_);
    if (chosen.name == "composite" && !op.regions.empty())
      throw NewerVersion("stablehlo.composite with regions", newest.since, target_);
  }

  BytecodeOp begin(const ir::Operation& op, std::string_view dialect, std::string_view name) {
    BytecodeOp made;
    made.name = entries_.operation(dialect, name);
    made.location = entries_.named_location(op.location.name.get());
    return made;
  }

  [[noreturn]] static void refuse(const ir::Operation& op) {
    ir::operation_error(op,
                        "is no operation of a portable artifact, expected those of StableHLO, "
                        "chlo or sdy");
  }

  void write_foreign(const ir::Operation& op, BytecodeBlock& block) {
    const ForeignOp foreign = foreign_op(op.name());
    if (!foreign.is_known || (op.name().starts_with("chlo.") && !op.regions.empty())) refuse(op);
    entries_.need(kSinceForeign, op.name());
    const size_t dot = op.name().find('.');
    BytecodeOp made = begin(op, op.name().substr(0, dot), op.name().substr(dot + 1));
    format::BytecodeBuffer properties;
    ir::Attributes others = op.attributes;
    for (const ForeignAttribute& entry : foreign.attributes) {
      const ir::Attribute* value = op.attributes.find(entry.name);
      others.erase(entry.name);
      const uint32_t number = value ? entries_.builtin(*value) : 0;
      if (entry.is_optional)
        properties.flagged(number, value != nullptr);
      else
        properties.varint(number);
    }
    if (!foreign.attributes.empty()) made.properties = entries_.properties(properties.take());
    if (!others.empty()) made.attributes = entries_.builtin_dictionary(others);
    for (const ir::Value operand : op.operands)
      made.operands.push_back(
          cast(block, numbers_.at(operand), entries_.builtin_type(operand->type)));
    for (const auto& region : op.regions)
      write_block(*region, made.regions.emplace_back().emplace_back(), true);
    made.first_result = values_;
    values_ += static_cast<uint32_t>(op.result_count());
    for (size_t i = 0; i < op.result_count(); i++)
      made.result_types.push_back(entries_.builtin_type(op.result_type(i)));
    const uint32_t first = made.first_result;
    block.operations.push_back(std::move(made));
    for (size_t i = 0; i < op.result_count(); i++)
      numbers_[op.result(i)] =
          cast(block, first + static_cast<uint32_t>(i), entries_.type(op.result_type(i)));
  }

  const ir::Module& module_;
  Version target_;
  format::MlirBytecode bytecode_;
  EntryWriter entries_;
  std::unordered_map<const ir::ValueData*, uint32_t> numbers_;
  uint32_t values_ = 0;
};

}  // namespace

std::optional<Version> target_named(std::string_view word) {
  if (word == "least") return std::nullopt;
  if (word == "current") return kNewestVersion;
  const auto version = version_of(word);
  if (!version || *version < kOldestWritten ||
      Version{version->major, version->minor, 0} > kNewestVersion)
    user_error("--target {}: expected a version of StableHLO from {} to {}, current or least",
               escaped(word, 60), kOldestWritten.str(), kNewestVersion.str());
  return version;
}

std::string write_portable(const ir::Module& module, std::optional<Version> target) {
  if (target) return ModuleWriter(module, *target).write();
  Version least = kOldestWritten;
  while (true) {
    try {
      return ModuleWriter(module, least).write();
    } catch (const NewerVersion& error) {
      check(least < error.needed(), "StableHLO {} lacks what is of {}", least.str(),
            error.needed().str());
      least = error.needed();
    }
  }
}

}  // namespace tutti::portable
