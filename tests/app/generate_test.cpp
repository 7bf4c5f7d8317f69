// SPDX-License-Identifier: Apache-2.0
// Texts and conversations through the commands, with a small decoder of random weights.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/hand_made_model.h"
#include "app/small_models.h"
#include "format/json.h"
#include "model/model.h"
#include "model/tensor_file.h"
#include "model/weights.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

class Generate : public testing::Test {
 protected:
  Generate() {
    const Json config = write_config(96);
    // Any model ends its answers at times: this one's says nothing of when.
    write("generation_config.json", R"({"eos_token_id": 519, "max_new_tokens": 12})");
    const model::Model model = model::open_model(config, "config.json");
    const model::Weights weights(model.parameters, 3);
    std::vector<model::NamedTensor> tensors;
    for (size_t i = 0; i < weights.size(); i++)
      tensors.emplace_back(model.parameters[i].name, weights.read(i));
    model::write_tensors(model_ / "model.safetensors", tensors);
  }

  Json write_config(int positions) const {
    return make_small_decoder(
        model_,
        {{"vocab_size", 520}, {"max_position_embeddings", positions}, {"initializer_range", 0.5}});
  }
  void write(const std::string& name, const std::string& content) const {
    write_file_atomically(model_ / name, content);
  }
  void write_template() const {
    write("chat_template.jinja",
          "{% for m in messages %}<{{ m.role }}>{{ m.content }}\n{% endfor %}"
          "{% if messages[-1].content == 'never' %}{{ raise_exception('not that') }}{% endif %}"
          "{% if add_generation_prompt %}<assistant>{% endif %}");
  }

  Outcome generate(Words more, const std::string& input = "") const {
    more.insert(more.begin(), {"generate", model_.string()});
    return run_tutti(more, input);
  }
  Json generated(Words more) const {
    more.insert(more.end(), {"--json"});
    const Outcome outcome = generate(more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Json::parse(outcome.out, nullptr, /*allow_exceptions=*/false);
  }
  /// The program refuses this, in a line that says so.
  void expect_refused(const Words& words, const std::string& message) const {
    const Outcome outcome = generate(words);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    expect_contains(outcome.err, message);
  }

  TemporaryFolder folder_;
  Path model_ = folder_.path() / "model";
};

TEST_F(Generate, ContinuesAPrompt) {
  const Outcome text = generate({"--prompt", "Once upon"});
  ASSERT_EQ(text.code, 0) << text.err;
  expect_contains(text.err, "12 new tokens in ");
  const Json json = generated({"--prompt", "Once upon"});
  EXPECT_EQ(json["generated_text"].get<std::string>() + "\n", text.out);
  EXPECT_EQ(json["ids"].size(), 12u);
  EXPECT_EQ(json["finish_reason"], "length");
  EXPECT_EQ(generated({"--prompt", "Once upon", "--max_new_tokens", "3"})["new_tokens"], 3);
  EXPECT_EQ(generated({"--prompt", "Once upon", "--max_new_tokens", "0"})["generated_text"], "");
}

TEST_F(Generate, ContinuesATextOfSpecialTokensAlone) {
  const Json found = generated({"--prompt", "<|im_end|><|endoftext|>"});
  EXPECT_EQ(found["prompt_tokens"], 2);
  EXPECT_EQ(found["new_tokens"], 12);
}

TEST_F(Generate, BackendsPrecisionsAndThreadsWriteTheSame) {
  const Words prompt = {"--prompt", "Once upon", "--precision", "f32"};
  const Json expected = generated(prompt)["ids"];
  for (const Words& more :
       {Words{"--threads", "1"}, Words{"--threads", "3"}, Words{"--backend", "reference"}}) {
    Words words = prompt;
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(generated(words)["ids"], expected) << more[1];
  }
}

TEST_F(Generate, DrawsWhatTheSeedSays) {
  const Words drawn = {"--prompt", "Once", "--temperature", "5", "--seed", "7"};
  const Json first = generated(drawn);
  EXPECT_EQ(generated(drawn)["ids"], first["ids"]);
  EXPECT_NE(generated({"--prompt", "Once", "--temperature", "5", "--seed", "8"})["ids"],
            first["ids"]);
  EXPECT_EQ(generated({"--prompt", "Once", "--top_k", "1"})["ids"],
            generated({"--prompt", "Once", "--temperature", "0"})["ids"]);
}

TEST_F(Generate, EndsAtAString) {
  const std::string text = generated({"--prompt", "Once"})["generated_text"];
  ASSERT_GE(text.size(), 8u);
  const std::string stop = text.substr(3, 4);
  const Json ended =
      generated({"--prompt", "Once", "--stop_strings", Json{"never there", stop}.dump()});
  EXPECT_EQ(ended["generated_text"], text.substr(0, text.find(stop)));
  EXPECT_EQ(ended["finish_reason"], "stop");
}

TEST_F(Generate, AFileOfPromptsIsWhatEachIsAlone) {
  write_template();
  std::string lines;
  for (const char* prompt : {"One", "Two and three", "", "A longer text than the others."})
    lines += Json{{"prompt", prompt}, {"name", prompt}}.dump() + "\n";
  lines += R"({"messages": [{"role": "user", "content": "Hello"}]})"
           "\n";
  const Path prompts = folder_.path() / "prompts.jsonl", output = folder_.path() / "out.jsonl";
  write_file_atomically(prompts, lines);
  // mini512 puts no token before a text.
  expect_refused({"--prompts", prompts.string(), "--output", output.string()},
                 "prompts.jsonl:3: found no token, expected a prompt of at least one");
  EXPECT_FALSE(std::filesystem::exists(output));

  lines.replace(lines.find(R"("prompt":"")"), 11, R"("prompt":"x")");
  write_file_atomically(prompts, lines);
  const Outcome outcome =
      generate({"--prompts", prompts.string(), "--output", output.string(), "--batch_size", "3"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  std::istringstream written(read_file(output));
  std::vector<Json> found;
  for (std::string line; std::getline(written, line);) found.push_back(Json::parse(line));
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found[1]["name"], "Two and three");
  EXPECT_EQ(found[1]["generated_text"], generated({"--prompt", "Two and three"})["generated_text"]);
  EXPECT_EQ(found[4]["generated_text"],
            generated({"--prompt", "Hello", "--apply_chat_template"})["generated_text"]);
  EXPECT_EQ(generate({"--prompts", prompts.string()}).out, read_file(output));
}

TEST_F(Generate, RefusesWhatItCannotContinue) {
  expect_refused({"--prompt", ""}, "--prompt: found no token, expected a prompt of at least one");
  expect_refused({"--prompt", std::string(400, 'x') + " y z"},
                 "expected fewer than the model's 96 positions");
  expect_refused({"--prompt", "x", "--temperature", "-1"},
                 "--temperature: found \"-1\", expected a number of at least 0");
  expect_refused({"--prompt", "x", "--temperature", "1", "--do_sample", "false"},
                 "--do_sample false takes the most likely token");
  expect_refused({"--prompt", "x", "--temperature", "0", "--do_sample"},
                 "--temperature 0 takes the most likely token");
  expect_refused({"--prompt", "x", "--prompts", "y"}, "expected one of them");
  expect_refused({"--prompt", "x", "--output", "y"}, "--output is for --prompts");
  expect_refused({"--prompts", "x", "--output", "/no/such/folder/y"},
                 "--output /no/such/folder/y: there is no folder /no/such/folder");
  expect_refused({"--prompt", "x", "--stop_strings", "["}, "--stop_strings:1:");
  expect_refused({"--prompt", "x", "--stop_strings", "[1]"}, "--stop_strings: found 1");
  expect_refused({"--prompt", "x", "--apply_chat_template"}, "the model has no chat template");
  const Path prompts = folder_.path() / "prompts.jsonl";
  write_template();
  for (const auto& [line, message] :
       {std::pair{R"({"text": "x"})", "found no text or messages under \"prompt\""},
        {R"({"messages": [{"role": "assistant", "content": "x"}]})",
         "the last message is the assistant's"},
        {R"({"messages": [{"role": "user", "content": "never"}]})", "not that"}}) {
    write_file_atomically(prompts, std::string(line) + "\n");
    expect_refused({"--prompts", prompts.string()}, message);
  }
  write("generation_config.json", R"({"num_beams": 4})");
  expect_refused({"--prompt", "x"}, "num_beams is 4, expected 1");
}

TEST_F(Generate, OnlyADecoderWritesTexts) {
  const Path bert = folder_.path() / "bert";
  write_hand_made_model(bert, hand_made_tensors(std::vector<float>(kHandMadeWords.size(), 0)));
  const Outcome outcome = run_tutti({"generate", bert.string(), "--prompt", "aa"});
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "the model is a Bert, expected a decoder");
}

TEST_F(Generate, AConversationIsAnsweredLineByLine) {
  write_template();
  const Outcome chat = run_tutti({"chat", model_.string(), "--system", "Be brief.", "--json"},
                                 "Hello\n\n/reset\n/help\nHello\nAnd you?");
  ASSERT_EQ(chat.code, 0) << chat.err;
  expect_contains(chat.err, "/reset        begin the conversation anew");
  std::istringstream lines(chat.out);
  std::vector<Json> answers;
  for (std::string line; std::getline(lines, line);) answers.push_back(Json::parse(line));
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[1], answers[0]);  // nothing is left of what was cleared
  EXPECT_EQ(answers[0]["role"], "assistant");

  // The second turn is what the whole conversation gives at once.
  const Json turns = {{{"role", "system"}, {"content", "Be brief."}},
                      {{"role", "user"}, {"content", "Hello"}},
                      {{"role", "assistant"}, {"content", answers[1]["content"]}},
                      {{"role", "user"}, {"content", "And you?"}}};
  const Path prompts = folder_.path() / "prompts.jsonl";
  write_file_atomically(prompts, Json{{"messages", turns}}.dump() + "\n");
  const Outcome whole = generate({"--prompts", prompts.string()});
  ASSERT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(Json::parse(whole.out)["generated_text"], answers[2]["content"]);

  const Outcome text = run_tutti({"chat", model_.string(), "--system", "Be brief."}, "Hello\n");
  EXPECT_EQ(text.out, answers[0]["content"].get<std::string>() + "\n");
}

TEST_F(Generate, AnInterruptEndsAnAnswerAndNotTheConversation) {
  write_template();
  write_config(1 << 24);
  // Interrupts until it ends, as it may take a while to begin. It ends with its input.
  const std::vector<std::string> interrupting = {
      "bash", "-c",
      "\"$@\" <&0 & p=$!; while sleep 0.2; kill -INT $p 2> /dev/null; do :; done; wait $p", "bash"};
  const Outcome outcome =
      run_tutti({"chat", model_.string(), "--json", "--max_new_tokens", "1000000"},
                "Hello\nAnd you?\n", {{"PATH", "/usr/bin:/bin"}}, interrupting);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  int answers = 0;
  for (std::string line; std::getline(lines, line); answers++)
    EXPECT_EQ(Json::parse(line)["finish_reason"], "interrupted");
  EXPECT_EQ(answers, 2);
}

TEST_F(Generate, AConversationRefusesWhatIsNoMessage) {
  EXPECT_EQ(run_tutti({"chat", model_.string()}, "Hello\n").code, 2);
  write_template();
  EXPECT_EQ(run_tutti({"chat", model_.string()}, "").code, 0);
  for (const auto& [line, message] :
       {std::pair{"\xff\n", "expected UTF-8"}, {"never\n", "not that"}}) {
    const Outcome outcome = run_tutti({"chat", model_.string()}, line);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    expect_contains(outcome.err, message);
  }
  std::string longer;
  for (int i = 0; i < 100; i++) longer += "x y ";
  expect_contains(run_tutti({"chat", model_.string()}, longer).err, "the conversation: found ");
}

}  // namespace
}  // namespace tutti::test
