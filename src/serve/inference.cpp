// SPDX-License-Identifier: Apache-2.0
#include "serve/asking.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "pages/page.h"
#include "serve/html.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;

// Each keeps a model in memory.
constexpr size_t kMostTalks = 3;
constexpr double kLongestAnswer = 30 * 60;  // seconds
constexpr std::chrono::minutes kLongestSilence{15};
constexpr size_t kLongestMessage = size_t{16} << 10;        // bytes; a pipe takes more
constexpr size_t kLongestConversation = size_t{128} << 10;  // of its answers

std::vector<std::string> words_for(const ProgramInterface& program, const char* command,
                                   const RunModel& model) {
  std::vector<std::string> words = {program.path, command};
  if (std::string_view(command) == "chat")
    words.insert(words.end(), {model.model, "--json"});
  else
    words.push_back("--model_name_or_path=" + model.model);
  if (!model.adapter.empty()) words.push_back("--adapter=" + model.adapter);
  return words;
}

/// The answers of `tutti chat --json`: a line each.
std::vector<std::string> answers_in(const std::string& out) {
  std::vector<std::string> answers;
  for (size_t begin = 0, end; (end = out.find('\n', begin)) != out.npos; begin = end + 1) {
    const auto json = nlohmann::json::parse(out.substr(begin, end - begin), nullptr, false);
    if (json.is_object() && json.contains("content") && json["content"].is_string())
      answers.push_back(json["content"].get<std::string>());
  }
  return answers;
}

/// What is said to the model. For `tutti chat` a line is a message.
std::string message_of(const NamedValues& form) {
  std::string message = value_of(form, "message");
  std::erase(message, '\r');
  std::replace(message.begin(), message.end(), '\n', ' ');
  return message;
}

}  // namespace

Asking::Asking(const ProgramInterface& program, std::string form_key, Hide hide)
    : program_(program), form_key_(std::move(form_key)), hide_(std::move(hide)) {}

Asking::Talk& Asking::talk_about(const std::string& run) {
  const auto found =
      std::find_if(talks_.begin(), talks_.end(), [&](const Talk& talk) { return talk.run == run; });
  if (found != talks_.end()) {
    talks_.splice(talks_.begin(), talks_, found);
  } else {
    talks_.emplace_front().run = run;
    if (talks_.size() > kMostTalks) talks_.pop_back();
  }
  talks_.front().seen = Clock::now();
  return talks_.front();
}

void Asking::look() {
  for (Talk& talk : talks_) {
    if (talk.answer && talk.answer->age() > kLongestAnswer && talk.answer->runs())
      talk.answer.reset();
    if (talk.chat && Clock::now() - talk.seen > kLongestSilence) {
      talk.chat.reset();
      talk.messages.clear();
    }
  }
}

Response Asking::predict(const std::string& run, const RunModel& model, const NamedValues& form) {
  Talk& talk = talk_about(run);
  talk.values = given_values(model.fields, form);
  std::vector<std::string> words = words_for(program_, "predict", model);
  for (std::string& word : flags_of(model.fields, talk.values)) words.push_back(std::move(word));
  talk.answer.reset();
  talk.answer = std::make_unique<ChildProcess>(words, ChildStreams{kShown, kShown});
  return sent_on(address_of_run("ask", run));
}

Response Asking::say(const std::string& run, const RunModel& model, const NamedValues& form) {
  const std::string message = message_of(form);
  if (message.empty()) return sent_on(address_of_run("ask", run));
  if (message.size() > kLongestMessage)
    return refusal_page(413, "A message has at most " + human_bytes(kLongestMessage) + ".");
  Talk& talk = talk_about(run);
  if (!talk.chat || !talk.chat->runs()) {
    talk.chat.reset();
    talk.messages.clear();
    talk.chat = std::make_unique<ChildProcess>(
        words_for(program_, "chat", model),
        ChildStreams{.out = kShown, .error = kShown, .takes_lines = true});
  }
  const std::string out = talk.chat->out();
  if (answers_in(out).size() < talk.messages.size())
    return refusal_page(409, "The model still answers the message before.");
  if (out.size() > kLongestConversation)
    return refusal_page(409, "The conversation is too long for this page: begin another one.");
  if (!talk.chat->say(message)) return refusal_page(409, "The model does not listen any more.");
  talk.messages.push_back(message);
  return sent_on(address_of_run("ask", run));
}

Response Asking::end(const std::string& run) {
  Talk& talk = talk_about(run);
  talk.chat.reset();
  talk.messages.clear();
  return sent_on(address_of_run("ask", run));
}

std::string Asking::predict_html(Talk& talk, const RunModel& model) const {
  std::string answer;
  if (talk.answer && talk.answer->runs())
    answer = paragraph_html("The model is read and asked.");
  else if (talk.answer)
    answer = text_html("Answer", hide_(talk.answer->out())) +
             (talk.answer->end()->code == 0
                  ? ""
                  : text_html("Why there is no answer", hide_(talk.answer->error())));
  return form_html("/ask", form_key_, {{"run", talk.run}},
                   fields_html(model.fields, talk.values, {}, 1, /*writes=*/true) +
                       "<button>Ask the model</button>\n") +
         part_html("answer", answer);
}

std::string Asking::chat_html(Talk& talk) const {
  std::string said;
  if (talk.chat) {
    const bool runs = talk.chat->runs();
    const std::vector<std::string> answers = answers_in(talk.chat->out());
    for (size_t i = 0; i < talk.messages.size(); i++) {
      said += fmt::format("<dt>You</dt><dd>{}</dd>\n", escaped_html(talk.messages[i]));
      if (i < answers.size())
        said += fmt::format("<dt>The model</dt><dd>{}</dd>\n", escaped_html(hide_(answers[i])));
    }
    if (!said.empty()) said = "<dl class=\"talk\">\n" + said + "</dl>\n";
    if (runs && answers.size() < talk.messages.size()) said += paragraph_html("It answers.");
    if (!runs)
      said += paragraph_html("The conversation has ended.") +
              text_html("Why it has ended", hide_(talk.chat->error()));
  }
  std::string html =
      "<div role=\"log\" aria-label=\"Conversation\">\n" + part_html("talk", said) + "</div>\n" +
      form_html("/chat", form_key_, {{"run", talk.run}},
                "<div class=\"field\"><label for=\"message\">Message</label><input type=\"text\" "
                "id=\"message\" name=\"message\" required autocomplete=\"off\"></div>\n"
                "<button>Send</button>\n");
  if (talk.chat)
    html += form_html("/chat_end", form_key_, {{"run", talk.run}},
                      "<button>End the conversation</button>\n");
  return html;
}

Response Asking::answer_page(const std::string& run, const RunModel& model) {
  Talk& talk = talk_about(run);
  std::string body;
  if (model.chats) body += pages::section_html("Conversation", chat_html(talk));
  body += pages::section_html("One input", predict_html(talk, model), !model.chats);
  const bool answers = (talk.answer && talk.answer->runs()) ||
                       (talk.chat && answers_in(talk.chat->out()).size() < talk.messages.size() &&
                        talk.chat->runs());
  body += fmt::format("<p><a href=\"{}\">Back to the run</a></p>\n",
                      escaped_html(address_of_run("run", run)));
  return page("Ask " + escaped(run, 1000), body, answers ? kOften : kSeldom);
}

}  // namespace tutti::serve
