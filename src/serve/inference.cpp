// SPDX-License-Identifier: Apache-2.0
#include "serve/inference.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "pages/page.h"
#include "serve/html.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;

// Each keeps a model in memory.
constexpr size_t kMostSessions = 3;
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

/// The user's message. For `tutti chat` a line is a message.
std::string message_of(const NamedValues& form) {
  std::string message = value_of(form, "message");
  std::erase(message, '\r');
  std::replace(message.begin(), message.end(), '\n', ' ');
  return message;
}

}  // namespace

Inference::Inference(const ProgramInterface& program, std::string form_key, Hide hide)
    : program_(program), form_key_(std::move(form_key)), hide_(std::move(hide)) {}

Inference::ChatSession* Inference::find(const std::string& run) {
  for (ChatSession& session : sessions_)
    if (session.run == run) return &session;
  return nullptr;
}

Inference::ChatSession& Inference::session_of(const std::string& run) {
  const auto found = std::find_if(sessions_.begin(), sessions_.end(),
                                  [&](const ChatSession& session) { return session.run == run; });
  if (found != sessions_.end()) {
    sessions_.splice(sessions_.begin(), sessions_, found);
  } else {
    sessions_.emplace_front().run = run;
    if (sessions_.size() > kMostSessions) sessions_.pop_back();
  }
  sessions_.front().seen = Clock::now();
  return sessions_.front();
}

void Inference::poll() {
  for (ChatSession& session : sessions_) {
    if (session.answer && session.answer->age() > kLongestAnswer && session.answer->runs())
      session.answer.reset();
    if (session.chat && Clock::now() - session.seen > kLongestSilence) {
      session.chat.reset();
      session.messages.clear();
    }
  }
}

Response Inference::predict(const std::string& run, const RunModel& model,
                            const NamedValues& form) {
  ChatSession& session = session_of(run);
  session.values = given_values(model.fields, form);
  std::vector<std::string> words = words_for(program_, "predict", model);
  for (std::string& word : flags_of(model.fields, session.values)) words.push_back(std::move(word));
  session.answer.reset();
  session.answer = std::make_unique<ChildProcess>(words, ChildStreams{kShown, kShown});
  return redirect_to(address_of(run));
}

Response Inference::chat(const std::string& run, const RunModel& model, const NamedValues& form) {
  const std::string message = message_of(form);
  if (message.empty()) return redirect_to(address_of(run));
  if (message.size() > kLongestMessage)
    return refusal_page(413, "A message has at most " + human_bytes(kLongestMessage) + ".");
  ChatSession& session = session_of(run);
  if (!session.chat || !session.chat->runs()) {
    session.chat.reset();
    session.messages.clear();
    session.chat = std::make_unique<ChildProcess>(
        words_for(program_, "chat", model),
        ChildStreams{.out = kShown, .error = kShown, .takes_lines = true});
  }
  const std::string out = session.chat->out();
  if (answers_in(out).size() < session.messages.size())
    return refusal_page(409, "The model still answers the message before.");
  if (out.size() > kLongestConversation)
    return refusal_page(409, "The conversation is too long for this page: begin another one.");
  if (!session.chat->say(message)) return refusal_page(409, "The model does not listen any more.");
  session.messages.push_back(message);
  return redirect_to(address_of(run));
}

Response Inference::end_chat(const std::string& run) {
  ChatSession& session = session_of(run);
  session.chat.reset();
  session.messages.clear();
  return redirect_to(address_of(run));
}

std::string Inference::predict_html(ChatSession& session, const RunModel& model) const {
  std::string answer;
  if (session.answer && session.answer->runs())
    answer = paragraph_html("Loading the model and asking it …");
  else if (session.answer)
    answer = text_html("Answer", hide_(session.answer->out())) +
             (session.answer->end()->code == 0
                  ? ""
                  : text_html("Why there is no answer", hide_(session.answer->error())));
  std::string texts;
  std::vector<Field> others;
  for (const Field& field : model.fields) {
    const bool is_text = std::holds_alternative<std::string*>(field.argument.value);
    if (is_text && field.argument.choices.empty())
      texts += field_html(field, session.values, {}, /*writes=*/true);
    else
      others.push_back(field);
  }
  return form_html("/ask", form_key_, {{"run", session.run}},
                   texts + fields_html(others, session.values, {}, 0) +
                       "<div class=\"actions\"><button class=\"primary\">Ask the "
                       "model</button></div>\n") +
         part_html("answer", answer);
}

std::string Inference::chat_html(ChatSession& session) const {
  std::string said;
  if (session.chat) {
    const bool runs = session.chat->runs();
    const std::vector<std::string> answers = answers_in(session.chat->out());
    for (size_t i = 0; i < session.messages.size(); i++) {
      said += fmt::format("<dt class=\"you\">You</dt><dd class=\"you\">{}</dd>\n",
                          escaped_html(session.messages[i]));
      if (i < answers.size())
        said += fmt::format("<dt>The model</dt><dd class=\"model\">{}</dd>\n",
                            escaped_html(hide_(answers[i])));
    }
    if (!said.empty()) said = "<dl class=\"talk\">\n" + said + "</dl>\n";
    if (runs && answers.size() < session.messages.size())
      said += paragraph_html("The model is answering …");
    if (!runs)
      said += paragraph_html("The conversation has ended.") +
              text_html("Why it has ended", hide_(session.chat->error()));
  }
  std::string html =
      "<div role=\"log\" aria-label=\"Conversation\">\n" + part_html("talk", said) + "</div>\n" +
      form_html("/chat", form_key_, {{"run", session.run}},
                "<div class=\"field\"><label for=\"message\">Message</label><input type=\"text\" "
                "id=\"message\" name=\"message\" required autocomplete=\"off\"></div>\n"
                "<div class=\"actions\"><button class=\"primary\">Send</button></div>\n");
  return html + part_html("end", session.chat
                                     ? button_html("/chat_end", form_key_, {{"run", session.run}},
                                                   "End the conversation")
                                     : "");
}

std::string Inference::address_of(const std::string& run) {
  return address_of_run("run", run) + "#ask";
}

bool Inference::answers_now(const std::string& run) {
  ChatSession* const session = find(run);
  if (!session) return false;
  return (session->answer && session->answer->runs()) ||
         (session->chat && answers_in(session->chat->out()).size() < session->messages.size() &&
          session->chat->runs());
}

std::string Inference::panel_html(const std::string& run, const RunModel& model) {
  ChatSession none{.run = run};
  ChatSession* const known = find(run);
  ChatSession& session = known ? *known : none;
  std::string body;
  if (model.chats) body += chat_html(session);
  const std::string one = predict_html(session, model);
  body += model.chats ? "<details class=\"group\"><summary><h3>One input</h3></summary>\n" + one +
                            "</details>\n"
                      : one;
  return "<aside id=\"ask\" class=\"card\" aria-labelledby=\"ask-title\">\n"
         "<h2 id=\"ask-title\">Ask the model</h2>\n" +
         body + "</aside>\n";
}

}  // namespace tutti::serve
