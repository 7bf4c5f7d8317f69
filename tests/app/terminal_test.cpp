// SPDX-License-Identifier: Apache-2.0
// Commands on terminals of 80 and 120 columns: no line is longer, none is garbled, and what is
// said is what a pipe has. tests/app/terminal.h is the terminal.
#include "app/terminal.h"

#include <sys/stat.h>

#include "app/small_models.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

class Terminal : public testing::TestWithParam<size_t> {
 protected:
  /// Runs a command in the folder, whose files have short names, and checks its screen.
  std::string screen_of(const std::string& line, int code = 0) const {
    SCOPED_TRACE(line);
    OnTerminal program(folder_.path(), words_of(line), GetParam());
    EXPECT_EQ(program.end(), code) << program.screen().text();
    return checked(program.screen());
  }
  static std::string checked(const Screen& screen) {
    EXPECT_TRUE(screen.broken().empty()) << fmt::format("{}", fmt::join(screen.broken(), "\n"));
    for (const std::string& text : screen.lines()) {
      // A bar has its line alone.
      const size_t bar = text.find("#");
      const size_t next = text.find("] ");
      if (bar != text.npos && next != text.npos) {
        EXPECT_EQ(text[0], '[') << text;
        EXPECT_TRUE(text.ends_with("/s") || text.ends_with("left")) << text;
      }
      EXPECT_EQ(text.find('\x1b'), text.npos) << text;
    }
    return screen.text();
  }
  /// Expects a line that begins so.
  static void expect_line(const std::string& text, const std::string& begin) {
    EXPECT_NE(("\n" + text).find("\n" + begin), std::string::npos)
        << "no line begins with \"" << begin << "\" in:\n"
        << text;
  }
  /// All words of a text, one after another with a space between them.
  static std::string flat(const std::string& text) {
    return fmt::format("{}", fmt::join(words_of(text), " "));
  }
  std::string in_pipe(const std::string& line) const {
    const Outcome outcome = run_tutti(words_of(line), "", {{"HOME", folder_.path().string()}},
                                      {"/usr/bin/env", "-C", folder_.path().string()});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  }

  void link(const char* name, const Path& target) const {
    std::filesystem::create_symlink(target, folder_.path() / name);
  }
  void make_question_model() const {
    link("bert", quickstart_folder() / "tiny_bert");
    link("train.json", quickstart_folder() / "train.json");
    link("dev.json", quickstart_folder() / "dev.json");
  }
  /// A decoder of random weights in the folder out, which has a chat template.
  void make_decoder() const {
    const Path base = folder_.path() / "base";
    std::filesystem::create_directories(base);
    make_small_decoder(base, {{"vocab_size", 520}, {"max_position_embeddings", 512}});
    write_file_atomically(base / "chat_template.jinja",
                          "{% for m in messages %}<{{ m.role }}>{{ m.content }}\n{% endfor %}"
                          "{% if add_generation_prompt %}<assistant>{% endif %}");
    write_counting_texts(folder_.path() / "texts.jsonl");
    const std::string shown = screen_of(
        "train base --task text-generation --allow_missing_tensors --train_file texts.jsonl "
        "--max_seq_length 32 --max_steps 2 --do_train --validation_file texts.jsonl --do_eval "
        "--save_strategy no --output_dir out");
    expect_contains(shown, " tokens/s");
    EXPECT_EQ(shown.find("features/s"), shown.npos) << shown;
    expect_line(shown, "try it: tutti chat out\n");
  }

  TemporaryFolder folder_;
};

constexpr const char* kTrain =
    "train bert --allow_missing_tensors --train_file train.json --max_train_samples 40 --do_train "
    "--max_steps 8 --per_device_train_batch_size 4 --logging_steps 2 --save_strategy no "
    "--output_dir out ";

TEST_P(Terminal, ATrainingAndWhatFollowsIt) {
  make_question_model();
  const std::string shown = screen_of(
      std::string(kTrain) +
      "--validation_file dev.json --max_eval_samples 4 --eval_strategy steps --eval_steps 4");
  for (const char* line :
       {"tutti 0.", "  optimizer  AdamW, ", "step 2/8  epoch ", "step 8/8  epoch ",
        "evaluated step 4: exact_match ", "the trained model is in out\n",
        "try it: tutti predict out --question \"...\" --context \"...\"\n"})
    expect_line(shown, line);
  expect_contains(shown, "] 8/8  loss ");
  const std::string evaluate = "evaluate out --validation_file dev.json --max_eval_samples 4";
  expect_line(screen_of(evaluate), "exact match ");

  const std::string predict =
      "predict out --top_k 3 --question who --context "
      "Adawroteitinthespringoftheyearinwhichthequeencametoseethegreatmachineofbrassandiron.";
  const std::string table = screen_of(predict), piped = in_pipe(predict);
  expect_line(table, "probability ");
  EXPECT_EQ(piped.substr(0, piped.find('\n')), "probability\tscore\tposition\tanswer");
  EXPECT_EQ(flat(table), flat(piped));
  expect_contains(in_pipe(predict + " --json"), "\"answers\":[{");
}

TEST_P(Terminal, WhatIsHereAndWhatATrainingTakes) {
  make_question_model();
  EXPECT_EQ(flat(screen_of("devices")), flat(in_pipe("devices")));
  expect_line(screen_of("doctor"), "ok       version             tutti 0.");
  expect_line(screen_of("doctor bert"), "ok ");
  const std::string estimate = screen_of(
      "estimate bert --allow_missing_tensors --train_file train.json --do_train "
      "--max_train_samples 8 --measured_steps 0 --output_dir out");
  expect_line(estimate, "memory: ");
  expect_line(screen_of("train", 2), "error: nothing to train; the shortest command is ");
}

TEST_P(Terminal, TwoProcesses) {
  make_question_model();
  const std::string shown = screen_of(std::string("launch --nproc_per_node 2 ") + kTrain);
  expect_line(shown, "rank 0: the trained model is in out\n");
  expect_line(shown, "step 8/8  epoch ");
}

TEST_P(Terminal, TextsAndConversations) {
  make_decoder();
  const std::string generate = "generate out --max_new_tokens 80 --temperature 0 --prompt One,";
  OnTerminal generated(folder_.path(), words_of(generate), GetParam());
  ASSERT_EQ(generated.end(), 0) << generated.screen().text();
  expect_contains(flat(checked(generated.screen())), flat(in_pipe(generate)));

  OnTerminal chat(folder_.path(), words_of("chat out --max_new_tokens 8 --temperature 0"),
                  GetParam());
  ASSERT_TRUE(chat.edits_at("user:", 1)) << chat.screen().text();
  chat.type("One,\n");
  ASSERT_TRUE(chat.edits_at("user:", 2));
  chat.type("/nothing\n");
  ASSERT_TRUE(chat.edits_at("user:", 3));
  chat.type("/sav x\n");
  ASSERT_TRUE(chat.shows("Did you mean /save?")) << chat.screen().text();
  ASSERT_TRUE(chat.edits_at("user:", 4));
  chat.type("\"\"\"\ntwo\nthree\"\"\"\n");
  ASSERT_TRUE(chat.edits_at("user:", 5));
  chat.type("/save talk.jsonl\n");
  ASSERT_TRUE(chat.shows("talk.jsonl: 4 messages were added")) << chat.screen().text();
  ASSERT_TRUE(chat.edits_at("user:", 6));
  chat.type("/undo\n/save talk.jsonl\n");
  ASSERT_TRUE(chat.shows("talk.jsonl: 2 messages were added")) << chat.screen().text();
  ASSERT_TRUE(chat.edits_at("user:", 8));
  // Up brings the last line back; it is edited before its last character.
  chat.type("\x1b[A\x1b[DX\n");
  ASSERT_TRUE(chat.shows("talk.jsonXl: 2 messages were added")) << chat.screen().text();
  ASSERT_TRUE(chat.edits_at("user:", 9));
  chat.type("half a line");
  ASSERT_TRUE(chat.shows("user: half a line")) << chat.screen().text();
  chat.type("\x03");
  ASSERT_TRUE(chat.shows("Ctrl-C again ends the program")) << chat.screen().text();
  chat.type("\x03");
  EXPECT_EQ(chat.end(), 130);
  EXPECT_TRUE(chat.screen().has_colours());
  const std::string shown = checked(chat.screen());
  expect_line(shown, "model: ");
  expect_line(shown, "error: there is no command /nothing; /help lists all\n");

  std::istringstream saved(read_file(folder_.path() / "talk.jsonl"));
  std::vector<nlohmann::json> rows;
  for (std::string row; std::getline(saved, row);) rows.push_back(nlohmann::json::parse(row));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["messages"][0]["content"], "One,");
  EXPECT_EQ(rows[0]["messages"][2]["content"], "two\nthree");
  EXPECT_EQ(rows[1]["messages"].size(), 2u);
  expect_line(screen_of("tokenize out talk.jsonl --chat"), "talk.jsonl:1: ");
}

INSTANTIATE_TEST_SUITE_P(Columns, Terminal, testing::Values(80, 120));

TEST(TerminalScreen, SeesWhatIsGarbled) {
  Screen screen(6);
  screen.show("abcdef\r\n\x1b[32mok\x1b[0m\r\x1b[2Kno\n");
  EXPECT_EQ(screen.text(), "abcdef\nno\n\n");
  EXPECT_TRUE(screen.broken().empty());
  screen.show("\rabcdefg");
  EXPECT_EQ(screen.broken(), std::vector<std::string>{"abcdef"});
}

TEST(TerminalColours, AreThereUnlessSomebodySaysNo) {
  const TemporaryFolder folder;
  for (const auto& [setting, expected] : {std::pair("LANG=C", true),
                                          {"NO_COLOR=1", false},
                                          {"NO_COLOR=", true},
                                          {"TERM=dumb", false}}) {
    const std::vector<std::string> settings = {setting, "TERM=xterm"};
    OnTerminal program(folder.path(), {"doctor"}, 80, settings);
    EXPECT_EQ(program.end(), 0) << program.screen().text();
    EXPECT_EQ(program.screen().has_colours(), expected) << setting;
  }
  EXPECT_EQ(run_tutti({"doctor"}, "", {{"TERM", "xterm"}}).out.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace tutti::test
