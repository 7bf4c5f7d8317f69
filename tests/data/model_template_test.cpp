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
  std::string text() const { return read_chat_template(folder_.path())->text; }

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
  write("chat_template.jinja", "three");
  EXPECT_EQ(text(), "three");
  EXPECT_EQ(named_chat_template(folder_.path() / "chat_template.jinja").text, "three");
}

TEST_F(ModelTemplate, IsFoundInAGgufFile) {
  const Path file = folder_.path() / "model.gguf";
  format::write_gguf(file, {{"general.architecture", std::string("llama")}}, {});
  EXPECT_FALSE(read_chat_template(file));
  format::write_gguf(file, {{"tokenizer.chat_template", std::string("four")}}, {});
  EXPECT_EQ(read_chat_template(file)->text, "four");
  test::expect_contains(read_chat_template(file)->name, "model.gguf: key tokenizer.chat_template");
  format::write_gguf(file, {{"tokenizer.chat_template", uint32_t{3}}}, {});
  test::expect_contains(test::failure_of([&] { read_chat_template(file); }).message,
                        "key tokenizer.chat_template: found a u32");
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
