// SPDX-License-Identifier: Apache-2.0
// Rows in each form, and what is said of bad ones.
#include "task/causal/examples.h"

#include <gtest/gtest.h>

#include "support/written_files.h"

namespace tutti::task::causal {
namespace {

using test::expect_contains;

class ExampleRows : public test::WrittenFiles {
 protected:
  Examples read(const Path& file, bool has_template = true) const {
    ExampleOptions options;
    options.has_template = has_template;
    return read_examples(format::read_records(file, example_fields(options)).rows, options);
  }

  /// Of a row that is written on several lines here.
  Example one(std::string row, bool has_template = true) const {
    std::erase(row, '\n');
    return read(write("a.jsonl", row + "\n"), has_template).list.at(0);
  }

  void expect_refused(const std::string& rows, const std::string& message) const {
    expect_refusal([&](const Path& file) { read(file); }, "a.jsonl", rows, message);
  }
};

TEST_F(ExampleRows, AreReadInEveryForm) {
  const Example text = one(R"({"text": "one two", "more": 1})");
  EXPECT_EQ(text.text, "one two");
  EXPECT_FALSE(text.is_conversation || text.has_prompt);
  expect_contains(text.where, "a.jsonl:1");

  const Example pair = one(R"({"prompt": "one", "completion": " two"})");
  EXPECT_EQ(pair.prompt + "|" + pair.text, "one| two");
  EXPECT_TRUE(pair.has_prompt && !pair.is_conversation);

  const Example asked = one(R"({"prompt": [{"role": "user", "content": "a"}],
      "completion": [{"role": "assistant", "content": "b"}]})");
  EXPECT_TRUE(asked.has_prompt && asked.is_conversation);
  EXPECT_EQ(asked.messages.dump(), R"([{"role":"assistant","content":"b"}])");

  const Example chat = one(R"({"messages": [{"role": "user", "content": "a"}],
      "tools": "[{\"z\": 1, \"a\": 2}]", "chat_template_kwargs": {"x": true}})");
  EXPECT_TRUE(chat.is_conversation && !chat.has_prompt);
  EXPECT_EQ(chat.tools.dump(), R"([{"z":1,"a":2}])") << "keys keep their order";
  EXPECT_EQ(chat.template_arguments.dump(), R"({"x":true})");
}

TEST_F(ExampleRows, OfShareGptBecomeMessages) {
  const Example chat = one(R"({"conversations": [{"from": "system", "value": "s"},
      {"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}]})");
  EXPECT_EQ(chat.messages.dump(),
            R"([{"role":"system","content":"s"},{"role":"user","content":"a"},)"
            R"({"role":"assistant","content":"b"}])");
}

TEST_F(ExampleRows, MayHaveTheirSystemMessageInAFieldOfItsOwn) {
  const std::string turns =
      R"([{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Arr"}])";
  const std::string whole = R"([{"role":"system","content":"s"},{"role":"user","content":"Hi"},)"
                            R"({"role":"assistant","content":"Arr"}])";
  EXPECT_EQ(one(R"({"system": "s", "conversations": )" + turns + "}").messages.dump(), whole);
  EXPECT_EQ(one(R"({"system": "s", "messages": )" + whole + "}").messages.dump(), whole);
  EXPECT_EQ(one(R"({"system": "", "conversations": )" + turns + "}").messages.size(), 2u);
  const Example asked = one(R"({"system": "s", "prompt": [{"role": "user", "content": "a"}],
      "completion": [{"role": "assistant", "content": "b"}]})");
  EXPECT_EQ(asked.prompt_messages.size(), 2u);
  EXPECT_EQ(asked.messages.size(), 1u);
  expect_refused(R"({"system": "other", "messages": )" + whole + "}",
                 "a.jsonl:1: \"system\": found another system message in the conversation");
  expect_refused(R"({"system": 1, "conversations": )" + turns + "}", "\"system\": found 1");
}

TEST_F(ExampleRows, HaveMessagesThatSayWhetherTheyCount) {
  const Example chat = one(R"({"system": "s", "messages": [{"role": "user", "content": "a"},
      {"role": "assistant", "content": "b", "weight": 0}, {"role": "user", "content": "c"},
      {"role": "assistant", "content": "d", "train": true}]})");
  EXPECT_EQ(chat.counts, (std::vector<std::optional<bool>>{{}, {}, false, {}, true}));
  EXPECT_EQ(chat.messages[2].dump(), R"({"role":"assistant","content":"b"})");
  EXPECT_TRUE(
      one(R"({"messages": [{"role": "user", "content": "a", "train": null}]})").counts.empty());
}

TEST_F(ExampleRows, OfPreferencesAreRefused) {
  expect_refused(R"({"prompt": "a", "chosen": "b", "rejected": "c"})",
                 "these are preferences (as for DPO");
  expect_refused(R"({"text": "t", "conversations": [{"from": "human", "value": "Hi"}],)"
                 R"("chosen": {"from": "gpt", "value": "b"}, "rejected": {"from": "gpt"}})",
                 "these are preferences");
  expect_refused(R"({"prompt": "a", "completion": "b", "label": false})",
                 "found \"label\", which marks good and bad answers (as for KTO)");
  expect_refused(R"({"conversations": [{"from": "human", "value": "Hi"}], "kto_tag": true})",
                 "found \"kto_tag\"");
  EXPECT_EQ(one(R"({"prompt": "a", "completion": "b", "label": 1})").text, "b");
}

TEST_F(ExampleRows, SayWhichFieldsTheyUse) {
  const auto used = read(write("a.jsonl", R"({"text": "a", "system": "b", "id": 1})")).used;
  EXPECT_EQ(used, std::vector<std::string>{"text"});
}

TEST_F(ExampleRows, OfAlpacaArePromptsWithCompletions) {
  const std::string row = R"({"instruction": "Add.", "input": "1 2", "output": "3"})";
  const Example chat = one(row);
  EXPECT_EQ(chat.prompt_messages.dump(), R"([{"role":"user","content":"Add.\n1 2"}])");
  EXPECT_EQ(chat.messages.dump(), R"([{"role":"assistant","content":"3"}])");
  const Example text = one(row, /*has_template=*/false);
  EXPECT_TRUE(text.has_prompt && !text.is_conversation);
  EXPECT_TRUE(
      text.prompt.ends_with("\n\n### Instruction:\nAdd.\n\n### Input:\n1 2\n\n### Response:\n"));
  EXPECT_EQ(text.text, "3");
  const Example long_row = one(R"({"instruction": "c", "input": "", "output": "d",
      "system": "s", "history": [["a", "b"]]})");
  ASSERT_EQ(long_row.prompt_messages.size(), 4u);
  EXPECT_EQ(long_row.prompt_messages[0]["role"], "system");
  EXPECT_EQ(long_row.prompt_messages[3]["content"], "c");
}

TEST_F(ExampleRows, SayTheirForm) {
  EXPECT_EQ(read(write("a.jsonl", R"({"prompt": "a", "completion": "b"})")).form,
            "\"prompt\" and \"completion\" as texts");
}

TEST_F(ExampleRows, MustHaveOneForm) {
  expect_refused("{\"txt\": \"a\"}\n",
                 "a.jsonl:1: found \"txt\", expected \"messages\", or \"conversations\"");
  expect_refused(R"({"review": "a", "label": 1})", "for texts with labels add --task text-class");
  expect_refused("{\"text\": \"a\"}\n{\"prompt\": \"a\", \"completion\": \"b\"}\n",
                 "a.jsonl:2: found \"prompt\" and \"completion\" as texts, but");
  expect_refused("{\"text\": \"a\"}\n{\"text\": null}\n", "a.jsonl:2: found \"text\", expected");
  expect_refused("{\"text\": \"a\"}\n{\"text\": \n", "a.jsonl:2");
  expect_refused("{\"text\": 7}\n", "a.jsonl:1: \"text\": found 7, expected a text");
  expect_refused(R"({"prompt": "a", "completion": ["b"]})", "\"completion\": found an array");
}

TEST_F(ExampleRows, HaveMessagesThatATemplateCanWrite) {
  const auto expect_messages = [&](const std::string& messages, const std::string& error) {
    std::string row = "{\"messages\": " + messages + "}";
    std::erase(row, '\n');
    expect_refused(row, "a.jsonl:1: \"messages\"" + error);
  };
  expect_messages("\"a\"", ": found \"a\", expected a list");
  expect_messages("[]", ": the list is empty");
  expect_messages("[1]", "[0]: found 1, expected a message");
  expect_messages(R"([{"content": "a"}])", "[0]: found none, expected a text as \"role\"");
  expect_messages(R"([{"role": "user", "content": "a"}, {"role": "robot", "content": "b"}])",
                  "[1]: \"role\" is \"robot\", expected one of system");
  expect_messages(R"([{"role": "user", "content": null}])", "[0]: \"content\" is null");
  expect_messages(R"([{"role": "user"}])", "[0]: \"content\" is missing");
  expect_messages(R"([{"role": "user", "content": 3}])", "[0]: \"content\" is 3");
  expect_messages(R"([{"role": "user", "content": [{"type": "text", "text": "a"},
      {"type": "image"}]}])",
                  "[0]: \"content\"[1]: found a part of type \"image\"");
  expect_messages(R"([{"role": "assistant", "tool_calls": {}}])", "[0]: \"tool_calls\" is an");
  one(R"({"messages": [{"role": "assistant", "content": null, "tool_calls": []}]})");
  expect_refused(R"({"messages": [{"role": "user", "content": "a"}], "tools": "{"})",
                 "a.jsonl:1: \"tools\"");
  expect_refused(R"({"messages": [{"role": "user", "content": "a"}], "tools": {}})",
                 "expected a list of tools");
  expect_refused(R"({"messages": [{"role": "user", "content": "a"}], "chat_template_kwargs": 1})",
                 "\"chat_template_kwargs\": found 1");
}

}  // namespace
}  // namespace tutti::task::causal
