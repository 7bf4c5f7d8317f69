// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/model_template.h"

#include "base/text.h"
#include "data/tokenizer/gguf_tokenizer.h"
#include "format/gguf.h"
#include "format/json.h"

namespace tutti::data {
namespace {

constexpr size_t kMostBytes = size_t{16} << 20;  // of a template's file

std::string shown_path(const Path& path) {
  return escaped(path.native(), 1000);
}

/// Of {"name": ..., "template": ...} the text that is called "default".
std::string default_of(const nlohmann::json& templates, const std::string& where) {
  for (const nlohmann::json& named : templates)
    if (named.is_object() && format::json_string(named, "name", where) == "default")
      return format::json_string(named, "template", where);
  user_error("{}: none of the templates is called \"default\", expected one", where);
}

/// What tokenizer_config.json says.
std::optional<ChatTemplateText> in_config(const Path& config) {
  const std::string name = shown_path(config);
  const nlohmann::json fields = format::parse_json(read_file(config, kMostBytes), name);
  const auto found = fields.is_object() ? fields.find("chat_template") : fields.end();
  if (found == fields.end() || found->is_null()) return std::nullopt;
  const std::string where = name + ": \"chat_template\"";
  if (found->is_string()) return ChatTemplateText{found->get<std::string>(), where};
  if (found->is_array()) return ChatTemplateText{default_of(*found, where), where};
  user_error("{}: found {}, expected a text", where, format::json_found(*found));
}

}  // namespace

std::optional<ChatTemplateText> read_chat_template(const Path& folder_or_gguf) {
  if (format::is_gguf(folder_or_gguf)) {
    const std::string name = shown_path(folder_or_gguf);
    auto text = gguf_chat_template(format::GgufFile(folder_or_gguf).keys(), name);
    if (!text) return std::nullopt;
    return ChatTemplateText{*std::move(text), fmt::format("{}: key {}", name, kGgufChatTemplate)};
  }
  const Path& folder = folder_or_gguf;
  if (const Path file = folder / "chat_template.jinja"; std::filesystem::exists(file))
    return ChatTemplateText{read_file(file, kMostBytes), shown_path(file)};
  const Path config = folder / "tokenizer_config.json";
  if (!std::filesystem::exists(config)) return std::nullopt;
  return in_config(config);
}

ChatTemplateText named_chat_template(const Path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored))
    return {read_file(path, kMostBytes), shown_path(path)};
  auto found = read_chat_template(path);
  if (!found)
    user_error(
        "{}: found neither chat_template.jinja nor \"chat_template\" in tokenizer_config.json, "
        "expected a chat template",
        shown_path(path));
  return *std::move(found);
}

nlohmann::ordered_json template_variables(const Tokenizer& tokenizer) {
  nlohmann::ordered_json variables = nlohmann::ordered_json::object();
  for (const char* role : {"bos", "eos", "unk", "sep", "pad", "cls", "mask"})
    if (const auto id = tokenizer.special_id(role))
      variables[std::string(role) + "_token"] = tokenizer.token(*id);
  return variables;
}

}  // namespace tutti::data
