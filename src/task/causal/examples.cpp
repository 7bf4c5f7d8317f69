// SPDX-License-Identifier: Apache-2.0
#include "task/causal/examples.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "task/causal/message_flags.h"
#include "task/data_kinds.h"

namespace tutti::task::causal {
namespace {

enum class Form { messages, share_gpt, chat_prompt, prompt, text, alpaca };

using format::Record;

class ExampleReader {
 public:
  explicit ExampleReader(const ExampleOptions& options) : options_(options) {}

  Examples read(const std::vector<Record>& records) const {
    Examples examples;
    if (records.empty()) return examples;
    refuse_preferences(records[0]);
    const Form first = form_of(records[0]);
    examples.form = name_of(first);
    examples.used = fields_of(first);
    for (const Record& record : records) {
      if (const Form form = form_of(record); form != first)
        user_error("{}: found {}, but {} has {}; expected rows of one form", record.where,
                   name_of(form), records[0].where, name_of(first));
      examples.list.push_back(example_of(record, first));
    }
    return examples;
  }

 private:
  static const Json* field(const Record& record, std::string_view name) {
    const auto found = record.values.find(name);
    return found == record.values.end() || found->is_null() ? nullptr : &*found;
  }

  static std::string place(const Record& record, std::string_view name) {
    return fmt::format("{}: \"{}\"", record.where, escaped(name));
  }

  Form form_of(const Record& record) const {
    const auto has = [&](std::string_view name) { return field(record, name) != nullptr; };
    if (has("messages")) return Form::messages;
    if (has("conversations")) return Form::share_gpt;
    if (has("prompt") && has("completion"))
      return field(record, "prompt")->is_array() ? Form::chat_prompt : Form::prompt;
    if (has(options_.text_field)) return Form::text;
    if (has("instruction") && has("output")) return Form::alpaca;
    const std::vector<std::string> names = names_of(record);
    const std::string advice = advice_for(names, "text-generation");
    user_error(
        "{}: found {}, expected \"messages\", or \"conversations\", or \"prompt\" and "
        "\"completion\", or \"{}\" (--dataset_text_field), or \"instruction\" and \"output\"{}{}",
        record.where, names.empty() ? "no field" : quoted_names(names),
        escaped(options_.text_field), advice.empty() ? "" : "; ", advice);
  }

  static std::vector<std::string> names_of(const Record& record) {
    std::vector<std::string> names;
    for (const auto& item : record.values.items()) names.push_back(item.key());
    return names;
  }

  /// What was rejected, or marked as a bad answer, would be dropped or learned.
  void refuse_preferences(const Record& record) const {
    const bool is_named = options_.text_field == "chosen";  // by --dataset_text_field
    if (!is_named && field(record, "chosen") && field(record, "rejected")) {
      const std::vector<std::string> names = names_of(record);
      user_error("{}: found {}: {}", record.where, quoted_names(names),
                 advice_for(names, "text-generation"));
    }
    const Json* const label = field(record, "label");
    const bool is_marked = field(record, "completion") && label && label->is_boolean();
    if (is_marked || field(record, "kto_tag"))
      user_error(
          "{}: found \"{}\", which marks good and bad answers (as for KTO), and no task trains on "
          "that; to learn the good ones, remove the other rows and this column",
          record.where, is_marked ? "label" : "kto_tag");
  }

  std::string name_of(Form form) const {
    switch (form) {
      case Form::messages:
        return "\"messages\"";
      case Form::share_gpt:
        return "\"conversations\"";
      case Form::chat_prompt:
        return "\"prompt\" and \"completion\" as messages";
      case Form::prompt:
        return "\"prompt\" and \"completion\" as texts";
      case Form::text:
        return fmt::format("\"{}\"", escaped(options_.text_field));
      case Form::alpaca:
        return "\"instruction\" and \"output\"";
    }
    throw InternalError("unknown form");
  }

  std::vector<std::string> fields_of(Form form) const {
    const bool is_conversation = form != Form::text && form != Form::prompt;
    std::vector<std::string> fields;
    if (is_conversation) fields = {"system", "tools", "chat_template_kwargs"};
    const auto add = [&](std::initializer_list<std::string> names) {
      fields.insert(fields.end(), names);
    };
    if (form == Form::messages) add({"messages"});
    if (form == Form::share_gpt) add({"conversations"});
    if (form == Form::chat_prompt || form == Form::prompt) add({"prompt", "completion"});
    if (form == Form::text) add({options_.text_field});
    if (form == Form::alpaca) add({"instruction", "input", "output", "history"});
    return fields;
  }

  static std::string text_of(const Record& record, std::string_view name) {
    const Json& value = *field(record, name);
    if (!value.is_string())
      user_error("{}: found {}, expected a text", place(record, name), format::json_found(value));
    return value.get<std::string>();
  }

  /// A text that a row may lack.
  static std::string text_if_any(const Record& record, std::string_view name) {
    return field(record, name) ? text_of(record, name) : "";
  }

  /// The messages of a field, whose flags are added to the example's.
  static Json messages_of(const Record& record, std::string_view name, Example& example) {
    Json value = *field(record, name);
    const std::string where = place(record, name);
    const auto flags = take_message_flags(value, where);
    example.counts.insert(example.counts.end(), flags.begin(), flags.end());
    return read_messages(value, where);
  }

  /// Puts the row's system message before the others.
  static void add_system(const Record& record, Example& example) {
    const std::string system = text_if_any(record, "system");
    if (system.empty()) return;
    Json& list = example.prompt_messages.empty() ? example.messages : example.prompt_messages;
    if (list[0]["role"] == "system") {
      if (list[0].contains("content") && list[0]["content"] == system) return;
      user_error("{}: found another system message in the conversation, expected one of them",
                 place(record, "system"));
    }
    list.insert(list.begin(), Json{{"role", "system"}, {"content", system}});
    example.counts.insert(example.counts.begin(), std::nullopt);
  }

  Example example_of(const Record& record, Form form) const {
    Example example{.where = record.where};
    example.is_conversation = form != Form::text && form != Form::prompt;
    example.has_prompt = form == Form::prompt || form == Form::chat_prompt;
    if (form == Form::messages) example.messages = messages_of(record, "messages", example);
    if (form == Form::share_gpt) example.messages = messages_of(record, "conversations", example);
    if (form == Form::chat_prompt) {
      example.prompt_messages = messages_of(record, "prompt", example);
      example.messages = messages_of(record, "completion", example);
    }
    if (form == Form::prompt) {
      example.prompt = text_of(record, "prompt");
      example.text = text_of(record, "completion");
    }
    if (form == Form::text) example.text = text_of(record, options_.text_field);
    if (form == Form::alpaca) read_alpaca(record, example);
    if (!example.is_conversation) return example;
    if (form != Form::alpaca) add_system(record, example);
    if (std::none_of(example.counts.begin(), example.counts.end(),
                     [](const auto& flag) { return flag.has_value(); }))
      example.counts.clear();
    if (const Json* tools = field(record, "tools"))
      example.tools = read_tools(*tools, place(record, "tools"));
    if (const Json* arguments = field(record, "chat_template_kwargs"))
      example.template_arguments =
          read_template_arguments(*arguments, place(record, "chat_template_kwargs"));
    return example;
  }

  void read_alpaca(const Record& record, Example& example) const {
    const std::string instruction = text_of(record, "instruction");
    const std::string input = text_if_any(record, "input");
    const std::string system = text_if_any(record, "system");
    const std::vector<std::pair<std::string, std::string>> turns = history_of(record);
    example.has_prompt = true;
    example.is_conversation = options_.has_template;
    if (options_.has_template) {
      const auto add = [&](Json& list, const char* role, const std::string& content) {
        list.push_back(Json{{"role", role}, {"content", content}});
      };
      if (!system.empty()) add(example.prompt_messages, "system", system);
      for (const auto& [question, answer] : turns) {
        add(example.prompt_messages, "user", question);
        add(example.prompt_messages, "assistant", answer);
      }
      add(example.prompt_messages, "user",
          input.empty() ? instruction : instruction + "\n" + input);
      add(example.messages, "assistant", text_of(record, "output"));
      return;
    }
    if (!system.empty() || !turns.empty())
      user_error(
          "{}: found \"{}\", which only a chat template can format; give --chat_template_path",
          record.where, system.empty() ? "history" : "system");
    example.prompt = stanford_prompt(instruction, input);
    example.text = text_of(record, "output");
  }

  /// The words of tatsu-lab/stanford_alpaca.
  static std::string stanford_prompt(const std::string& instruction, const std::string& input) {
    if (input.empty())
      return fmt::format(
          "Below is an instruction that describes a task. Write a response that appropriately "
          "completes the request.\n\n### Instruction:\n{}\n\n### Response:\n",
          instruction);
    return fmt::format(
        "Below is an instruction that describes a task, paired with an input that provides further "
        "context. Write a response that appropriately completes the request.\n\n### "
        "Instruction:\n{}\n\n### Input:\n{}\n\n### Response:\n",
        instruction, input);
  }

  /// Earlier turns: pairs of a question and its answer.
  static std::vector<std::pair<std::string, std::string>> history_of(const Record& record) {
    std::vector<std::pair<std::string, std::string>> turns;
    const Json* history = field(record, "history");
    if (!history) return turns;
    const auto is_turn = [](const Json& turn) {
      return turn.is_array() && turn.size() == 2 && turn[0].is_string() && turn[1].is_string();
    };
    if (!history->is_array())
      user_error("{}: found {}, expected a list of turns", place(record, "history"),
                 format::json_found(*history));
    for (size_t i = 0; i < history->size(); i++) {
      const Json& turn = (*history)[i];
      if (!is_turn(turn))
        user_error("{}[{}]: found {}, expected a question and its answer", place(record, "history"),
                   i, format::json_found(turn));
      turns.emplace_back(turn[0].get<std::string>(), turn[1].get<std::string>());
    }
    return turns;
  }

  const ExampleOptions& options_;
};

}  // namespace

std::vector<std::string> example_fields(const ExampleOptions& options) {
  return {"messages",         "conversations", "prompt", "completion",
          options.text_field, "instruction",   "input",  "output",
          "system",           "history",       "tools",  "chat_template_kwargs",
          "chosen",           "rejected",      "label",  "kto_tag"};
}

Examples read_examples(const std::vector<format::Record>& records, const ExampleOptions& options) {
  return ExampleReader(options).read(records);
}

}  // namespace tutti::task::causal
