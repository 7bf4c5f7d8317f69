// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/model_template.h"

#include <gtest/gtest.h>

#include "format/gguf.h"
#include "support/data.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::data {
namespace {

class ModelTemplate : public testing::Test {
 protected:
  void write(const char* name, const std::string& content) const {
    write_file_atomically(folder_.path() / name, content);
  }
  ChatTemplateTexts found() const { return *read_chat_template(folder_.path()); }
  std::string text() const { return found().plain.text; }
  std::string with_tools() const {
    const auto text = found().with_tools;
    return text ? text->text : "none";
  }

  test::TemporaryFolder folder_;
};

TEST_F(ModelTemplate, IsFoundInEachPlace) {
  EXPECT_FALSE(read_chat_template(folder_.path()));
  write("tokenizer_config.json", R"({"chat_template": null})");
  EXPECT_FALSE(read_chat_template(folder_.path()));
  write("tokenizer_config.json", R"({"chat_template": "one"})");
  EXPECT_EQ(text(), "one");
  write("tokenizer_config.json",
        R"({"chat_template": [{"name": "tool_use", "template": "tools"},
                              {"name": "default", "template": "two"}]})");
  EXPECT_EQ(text(), "two");
  EXPECT_EQ(with_tools(), "tools");
  write("chat_template.jinja", "three");
  EXPECT_EQ(text(), "three");
  EXPECT_EQ(with_tools(), "none");
  EXPECT_EQ(named_chat_template(folder_.path() / "chat_template.jinja").plain.text, "three");
  std::filesystem::create_directory(folder_.path() / "additional_chat_templates");
  write("additional_chat_templates/tool_use.jinja", "four");
  EXPECT_EQ(text(), "three");
  EXPECT_EQ(with_tools(), "four");
  std::filesystem::remove(folder_.path() / "chat_template.jinja");
  test::expect_contains(test::failure_of([&] { found(); }).message,
                        "tool_use.jinja: found no chat_template.jinja beside it");
}

TEST_F(ModelTemplate, IsFoundInAGgufFile) {
  const Path file = folder_.path() / "model.gguf";
  format::write_gguf(file, {{"general.architecture", std::string("llama")}}, {});
  EXPECT_FALSE(read_chat_template(file));
  format::write_gguf(file, {{"tokenizer.chat_template", std::string("four")}}, {});
  EXPECT_EQ(read_chat_template(file)->plain.text, "four");
  EXPECT_FALSE(read_chat_template(file)->with_tools);
  test::expect_contains(read_chat_template(file)->plain.name,
                        "model.gguf: key tokenizer.chat_template");
  format::write_gguf(file,
                     {{"tokenizer.chat_template", std::string("four")},
                      {"tokenizer.chat_template.tool_use", std::string("five")}},
                     {});
  EXPECT_EQ(read_chat_template(file)->with_tools->text, "five");
  format::write_gguf(file, {{"tokenizer.chat_template", uint32_t{3}}}, {});
  test::expect_contains(test::failure_of([&] { read_chat_template(file); }).message,
                        "key tokenizer.chat_template: found a u32");
}

// transformers.PreTrainedTokenizerBase.get_chat_template.
TEST_F(ModelTemplate, IsAnotherForConversationsWithTools) {
  write("tokenizer_config.json",
        R"({"chat_template": [{"name": "default", "template": "D"},
                              {"name": "tool_use", "template": "T{{ tools|length }}"}]})");
  const ChatTemplate chat = found().parsed();
  ChatInput input;
  EXPECT_EQ(chat.render(input).text, "D");
  input.tools = nlohmann::ordered_json::parse(R"([{"type": "function"}])");
  EXPECT_EQ(chat.render(input).text, "T1");
  input.tools = nlohmann::ordered_json::array();
  EXPECT_EQ(chat.render(input).text, "T0");
}

TEST_F(ModelTemplate, ThatIsWrongForToolsAloneServesOtherConversations) {
  write("tokenizer_config.json",
        R"({"chat_template": [{"name": "default", "template": "D"},
                              {"name": "tool_use", "template": "{% include 'x' %}"}]})");
  const ChatTemplate chat = found().parsed();
  ChatInput input;
  EXPECT_EQ(chat.render(input).text, "D");
  input.tools = nlohmann::ordered_json::array();
  test::expect_contains(test::failure_of([&] { chat.render(input); }).message,
                        "\"chat_template\" \"tool_use\":1: found the statement \"include\"");
}

TEST_F(ModelTemplate, GoesIntoTheConfig) {
  write("vocab.txt", "[UNK]\n");
  write("tokenizer_config.json", R"({"eos_token": "x", "chat_template": "old"})");
  write("tokenizer_config.json",
        config_with_templates(folder_.path(), {{"a", ""}, ChatTemplateText{"b", ""}}));
  EXPECT_EQ(text(), "a");
  EXPECT_EQ(with_tools(), "b");
  test::expect_contains(read_file(folder_.path() / "tokenizer_config.json"),
                        "\"eos_token\": \"x\"");
}

TEST_F(ModelTemplate, RefusesWhatIsNone) {
  for (const auto& [config, message] :
       {std::pair{R"({"chat_template": 3})", "found 3, expected a text"},
        {R"({"chat_template": [{"name": "rag", "template": "x"}]})", "\"default\""}}) {
    write("tokenizer_config.json", config);
    test::expect_contains(test::failure_of([&] { read_chat_template(folder_.path()); }).message,
                          message);
  }
  write("tokenizer_config.json", "{}");
  test::expect_contains(test::failure_of([&] { named_chat_template(folder_.path()); }).message,
                        "expected a chat template");
}

TEST(TemplateVariables, AreTheTokenizersSpecialTokens) {
  const Tokenizer tokenizer(test::golden_data("tokenizer/tok512"));
  const nlohmann::ordered_json variables = template_variables(tokenizer);
  EXPECT_EQ(variables["bos_token"], "<s>");
  EXPECT_EQ(variables["eos_token"], "</s>");
  EXPECT_FALSE(variables.contains("pad_token"));
}

}  // namespace
}  // namespace tutti::data
