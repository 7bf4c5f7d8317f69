// SPDX-License-Identifier: Apache-2.0
#include "task/embedding/folder.h"

#include <algorithm>

#include "base/text.h"
#include "format/gguf.h"
#include "format/json.h"
#include "task/data_kinds.h"

namespace tutti::task::embedding {
namespace {

using Json = nlohmann::json;

constexpr const char* kModules = "modules.json";
constexpr const char* kLength = "sentence_bert_config.json";
constexpr const char* kConfig = "config_sentence_transformers.json";

/// The flags of 5.x's pooling config, in the order in which its vectors are joined.
constexpr std::pair<const char*, Pooling> kFlags[] = {
    {"pooling_mode_cls_token", Pooling::cls},
    {"pooling_mode_max_tokens", Pooling::max},
    {"pooling_mode_mean_tokens", Pooling::mean},
    {"pooling_mode_mean_sqrt_len_tokens", Pooling::mean_sqrt_len},
    {"pooling_mode_weightedmean_tokens", Pooling::weighted_mean},
    {"pooling_mode_lasttoken", Pooling::last_token}};

bool has_file(const Path& path) {
  return std::filesystem::exists(path);
}

Pooling named_pooling(const std::string& name, const std::string& where) {
  const std::vector<std::string> names = pooling_names();
  if (std::find(names.begin(), names.end(), name) == names.end())
    user_error("{}: pooling_mode is \"{}\", expected one of {}", where, escaped(name),
               fmt::join(names, ", "));
  return pooling_named(name);
}

/// The one way of pooling that a config says.
Pooling pooling_of(const Json& config, const std::string& where) {
  std::vector<Pooling> found;
  if (const auto mode = config.find("pooling_mode"); mode != config.end()) {
    const Json list = mode->is_array() ? *mode : Json::array({*mode});
    for (const Json& one : list) {
      if (!one.is_string())
        user_error("{}: pooling_mode is {}, expected a name or a list of names", where,
                   format::json_found(*mode));
      found.push_back(named_pooling(one.get<std::string>(), where));
    }
  } else {
    for (const auto& [flag, pooling] : kFlags)
      if (format::json_bool(config, flag, where, false)) found.push_back(pooling);
  }
  if (found.size() > 1)
    user_error(
        "{}: found several ways of pooling ({} and {}), expected one: Tutti does not join their "
        "vectors",
        where, name_of(found[0]), name_of(found[1]));
  return found.empty() ? Pooling::mean : found[0];
}

void read_pooling(FolderSettings& settings, const Path& file, int64_t width) {
  const std::string where = escaped(file.string(), 1000);
  const Json config = format::read_json(file);
  if (!config.is_object())
    user_error("{}: found {}, expected an object", where, format::json_found(config));
  for (const char* key : {"embedding_dimension", "word_embedding_dimension"}) {
    const int64_t given = format::json_int(config, key, where, width);
    if (given != width)
      user_error("{}: {} is {}, but config.json's hidden_size is {}; expected the same width",
                 where, key, given, width);
  }
  settings.pooling = pooling_of(config, where);
  settings.includes_prompt = format::json_bool(config, "include_prompt", where, true);
}

/// "Pooling" of "sentence_transformers.models.Pooling".
std::string last_part(const std::string& type) {
  return type.substr(type.rfind('.') + 1);  // npos + 1 is 0
}

void read_modules(FolderSettings& settings, const Path& folder, int64_t width) {
  const Path file = folder / kModules;
  const std::string where = escaped(file.string(), 1000);
  const Json modules = format::read_json(file);
  if (!modules.is_array())
    user_error("{}: found {}, expected a list of modules", where, format::json_found(modules));
  for (const Json& module : modules) {
    if (!module.is_object())
      user_error("{}: found {}, expected an object for each module", where,
                 format::json_found(module));
    const std::string type = last_part(format::json_string(module, "type", where));
    const Path path = format::json_string(module, "path", where, "");
    if (type == "Pooling")
      read_pooling(settings, folder / path / "config.json", width);
    else if (type == "Normalize")
      settings.normalizes = true;
    else if (type != "Transformer")
      user_error("{}: found a module {}, expected Transformer, Pooling or Normalize", where,
                 escaped(type));
    else if (!path.empty())
      user_error("{}: the model lies in \"{}\", expected it beside modules.json: move its files",
                 where, escaped(path.string()));
  }
}

/// The smaller of what is known and a limit of tokens; tokenizers write 1e30 for none.
void limit_length(FolderSettings& settings, const Json& config, const char* key) {
  const auto found = config.find(key);
  if (found == config.end() || !found->is_number()) return;
  const double limit = found->get<double>();
  if (limit < 1 || limit > 1e9) return;
  const auto tokens = static_cast<int64_t>(limit);
  settings.max_seq_length = std::min(settings.max_seq_length.value_or(tokens), tokens);
}

}  // namespace

std::string FolderSettings::prompt(const std::string& name) const {
  const auto prompts = config.is_object() ? config.find("prompts") : config.end();
  std::vector<std::string> names;
  if (config.is_object() && prompts != config.end() && prompts->is_object())
    for (const auto& [key, text] : prompts->items()) {
      if (key == name && text.is_string()) return text.get<std::string>();
      names.push_back(key);
    }
  user_error("--prompt_name {}: expected one of the prompts in {}: {}", escaped(name), kConfig,
             names.empty() ? "it has none" : quoted_names(names));
}

std::string FolderSettings::default_prompt() const {
  if (!config.is_object()) return "";
  const auto name = config.find("default_prompt_name");
  const bool is_named = name != config.end() && name->is_string();
  return is_named ? prompt(name->get<std::string>()) : "";
}

FolderSettings read_folder(const Path& folder, int64_t width) {
  FolderSettings settings;
  if (format::is_gguf(folder) || !has_file(folder / kModules)) return settings;
  read_modules(settings, folder, width);
  if (has_file(folder / kLength)) {
    const std::string where = escaped((folder / kLength).string(), 1000);
    const Json config = format::read_json(folder / kLength);
    if (format::json_bool(config, "do_lower_case", where, false))
      user_error(
          "{}: do_lower_case is true, expected false: let the tokenizer lower-case texts "
          "(\"do_lower_case\" in tokenizer_config.json)",
          where);
    limit_length(settings, config, "max_seq_length");
  }
  if (!settings.max_seq_length && has_file(folder / "tokenizer_config.json"))
    limit_length(settings, format::read_json(folder / "tokenizer_config.json"), "model_max_length");
  if (has_file(folder / kConfig))
    settings.config =
        format::parse_json_ordered(read_file(folder / kConfig), (folder / kConfig).native());
  return settings;
}

std::vector<ResultFile> files_of(const FolderSettings& settings, int64_t width) {
  using Ordered = nlohmann::ordered_json;
  const auto text = [](const Ordered& value) { return value.dump(2) + "\n"; };
  const std::string types = "sentence_transformers.models.";
  Ordered modules = {
      {{"idx", 0}, {"name", "0"}, {"path", ""}, {"type", types + "Transformer"}},
      {{"idx", 1}, {"name", "1"}, {"path", "1_Pooling"}, {"type", types + "Pooling"}}};
  if (settings.normalizes)
    modules.push_back(
        {{"idx", 2}, {"name", "2"}, {"path", "2_Normalize"}, {"type", types + "Normalize"}});
  Ordered pooling = {{"word_embedding_dimension", width}};
  for (const auto& [flag, kind] : kFlags) pooling[flag] = kind == settings.pooling;
  pooling["include_prompt"] = settings.includes_prompt;
  Ordered config = settings.config;
  if (!config.is_object())
    config = {{"prompts", Ordered::object()},
              {"default_prompt_name", nullptr},
              {"similarity_fn_name", "cosine"}};
  std::vector<ResultFile> files = {
      {kModules, text(modules)}, {"1_Pooling/config.json", text(pooling)}, {kConfig, text(config)}};
  const Ordered length = settings.max_seq_length ? Ordered(*settings.max_seq_length) : Ordered();
  files.push_back({kLength, text({{"max_seq_length", length}, {"do_lower_case", false}})});
  files.push_back({"2_Normalize/config.json", std::nullopt});
  if (settings.normalizes) files.back().content = "{}\n";
  return files;
}

}  // namespace tutti::task::embedding
