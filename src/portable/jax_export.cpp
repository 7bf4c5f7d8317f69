// SPDX-License-Identifier: Apache-2.0
#include "portable/jax_export.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "format/flatbuffer.h"
#include "format/mlir_bytecode.h"
#include "op/catalogue.h"
#include "portable/module_reader.h"

namespace tutti::portable {
namespace {

/// Numbers of fields in the table Exported, and the calling conventions that are read.
enum Field : size_t { kPlatforms = 9, kModule = 13, kConvention = 14, kKeptArguments = 15 };
constexpr uint16_t kOldestConvention = 9, kNewestConvention = 10;
constexpr std::string_view kGlobalConstant = "jax.global_constant",
                           kPlatformIndex = "_platform_index";

bool takes_platform(const ir::Function& main) {
  if (main.argument_count() == 0) return false;
  const ir::Attribute* constant = main.argument_attributes[0].find(kGlobalConstant);
  const auto* name = constant ? constant->get<std::string>() : nullptr;
  return name && *name == kPlatformIndex;
}

/// The first argument of @main says for which platform it computes: it becomes a constant.
void set_platform(ir::Function& main, int64_t index) {
  const ir::Type type = main.argument(0)->type;
  ir::Attributes value;
  value.set("value", ir::Tensor::of_ints(type, {index}));
  auto constant = std::make_unique<ir::Operation>(op::catalogue().get("stablehlo.constant"),
                                                  std::vector<ir::Value>{}, std::move(value));
  constant->set_result_types({type});
  constant->location = main.location;
  const ir::Value from = main.argument(0), to = constant->result();
  const auto replace = [&](const auto& self, ir::Block& block) -> void {
    for (const auto& op : block.operations) {
      std::replace(op->operands.begin(), op->operands.end(), from, to);
      for (const auto& region : op->regions) self(self, *region);
    }
  };
  replace(replace, main.body);
  main.body.operations.insert(main.body.operations.begin(), std::move(constant));
  main.body.arguments.erase(main.body.arguments.begin());
  main.argument_attributes.erase(main.argument_attributes.begin());
  for (size_t i = 0; i < main.argument_count(); i++) main.argument(i)->index = i;
}

void choose_platform(ir::Function& main, const std::vector<std::string_view>& platforms,
                     std::string_view platform, const std::string& where) {
  if (!takes_platform(main)) return;
  const auto found = std::find(platforms.begin(), platforms.end(), platform);
  if (found == platforms.end())
    user_error("{}: exported for {}, expected {} among them; export it with platforms=[\"{}\"]",
               where, escaped(fmt::format("{}", fmt::join(platforms, ", "))), platform, platform);
  set_platform(main, found - platforms.begin());
}

/// Says of each argument of @main which of the exported function's it is.
void name_arguments(ir::Function& main, std::string_view kept, const std::string& where) {
  std::vector<uint16_t> indexes(kept.size() / sizeof(uint16_t));
  std::memcpy(indexes.data(), kept.data(), indexes.size() * sizeof(uint16_t));
  if (indexes.size() != main.argument_count())
    user_error("{}: keeps {} arguments, but @main takes {}", where, indexes.size(),
               main.argument_count());
  for (size_t i = 1; i < indexes.size(); i++)
    if (indexes[i] <= indexes[i - 1])
      user_error("{}: keeps argument {} after argument {}, expected them in their order", where,
                 indexes[i], indexes[i - 1]);
  if (indexes.empty() || indexes.back() + size_t{1} == indexes.size()) return;
  for (size_t i = 0; i < indexes.size(); i++)
    main.argument_attributes[i].set(kArgumentIndex, ir::int_attribute(indexes[i]));
}

}  // namespace

bool is_jax_export(std::string_view content) {
  return format::has_flat_bytes(content, kModule, format::kBytecodeMagic);
}

ir::Module read_jax_export(std::string_view content, const std::string& where,
                           std::string_view platform) {
  const format::FlatTable exported(content, where);
  const uint16_t convention = exported.number<uint16_t>(kConvention).value_or(0);
  if (convention < kOldestConvention || convention > kNewestConvention)
    user_error(
        "{}: found jax.export's calling convention {}, expected {} to {}; export it again "
        "with a newer JAX",
        where, convention, kOldestConvention, kNewestConvention);
  ir::Module module =
      read_portable(exported.bytes(kModule).value_or(""), where + ": mlir_module_serialized");
  ir::Function& main = module.get("main");
  choose_platform(main, exported.texts(kPlatforms), platform, where);
  if (const auto kept = exported.bytes(kKeptArguments, sizeof(uint16_t)))
    name_arguments(main, *kept, where);
  return module;
}

}  // namespace tutti::portable
