// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/model_template.h"

#include "base/text.h"
#include "data/tokenizer/gguf_tokenizer.h"
#include "data/tokenizer/tokenizer_files.h"
#include "format/gguf.h"
#include "format/json.h"

namespace tutti::data {
namespace {

constexpr size_t kMostBytes = size_t{16} << 20;  // of a template's file

std::string shown_path(const Path& path) {
  return escaped(path.native(), 1000);
}

/// Of {"name": ..., "template": ...} the text of that name; of equal names the last one counts.
std::optional<ChatTemplateText> named_text(const nlohmann::json& templates, std::string_view name,
                                           const std::string& where) {
  std::optional<ChatTemplateText> found;
  for (const nlohmann::json& named : templates)
    if (named.is_object() && format::json_string(named, "name", where) == name)
      found = {format::json_string(named, "template", where),
               fmt::format("{} \"{}\"", where, name)};
  return found;
}

ChatTemplateTexts named_texts(const nlohmann::json& templates, const std::string& where) {
  auto plain = named_text(templates, "default", where);
  if (!plain) user_error("{}: none of the templates is called \"default\", expected one", where);
  return {*std::move(plain), named_text(templates, "tool_use", where)};
}

std::optional<ChatTemplateText> in_file(const Path& file) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  return ChatTemplateText{read_file(file, kMostBytes), shown_path(file)};
}

std::optional<ChatTemplateTexts> in_gguf(const Path& file) {
  const std::string name = shown_path(file);
  const format::GgufKeys keys = format::GgufFile(file).keys();
  const auto text_of_key = [&](const char* key) -> std::optional<ChatTemplateText> {
    auto text = gguf_text(keys, key, name);
    if (!text) return std::nullopt;
    return ChatTemplateText{*std::move(text), fmt::format("{}: key {}", name, key)};
  };
  auto plain = text_of_key(kGgufChatTemplate);
  if (!plain) return std::nullopt;
  return ChatTemplateTexts{*std::move(plain), text_of_key(kGgufToolTemplate)};
}

/// What tokenizer_config.json says.
std::optional<ChatTemplateTexts> in_config(const Path& config) {
  if (!std::filesystem::exists(config)) return std::nullopt;
  const std::string name = shown_path(config);
  const nlohmann::json fields = format::parse_json(read_file(config, kMostBytes), name);
  const auto found = fields.is_object() ? fields.find("chat_template") : fields.end();
  if (found == fields.end() || found->is_null()) return std::nullopt;
  const std::string where = name + ": \"chat_template\"";
  if (found->is_string())
    return ChatTemplateTexts{{found->get<std::string>(), where}, std::nullopt};
  if (found->is_array()) return named_texts(*found, where);
  user_error("{}: found {}, expected a text", where, format::json_found(*found));
}

}  // namespace

ChatTemplate ChatTemplateTexts::parsed() const {
  ChatTemplate parsed(plain.text, plain.name);
  if (with_tools) parsed.use_with_tools(with_tools->text, with_tools->name);
  return parsed;
}

std::optional<ChatTemplateTexts> read_chat_template(const Path& folder_or_gguf) {
  if (format::is_gguf(folder_or_gguf)) return in_gguf(folder_or_gguf);
  const Path& folder = folder_or_gguf;
  auto plain = in_file(folder / kChatTemplateFile);
  auto with_tools = in_file(folder / kToolTemplateFile);
  if (plain) return ChatTemplateTexts{*std::move(plain), std::move(with_tools)};
  if (with_tools)
    user_error("{}: found no {} beside it, expected the template of conversations without tools",
               with_tools->name, kChatTemplateFile);
  return in_config(folder / kTokenizerConfig);
}

ChatTemplateTexts named_chat_template(const Path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored))
    return {{read_file(path, kMostBytes), shown_path(path)}, std::nullopt};
  auto found = read_chat_template(path);
  if (!found)
    user_error(
        "{}: found neither chat_template.jinja nor \"chat_template\" in tokenizer_config.json, "
        "expected a chat template",
        shown_path(path));
  return *std::move(found);
}

std::string config_with_templates(const Path& folder_or_gguf, const ChatTemplateTexts& templates) {
  const TokenizerFiles::File file = read_tokenizer_files(folder_or_gguf).config;
  nlohmann::ordered_json config = nlohmann::ordered_json::object();
  if (!file.content.empty()) config = format::parse_json_ordered(file.content, file.name);
  nlohmann::ordered_json& named = config["chat_template"] = nlohmann::ordered_json::array();
  const auto add = [&](const char* name, const ChatTemplateText& text) {
    named.push_back({{"name", name}, {"template", text.text}});
  };
  add("default", templates.plain);
  if (templates.with_tools) add("tool_use", *templates.with_tools);
  return config.dump(2) + "\n";
}

nlohmann::ordered_json template_variables(const Tokenizer& tokenizer) {
  nlohmann::ordered_json variables = nlohmann::ordered_json::object();
  for (const char* role : {"bos", "eos", "unk", "sep", "pad", "cls", "mask"})
    if (const auto id = tokenizer.special_id(role))
      variables[std::string(role) + "_token"] = tokenizer.token(*id);
  return variables;
}

}  // namespace tutti::data
