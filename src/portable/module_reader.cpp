// SPDX-License-Identifier: Apache-2.0
#include "portable/module_reader.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/text.h"
#include "format/mlir_bytecode.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "portable/entry_reader.h"
#include "portable/foreign.h"
#include "portable/to_stablehlo.h"
#include "portable/vhlo.h"

namespace tutti::portable {
namespace {

using format::BytecodeBlock;
using format::BytecodeOp;
using format::kNoBytecode;
using ir::Attributes;

/// "StableHLO_v1.13.3": the producer says the version that a file is of.
constexpr std::string_view kProducer = "StableHLO_v";

class ModuleReader {
 public:
  ModuleReader(std::string_view bytes, const std::string& where)
      : file_{bytes, where},
        bytecode_(format::read_mlir_bytecode(file_)),
        entries_(file_, bytecode_),
        values_(bytecode_.value_count),
        place_(std::make_shared<const std::string>(where)) {}

  ir::Module read() {
    ir::Module module;
    if (bytecode_.body.operations.size() != 1)
      file_.fail(0, "found {} operations at the top, expected a module",
                 bytecode_.body.operations.size());
    const BytecodeOp& op = bytecode_.body.operations[0];
    if (name_of(op) != "builtin.module")
      file_.fail(op.offset, "found {}, expected a builtin.module", escaped(name_of(op), 80));
    read_module(op, module);
    module.location_aliases = entries_.location_aliases();
    return module;
  }

 private:
  std::string name_of(const BytecodeOp& op) const {
    const format::BytecodeName& name = bytecode_.names[op.name];
    return fmt::format("{}.{}", bytecode_.dialects[name.dialect], name.name);
  }

  template <typename... Args>
  [[noreturn]] void fail(const BytecodeOp& op, fmt::format_string<Args...> format,
                         Args&&... args) const {
    file_.fail(op.offset, "{}: {}", escaped(name_of(op), 80),
               fmt::format(format, std::forward<Args>(args)...));
  }

  /// Line 0: the column is an offset in the file.
  ir::Location location_of(const BytecodeOp& op) {
    ir::Location location;
    location.file = place_;
    location.column = static_cast<int>(
        std::min<size_t>(op.offset, static_cast<size_t>(std::numeric_limits<int>::max())));
    entries_.locate(op.location, location);
    return location;
  }

  /// The only block of a region.
  const BytecodeBlock& block_of(const BytecodeOp& op, size_t region) const {
    if (op.regions[region].size() != 1)
      fail(op, "found a region of {} blocks, expected one", op.regions[region].size());
    return op.regions[region][0];
  }

  void read_module(const BytecodeOp& op, ir::Module& module) {
    if (op.attributes != kNoBytecode) module.attributes = entries_.dictionary(op.attributes);
    std::string visibility;
    if (op.properties != kNoBytecode) {
      format::BytecodeCursor cursor(file_, bytecode_.properties[op.properties]);
      optional_string(cursor, module.name);
      optional_string(cursor, visibility);
      cursor.expect_end("the properties of a module");
    } else if (const auto* name = module.attributes.find("sym_name");
               name && name->get<std::string>()) {
      module.name = *name->get<std::string>();
      module.attributes.erase("sym_name");
    }
    entries_.locate(op.location, module.location);
    if (op.regions.size() != 1) fail(op, "found {} regions, expected one", op.regions.size());
    for (const BytecodeOp& inner : block_of(op, 0).operations) {
      const std::string name = name_of(inner);
      if (name == "vhlo.func_v1")
        read_function(inner, module);
      else if (name == kMeshOp)
        read_mesh(inner, module);
      else
        fail(inner, "found in a module, expected vhlo.func_v1 or sdy.mesh");
    }
  }

  void optional_string(format::BytecodeCursor& cursor, std::string& text) {
    const auto [number, is_there] = cursor.flagged();
    if (!is_there) return;
    const auto* found =
        entries_.attribute(cursor.checked_index(number, bytecode_.attributes.size(), "attribute"))
            .get<std::string>();
    if (!found) cursor.fail("found another attribute, expected a string");
    text = *found;
  }

  /// The numbers of an operation's attributes by name, and those that are not its own.
  struct Given {
    std::vector<std::pair<std::string, uint32_t>> own;
    Attributes others;
  };

  /// `names` are the operation's own attributes, in the order of its properties.
  Given attributes_of(const BytecodeOp& op, const std::vector<ForeignAttribute>& names) {
    Given given;
    if (op.attributes != kNoBytecode)
      for (const auto& [name, number] : entries_.dictionary_numbers(op.attributes)) {
        // Before StableHLO 0.15 a dictionary had them all.
        const auto own = std::find_if(names.begin(), names.end(),
                                      [&](const auto& entry) { return entry.name == name; });
        if (own != names.end()) {
          given.own.emplace_back(name, number);
          continue;
        }
        entries_.count_copy(number);
        given.others.set(name, entries_.attribute(number));
      }
    if (op.properties == kNoBytecode) {
      expect_all(op, given, names);
      return given;
    }
    format::BytecodeCursor cursor(file_, bytecode_.properties[op.properties]);
    for (const ForeignAttribute& entry : names) {
      const auto [number, is_there] =
          entry.is_optional ? cursor.flagged() : std::pair(cursor.varint(), true);
      if (is_there)
        given.own.emplace_back(
            entry.name, cursor.checked_index(number, bytecode_.attributes.size(), "attribute"));
    }
    if (!cursor.at_end())
      fail(op, "its properties have {} bytes more than its {} attributes", cursor.rest().size(),
           names.size());
    return given;
  }

  void expect_all(const BytecodeOp& op, const Given& given,
                  const std::vector<ForeignAttribute>& names) const {
    for (const ForeignAttribute& entry : names)
      if (!entry.is_optional &&
          std::none_of(given.own.begin(), given.own.end(),
                       [&](const auto& own) { return own.first == entry.name; }))
        fail(op, "its attribute '{}' is missing", entry.name);
  }

  /// What an operation is: its name in StableHLO, and its attributes in bytecode.
  struct Definition {
    std::string name;
    std::vector<ForeignAttribute> attributes;
    bool is_foreign = false, is_cast = false;
    const ir::OpDef* op = nullptr;           // null where Tutti has none
    const ir::OpDef* in_function = nullptr;  // the same in a function's own block
  };

  const Definition& definition_of(const BytecodeOp& op) {
    const auto [found, is_new] = definitions_.try_emplace(op.name);
    if (is_new) found->second = read_definition(op);
    return found->second;
  }

  Definition read_definition(const BytecodeOp& op) const {
    const format::BytecodeName& name = bytecode_.names[op.name];
    const std::string full = name_of(op);
    const ir::Catalogue& catalogue = op::catalogue();
    if (bytecode_.dialects[name.dialect] != "vhlo") {
      ForeignOp foreign = foreign_op(full);
      const bool is_cast = full == kCast;
      if (!foreign.is_known && !is_cast)
        fail(
            op,
            "an operation that Tutti does not read in bytecode, expected one of vhlo, sdy or chlo");
      const ir::OpDef* known = catalogue.find(full);
      return {full, std::move(foreign.attributes), true, is_cast, known, known};
    }
    const VhloOp* def = find_vhlo(name.name);
    if (!def) refuse(op, name.name);
    Definition definition{std::string(def->name), {}};
    for (const std::string_view attribute : def->attributes)
      definition.attributes.push_back({std::string(attribute)});
    const auto named = [&](std::string_view dialect) {
      return catalogue.find(fmt::format("{}.{}", dialect, def->name));
    };
    definition.op = named(def->name == "call" ? "func" : "stablehlo");
    definition.in_function = def->name == "return" ? named("func") : definition.op;
    return definition;
  }

  [[noreturn]] void refuse(const BytecodeOp& op, std::string_view name) const {
    const auto known = vhlo_versions(parts_of_name(name).first);
    const std::string_view writer = bytecode_.producer;
    if (known.empty() && !writer.starts_with(kProducer)) fail(op, "there is no such operation");
    fail(op,
         "written by {}, Tutti reads operations of StableHLO up to {}; write it with the "
         "target {}",
         escaped(writer, 60), kNewestVersion.str(), kNewestVersion.str());
  }

  void read_function(const BytecodeOp& op, ir::Module& module);
  void read_mesh(const BytecodeOp& op, ir::Module& module);
  void read_cast(const BytecodeOp& op);
  void set_each(const BytecodeOp& op, std::vector<Attributes>& each, const ir::Attribute& list);
  void read_block(const BytecodeBlock& from, ir::Block& to, bool is_function);
  void read_arguments(const BytecodeBlock& from, ir::Block& to);
  void read_operation(const BytecodeOp& op, ir::Block& to, bool in_function);

  format::BytecodeFile file_;
  format::MlirBytecode bytecode_;
  EntryReader entries_;
  std::vector<ir::Value> values_;  // by their numbers; null before they are defined
  std::unordered_map<uint32_t, Definition> definitions_;  // by the numbers of names
  std::shared_ptr<const std::string> place_;
};

void ModuleReader::set_each(const BytecodeOp& op, std::vector<Attributes>& each,
                            const ir::Attribute& given) {
  const auto* list = given.get<ir::ListAttribute>();
  if (!list || (!list->values.empty() && list->values.size() != each.size()))
    fail(op, "expected a list of attributes for each of {}", each.size());
  for (size_t i = 0; i < list->values.size(); i++)
    if (const auto* fields = list->values[i].get<ir::DictionaryAttribute>())
      each[i] = fields->fields;
}

void ModuleReader::read_function(const BytecodeOp& op, ir::Module& module) {
  Given given = attributes_of(op, definition_of(op).attributes);
  ir::Attribute arguments, results;
  const TypeEntry* type = nullptr;
  auto function = std::make_unique<ir::Function>();
  std::string visibility;
  const auto text = [&](uint32_t number) {
    const auto* found = entries_.attribute(number).get<std::string>();
    return found ? *found : std::string();
  };
  for (const auto& [name, number] : given.own) {
    if (name == "function_type") type = &entries_.type_attribute(number);
    if (name == "sym_name") function->name = text(number);
    if (name == "sym_visibility") visibility = text(number);
    if (name == "arg_attrs") arguments = entries_.attribute(number);
    if (name == "res_attrs") results = entries_.attribute(number);
  }
  if (!type || type->kind != TypeEntry::Kind::function)
    fail(op, "its function_type is missing, expected the type of a function");
  function->is_private = visibility == "private";
  function->attributes = std::move(given.others);
  function->location = location_of(op);
  if (op.regions.size() != 1) fail(op, "found {} regions, expected one", op.regions.size());
  if (op.regions[0].empty() && function->is_private) return;  // a declaration
  if (function->name.empty() || module.find(function->name))
    fail(op, "the function's name '{}' is empty or taken", escaped(function->name));
  const BytecodeBlock& block = block_of(op, 0);
  read_arguments(block, function->body);
  function->argument_attributes.resize(function->argument_count());
  function->result_types = type->results;
  function->result_attributes.resize(type->results.size());
  std::vector<ir::Type> taken;
  for (const auto& argument : function->body.arguments) taken.push_back(argument->type);
  if (taken != type->arguments)
    fail(op, "the body takes {}, but function_type says {}", ir::str(taken),
         ir::str(type->arguments));
  set_each(op, function->argument_attributes, arguments);
  set_each(op, function->result_attributes, results);
  read_block(block, function->body, true);
  module.functions.push_back(std::move(function));
}

void ModuleReader::read_mesh(const BytecodeOp& op, ir::Module& module) {
  constexpr std::string_view kBefore = "#sdy.mesh<";
  Given given = attributes_of(op, definition_of(op).attributes);
  ir::Mesh mesh;
  for (const auto& [name, number] : given.own) {
    const ir::Attribute& found = entries_.attribute(number);
    const auto* text = found.get<std::string>();
    if (name == "sym_name" && text) mesh.name = *text;
    const auto* axes = found.get<ir::OpaqueAttribute>();
    if (name == "mesh" && axes && axes->text.starts_with(kBefore))
      mesh.axes = axes->text.substr(kBefore.size(), axes->text.size() - kBefore.size() - 1);
  }
  for (const ir::Mesh& other : module.meshes)
    if (other.name == mesh.name) fail(op, "mesh @{} is declared twice", escaped(mesh.name));
  if (mesh.axes.empty()) fail(op, "its attribute mesh is missing, expected #sdy.mesh<...>");
  mesh.attributes = std::move(given.others);
  entries_.locate(op.location, mesh.location);
  module.meshes.push_back(std::move(mesh));
}

/// A type of vhlo as one of builtin or the reverse: both are the same here.
void ModuleReader::read_cast(const BytecodeOp& op) {
  if (op.operands.size() != op.result_types.size())
    fail(op, "found {} operands and {} results, expected as many", op.operands.size(),
         op.result_types.size());
  for (size_t i = 0; i < op.operands.size(); i++) {
    const ir::Value value = values_[op.operands[i]];
    if (!value) fail(op, "an operand is not defined before its use");
    if (value->type != entries_.value_type(op.result_types[i]))
      fail(op, "casts {} to {}, expected the same type", value->type.str(),
           entries_.value_type(op.result_types[i]).str());
    values_[op.first_result + i] = value;
  }
}

void ModuleReader::read_arguments(const BytecodeBlock& from, ir::Block& to) {
  for (size_t i = 0; i < from.argument_types.size(); i++) {
    const ir::Value value = to.add_argument(entries_.value_type(from.argument_types[i]));
    values_[from.first_argument + i] = value;
    if (from.argument_locations[i] == kNoBytecode) continue;
    ir::Location location;
    entries_.locate(from.argument_locations[i], location);
    value->location = location.text;
  }
}

void ModuleReader::read_block(const BytecodeBlock& from, ir::Block& to, bool is_function) {
  to.operations.reserve(from.operations.size());
  for (const BytecodeOp& op : from.operations) read_operation(op, to, is_function);
}

void ModuleReader::read_operation(const BytecodeOp& op, ir::Block& to, bool in_function) {
  const Definition& def = definition_of(op);
  if (def.is_cast) return read_cast(op);
  Given given = attributes_of(op, def.attributes);
  Attributes own;
  for (const auto& [name, number] : given.own) {
    entries_.count_copy(number);
    own.set(name, entries_.attribute(number));
  }
  const ir::OpDef* known = in_function ? def.in_function : def.op;
  if (!known) fail(op, "Tutti has no such operation");
  Attributes attributes = to_stablehlo(def.name, std::move(own),
                                       [&](const std::string& what) { fail(op, "{}", what); });
  for (const auto& [key, value] : given.others.entries()) attributes.set(key, value);

  std::vector<ir::Value> operands;
  operands.reserve(op.operands.size());
  for (const uint32_t number : op.operands) {
    if (!values_[number]) fail(op, "an operand is not defined before its use");
    operands.push_back(values_[number]);
  }
  auto made = std::make_unique<ir::Operation>(*known, std::move(operands), std::move(attributes));
  made->location = location_of(op);
  for (size_t i = 0; i < op.regions.size(); i++) {
    const BytecodeBlock& block = block_of(op, i);
    ir::Block& region = made->add_region();
    read_arguments(block, region);
    read_block(block, region, false);
  }
  std::vector<ir::Type> types;
  types.reserve(op.result_types.size());
  for (const uint32_t number : op.result_types) types.push_back(entries_.value_type(number));
  made->set_result_types(types);
  for (size_t i = 0; i < types.size(); i++) values_[op.first_result + i] = made->result(i);
  to.operations.push_back(std::move(made));
}

}  // namespace

ir::Module read_portable(std::string_view bytes, const std::string& where) {
  ir::Module module = ModuleReader(bytes, where).read();
  ir::verify(module);
  return module;
}

}  // namespace tutti::portable
