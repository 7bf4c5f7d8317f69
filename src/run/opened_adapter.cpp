// SPDX-License-Identifier: Apache-2.0
#include "run/opened_adapter.h"

#include "base/text.h"
#include "format/argument_values.h"
#include "model/adapter_modules.h"
#include "model/tensor_file.h"
#include "run/hub.h"
#include "step/adapted_objective.h"

namespace tutti::run {
namespace {

model::AdapterConfig read_adapter_config(const Path& folder) {
  const Path file = folder / kAdapterConfigFile;
  if (!std::filesystem::exists(file))
    io_error("{}: the folder has no {}; expected an adapter's folder in PEFT's format",
             escaped(folder.string(), 1000), kAdapterConfigFile);
  return model::parse_adapter_config(read_file(file), escaped(file.string(), 1000));
}

/// The text of OpenedAdapter::made_for_another.
std::string made_for_another(const std::string& base, const std::string& model) {
  const auto last_name = [](const std::string& path) {
    const Path whole = Path(path).lexically_normal();
    return whole.has_filename() ? whole.filename() : whole.parent_path().filename();
  };
  if (base.empty() || last_name(base) == last_name(model)) return "";
  return fmt::format("; the adapter was made for {} (base_model_name_or_path), not for {}",
                     escaped(base), escaped(model));
}

/// The task's new heads, which PEFT's task classes save whole: of "classifier.dense" the module
/// "classifier".
std::vector<std::string> heads_of(const task::Objective& objective) {
  std::vector<std::string> heads;
  for (const model::Parameter& parameter : objective.parameters) {
    if (parameter.head.empty() || parameter.name != parameter.head + ".weight") continue;
    std::string head = parameter.head.substr(0, parameter.head.find('.'));
    if (heads.empty() || heads.back() != head) heads.push_back(std::move(head));
  }
  return heads;
}

model::AdapterConfig config_of(const LoraSettings& flags, const ModelSettings& settings,
                               const task::TaskKind& kind, const task::Objective& objective) {
  model::AdapterConfig config;
  config.base_model = settings.model_name_or_path;
  config.task_type = kind.adapter_task();
  config.rank = flags.lora_r;
  config.alpha = flags.lora_alpha;
  config.dropout = flags.lora_dropout;
  config.rslora = flags.use_rslora;
  config.dora = flags.use_dora;
  config.targets = module_names(flags.lora_target_modules);
  config.excluded = module_names(flags.lora_exclude_modules);
  config.saved = parts_of_list(flags.lora_modules_to_save);
  for (const std::string& head : heads_of(objective)) config.saved.push_back(head);
  config.bias = model::adapter_bias_named(flags.lora_bias);
  // As if read from a file: the same checks, and errors with the fields' names.
  return model::parse_adapter_config(model::adapter_config_text(config), "--use_peft");
}

/// An adapter's rank is at most the module's smaller dimension.
void expect_small_rank(const model::AdapterConfig& config,
                       const std::vector<model::AdaptedModule>& modules) {
  int64_t largest = 0;
  for (const auto& module : model::adapted_modules(config, modules, "--use_peft"))
    largest = std::max(largest, std::min(module.inputs, module.outputs));
  if (config.rank > largest)
    user_error("--lora_r {}: the adapted modules have a rank of at most {}", config.rank, largest);
}

/// Adapter flags that have no effect.
void expect_no_flags(LoraSettings given, const char* why) {
  LoraSettings unset;
  given.use_peft = false;
  const ArgumentList found = list_lora_settings(given), defaults = list_lora_settings(unset);
  for (size_t i = 0; i < found.size(); i++)
    if (format::text_of(found[i]) != format::text_of(defaults[i]))
      user_error("--{} {}", found[i].name, why);
}

}  // namespace

model::ModuleNames module_names(const std::string& text) {
  const bool is_pattern = text.find_first_of("*+?()[]{}|\\^$") != text.npos;
  if (is_pattern || model::is_all_linear(text)) return {{}, text};
  return {parts_of_list(text), {}};
}

std::optional<OpenedAdapter> open_adapter(const ModelSettings& settings, const LoraSettings* flags,
                                          const task::TaskKind& kind, const task::Task& task,
                                          const Context& context) {
  OpenedAdapter opened;
  std::string where = "--use_peft";
  if (!settings.adapter.empty()) {
    if (flags && flags->use_peft)
      user_error("--use_peft makes a new adapter, but --adapter {} continues one: leave one out",
                 escaped(settings.adapter));
    if (flags)
      expect_no_flags(*flags, "is for a new adapter: --adapter has a configuration of its own");
    const Path folder = resolve_adapter(settings.adapter, hub_cache(settings.cache_dir, context));
    where = escaped((folder / kAdapterConfigFile).string(), 1000);
    opened.config = read_adapter_config(folder);
    if (const Path file = folder / model::kAdapterFile; std::filesystem::exists(file))
      opened.weights = file;
    else if (!flags)
      io_error("{}: the folder has no {}; only a training initializes an adapter",
               escaped(folder.string(), 1000), model::kAdapterFile);
    if (opened.config.base_model.empty()) opened.config.base_model = settings.model_name_or_path;
    opened.made_for_another =
        made_for_another(opened.config.base_model, settings.model_name_or_path);
  } else if (flags && flags->use_peft) {
    opened.config = config_of(*flags, settings, kind, task.objective());
  } else {
    if (flags) expect_no_flags(*flags, "is for an adapter: give --use_peft as well");
    return std::nullopt;
  }
  const auto modules = step::modules_of(task.objective());
  if (flags && flags->use_peft) {
    expect_small_rank(opened.config, modules);
    model::expect_all_targets(opened.config, modules, where);
  }
  model::write_out_targets(opened.config, modules);
  try {
    opened.objective = step::adapted_objective(task.objective(), opened.config, where);
  } catch (const UserError& error) {
    throw UserError(error.code(), error.what() + opened.made_for_another);
  }
  return opened;
}

void expect_same_adapter(const OpenedAdapter& adapter, const Path& checkpoint) {
  const model::AdapterConfig saved = read_adapter_config(checkpoint);
  if (model::adapter_config_text(saved) != model::adapter_config_text(adapter.config))
    user_error(
        "{}: the checkpoint's adapter has another configuration than this run's. To resume, give "
        "the first run's flags",
        escaped((checkpoint / kAdapterConfigFile).string(), 1000));
}

std::string adapter_text(const OpenedAdapter& adapter) {
  int64_t trained = 0, all = 0, modules = 0;
  for (const model::Parameter& parameter : adapter.objective.parameters) {
    const int64_t count = ir::element_count(parameter.shape);
    (parameter.trainable ? trained : all) += count;
    modules +=
        parameter.name.ends_with("lora_B.weight") || parameter.name.ends_with("lora_embedding_B");
  }
  const model::AdapterConfig& config = adapter.config;
  return fmt::format(
      "{} r {}, alpha {}, dropout {} on {}: {:.2f} M parameters trained, {:.1f} M frozen",
      config.dora ? "DoRA" : "LoRA", config.rank, config.alpha, config.dropout,
      counted(modules, "module"), static_cast<double>(trained) / 1e6,
      static_cast<double>(all) / 1e6);
}

}  // namespace tutti::run
