// SPDX-License-Identifier: Apache-2.0
// tests/golden/trl_rows.json: rows in ten forms, as TRL's SFTTrainer prepares them.
#include "task/causal/labelled_tokens.h"

#include <gtest/gtest.h>

#include "data/rows.h"
#include "support/data.h"
#include "support/log.h"
#include "support/written_files.h"
#include "task/causal/dataset.h"
#include "task/causal/documents.h"

namespace tutti::task::causal {
namespace {

using test::expect_contains;
using test::failure_of;
using Labels = std::vector<int32_t>;

const data::Tokenizer& tokenizer() {
  static const data::Tokenizer made(test::golden_data("tokenizer/mini512"));
  return made;
}

std::optional<OpenedTemplate> chat_of(const std::string& name) {
  DataArguments arguments;
  arguments.chat_template_path = test::golden_data("chat_templates/" + name).string();
  return open_template(arguments, tokenizer());
}

/// The labels of a feature as TRL writes them: -100 is not counted. Its tokens before a label that
/// a feature does not have, the first of a segment, are not looked at.
Labels labels_of(const data::Batch& batch, size_t length) {
  Labels labels(length, -100);
  for (size_t i = 0; i + 1 < length; i++)
    if (batch.reals("counts")[i] == 1) labels[i + 1] = batch.integers("target")[i];
  return labels;
}

class TrlRows : public test::WrittenFiles {
 protected:
  /// The data set that a form's rows make with its arguments.
  std::unique_ptr<DocumentDataset> dataset(const Json& form, const std::string& chat) const {
    std::string lines;
    for (const Json& row : form["rows"]) lines += row.dump() + "\n";
    DataArguments arguments;
    const Json& given = form["arguments"];
    if (given.contains("completion_only_loss"))
      arguments.completion_only_loss = given["completion_only_loss"].get<bool>();
    arguments.assistant_only_loss = given.value("assistant_only_loss", false);
    arguments.packing = given.value("packing", false);
    const Reading reading{.files = {write("rows.jsonl", lines)},
                          .max_length = given.value("max_length", int64_t{256})};
    return std::make_unique<DocumentDataset>(
        read_documents(reading, arguments, tokenizer(), chat_of(chat)).tokens, reading,
        packing_of(arguments, Split::train));
  }

  static void expect_equal(const DocumentDataset& found, const Json& expected, size_t rows) {
    ASSERT_EQ(found.features().size(), static_cast<int64_t>(rows));
    for (size_t i = 0; i < rows; i++) {
      const std::vector<int64_t> index = {static_cast<int64_t>(i)};
      const data::Batch batch =
          data::make_batch(found.features(), index, 1, {data::Layout::Kind::packed_row, 1});
      EXPECT_EQ(batch.integers("ids"), expected["input_ids"][i].get<Labels>()) << i;
      Labels labels = expected["labels"][i].get<Labels>();
      for (size_t t = 0; t < labels.size(); t++)
        if (batch.integers("position")[t] == 0) labels[t] = -100;  // as TRL's collator does
      EXPECT_EQ(labels_of(batch, labels.size()), labels) << i;
    }
  }
};

TEST_F(TrlRows, AreEqual) {
  const Json golden = Json::parse(read_file(test::golden_data("trl_rows.json")));
  ASSERT_EQ(golden["forms"].size(), 10u);
  for (const Json& form : golden["forms"]) {
    const auto name = form["format"].get<std::string>();
    SCOPED_TRACE(name);
    // TRL keeps the roles "human" and "gpt", of which Qwen's template writes nothing. Its rows of
    // the same conversations as messages are what is meant.
    const Json& expected = name == "sharegpt" ? golden["forms"][4] : form;
    expect_equal(*dataset(form, "qwen2_5_training.jinja"), expected, form["input_ids"].size());
  }
}

TEST_F(TrlRows, PackedRowsKeepTheirDocumentsApart) {
  const Json golden = Json::parse(read_file(test::golden_data("trl_rows.json")));
  const Json& form = golden["forms"][9];
  ASSERT_EQ(form["format"], "packed");
  const auto data = dataset(form, "qwen2_5_training.jinja");
  const std::vector<int64_t> index = {0};
  const data::Batch batch =
      data::make_batch(data->features(), index, 1, {data::Layout::Kind::packed_row, 1});
  size_t at = 0;
  for (size_t document = 0; document < form["seq_lengths"][0].size(); document++)
    for (int64_t t = 0; t < form["seq_lengths"][0][document].get<int64_t>(); t++, at++) {
      EXPECT_EQ(batch.integers("segment")[at], static_cast<int32_t>(document + 1));
      EXPECT_EQ(batch.integers("position")[at], static_cast<int32_t>(t));
      EXPECT_EQ(batch.integers("sample")[at], static_cast<int32_t>(document));
    }
  EXPECT_EQ(at, static_cast<size_t>(data->features().length(0)));
}

std::vector<LabelledTokens> labelled(const Example& example, const std::string& chat,
                                     LossOptions loss) {
  const auto opened = chat_of(chat);
  return Labeller(tokenizer(), &opened->parsed, loss).label(std::vector{example}, 1);
}

/// The text of the tokens that count.
std::string counted_text(const LabelledTokens& tokens) {
  std::vector<int32_t> ids;
  for (size_t i = 0; i < tokens.ids.size(); i++)
    if (tokens.counts[i] != 0) ids.push_back(tokens.ids[i]);
  return tokenizer().decode(ids, false);
}

Example conversation() {
  Example example{.where = "rows.jsonl:7", .is_conversation = true};
  example.messages = Json::parse(R"([{"role": "user", "content": "One?"},
      {"role": "assistant", "content": "Yes."}, {"role": "user", "content": "Two?"},
      {"role": "assistant", "content": "No."}])");
  return example;
}

TEST(LabelledTokens, OfATemplateWithoutBlocksAreFoundByPrefixes) {
  LossOptions loss;
  loss.assistant_only = true;
  EXPECT_EQ(counted_text(labelled(conversation(), "qwen2_5.jinja", loss)[0]),
            "Yes.<|im_end|>\nNo.<|im_end|>\n");
  // TRL's template for training counts the line end after the role too.
  EXPECT_EQ(counted_text(labelled(conversation(), "qwen2_5_training.jinja", loss)[0]),
            "\nYes.<|im_end|>\n\nNo.<|im_end|>\n");
}

TEST(LabelledTokens, OfATemplateThatChangesEarlierTurnsAreRefused) {
  const std::string text =
      "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% if not loop.last %}.{% endif %}"
      "{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}";
  const data::ChatTemplate chat(text, "t.jinja");
  const Labeller labeller(tokenizer(), &chat, {std::nullopt, true});
  const auto failure = failure_of([&] { labeller.label(std::vector<Example>{conversation()}, 2); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "rows.jsonl:7: --assistant_only_loss");
  expect_contains(failure.message, "message 1");
}

/// The text that counts of a row in which messages say so.
std::string counted_of(std::vector<std::optional<bool>> counts, const std::string& chat,
                       LossOptions loss = {}, bool has_prompt = false) {
  Example example = conversation();
  example.counts = std::move(counts);
  if (has_prompt) {
    example.has_prompt = true;
    for (int i = 0; i < 3; i++) {
      example.prompt_messages.push_back(example.messages[0]);
      example.messages.erase(0);
    }
  }
  return counted_text(labelled(example, chat, loss)[0]);
}

// The texts are those of Qwen's template: a message is its role, a line end, its content and
// "<|im_end|>" with a line end.
TEST(LabelledTokens, OfMessagesThatSayWhetherTheyCount) {
  LossOptions assistant;
  assistant.assistant_only = true;
  const std::string chat = "qwen2_5.jinja";
  EXPECT_EQ(counted_of({{}, false, {}, true}, chat, assistant), "No.<|im_end|>\n");
  EXPECT_EQ(counted_of({{}, false, true, {}}, chat, assistant),
            "<|im_start|>user\nTwo?<|im_end|>\nNo.<|im_end|>\n");
  const std::string all = counted_of({}, chat);
  EXPECT_NE(all.find("Yes."), std::string::npos);
  std::string without = all;
  without.erase(without.find("Yes.<|im_end|>\n"), std::string("Yes.<|im_end|>\n").size());
  EXPECT_EQ(counted_of({{}, false, {}, {}}, chat), without);
  // The completion counts, and what of the prompt says so.
  EXPECT_EQ(counted_of({{}, true, {}, {}}, chat, {}, true), "Yes.<|im_end|>\nNo.<|im_end|>\n");
  EXPECT_EQ(counted_of({{}, true, {}, false}, chat, {}, true), "Yes.<|im_end|>\n");
}

TEST(LabelledTokens, OfMessagesThatSayWhetherTheyCountAreTheTemplatesBlocks) {
  LossOptions assistant;
  assistant.assistant_only = true;
  const std::string chat = "qwen2_5_training.jinja";
  EXPECT_EQ(counted_of({{}, true, {}, false}, chat, assistant), "\nYes.<|im_end|>\n");
  EXPECT_EQ(counted_of({false, true, {}, false}, chat, assistant), "\nYes.<|im_end|>\n");
}

TEST(LabelledTokens, NameWhatTheTemplateDoesNotRead) {
  const data::ChatTemplate chat(
      "{% for m in messages %}{{ m.role }}{{ m.content }}{{ m.name }}{{ m.reasoning_content }}"
      "{% endfor %}",
      "t.jinja");
  Example example = conversation();
  const auto warnings = [&] {
    test::LogRecord log;
    Labeller(tokenizer(), &chat, {}).label(std::vector{conversation(), example, example}, 1);
    return log.text();
  };
  for (Json& message : example.messages) {
    message["name"] = "n";
    message["reasoning"] = "r";
    message["missing"] = nullptr;
  }
  EXPECT_EQ(warnings(), "");
  example.where = "rows.jsonl:9";
  example.messages[1]["weight"] = 0;
  example.messages[3]["train"] = false;
  example.tools = Json::array();
  expect_contains(warnings(), "rows.jsonl:9: messages have \"train\", \"weight\", which the");
  expect_contains(warnings(), "rows.jsonl:9: the row has tools, which the chat template");
}

TEST(LabelledTokens, ATemplatesRefusalNamesTheRow) {
  const data::ChatTemplate chat("\n{{ raise_exception('no system role') }}", "t.jinja");
  const Labeller labeller(tokenizer(), &chat, {});
  const auto failure = failure_of([&] { labeller.label(std::vector<Example>{conversation()}, 1); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "rows.jsonl:7: t.jinja:2: the chat template refuses");
  expect_contains(failure.message, "no system role");
}

TEST(LabelledTokens, OptionsMustFitTheForm) {
  const Example text{.where = "a.jsonl:1", .text = "some text"};
  const auto refused = [&](const Example& example, LossOptions loss,
                           const data::ChatTemplate* chat) {
    return failure_of(
               [&] { Labeller(tokenizer(), chat, loss).label(std::vector<Example>{example}, 1); })
        .message;
  };
  expect_contains(refused(text, {true, false}, nullptr), "--completion_only_loss: a.jsonl:1");
  expect_contains(refused(text, {std::nullopt, true}, nullptr), "--assistant_only_loss: a.jsonl:1");
  expect_contains(refused(conversation(), {}, nullptr), "no chat template");
}

TEST(LabelledTokens, EndWithTheTokenizersOwnMark) {
  const int32_t end = *tokenizer().special_id("eos");
  const Labeller labeller(tokenizer(), nullptr, {});
  const auto made = labeller.label(
      std::vector<Example>{{.where = "", .text = "a"}, {.where = "", .text = "a<|im_end|>"}}, 1);
  EXPECT_EQ(made[0].ids.back(), end);
  EXPECT_EQ(made[0].counts.back(), 1);
  EXPECT_EQ(made[0].ids, made[1].ids);
}

TEST(LabelledTokens, BeginOnce) {
  const data::Tokenizer llama(test::golden_data("tokenizer/tok512"));
  const int32_t begin = *llama.special_id("bos");
  const Labeller labeller(llama, nullptr, {});
  const auto made = labeller.label(std::vector<Example>{{.where = "", .text = "Once"}}, 1);
  EXPECT_EQ(made[0].ids.front(), begin);
  EXPECT_EQ(made[0].ids.back(), *llama.special_id("eos"));
  const std::vector<Example> twice = {{.where = "a.jsonl:4", .text = "<s>Once"}};
  expect_contains(failure_of([&] { labeller.label(twice, 1); }).message,
                  "a.jsonl:4: the row begins with \"<s>\" twice");
  // A template writes its own.
  const data::ChatTemplate once("{{ bos_token }}{{ messages[0].content }}", "t.jinja");
  const data::ChatTemplate again("{{ bos_token }}{{ bos_token }}a", "t.jinja");
  EXPECT_EQ(Labeller(llama, &once, {}).label(std::vector{conversation()}, 1)[0].ids.front(), begin);
  expect_contains(failure_of([&] {
                    Labeller(llama, &again, {}).label(std::vector{conversation()}, 1);
                  }).message,
                  "leave it out of the chat template");
}

TEST(LabelledTokens, ATokenThatTheBorderGoesThroughIsTheCompletions) {
  Example example{
      .where = "a.jsonl:1", .has_prompt = true, .prompt = "The answer is 1", .text = "2"};
  const test::LogRecord log;
  const Labeller labeller(tokenizer(), nullptr, {});
  labeller.label(std::vector{example}, 1);
  EXPECT_EQ(log.text(), "");
  example.prompt = "end\n";
  example.text = "\nx";
  labeller.label(std::vector{example}, 1);
  expect_contains(log.text(), "1 of 1 example have a prompt whose last tokens change");
}

}  // namespace
}  // namespace tutti::task::causal
