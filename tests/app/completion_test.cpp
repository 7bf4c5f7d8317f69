// SPDX-License-Identifier: Apache-2.0
// `tutti completion` in the shells themselves, and `tutti manual` in man's formatter.
#include <gtest/gtest.h>

#include <sstream>

#include "app/program.h"
#include "app/shell/options.h"
#include "support/errors.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::run_tutti;
using Lines = std::vector<std::string>;

bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null").c_str()) == 0;
}

class Completion : public testing::Test {
 protected:
  /// Writes a shell's completion and gives the file.
  std::string script(const std::string& shell) const {
    const auto made = run_tutti({"completion", shell});
    EXPECT_EQ(made.code, 0) << made.err;
    const Path file = folder_.path() / ("tutti." + shell);
    write_file_atomically(file, made.out);
    return file.string();
  }
  /// The lines that a shell's program prints, sorted.
  Lines run(const std::string& shell, const std::string& program) const {
    const Path file = folder_.path() / "program", out = folder_.path() / "out";
    write_file_atomically(file, program);
    const auto command = fmt::format("{} {} > {} 2>&1", shell, file.string(), out.string());
    EXPECT_EQ(std::system(command.c_str()), 0) << read_file(out);
    Lines lines;
    std::istringstream text(read_file(out));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
  }
  test::TemporaryFolder folder_;
};

/// Every --name that a command's help shows at the beginning of a line or after a short form.
Lines flags_in_help(const Lines& command) {
  Lines words = command, flags;
  words.emplace_back("--help");
  std::istringstream help(run_tutti(words).out);
  for (std::string line; std::getline(help, line);) {
    const size_t at = line.find("--");
    if (!line.starts_with("  -") || at == line.npos || at > 6) continue;
    flags.push_back(line.substr(at, line.find_first_of(" ", at) - at));
  }
  std::sort(flags.begin(), flags.end());
  return flags;
}

TEST_F(Completion, OfBash) {
  if (!is_installed("bash")) GTEST_SKIP() << "no bash here";
  const std::string file = script("bash");
  const auto offered = [&](const std::string& words) {
    return run("bash", fmt::format("source {}; COMP_WORDS=({}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1"
                                   "));_tutti 2> /dev/null; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
                                   file, words));
  };
  EXPECT_EQ(offered("tutti tr"), (Lines{"train"}));
  EXPECT_EQ(offered("tutti ir v"), (Lines{"verify"}));
  EXPECT_EQ(offered("tutti ir ''"), (Lines{"adapt", "grad", "lower", "print", "run", "verify"}));
  EXPECT_EQ(offered("tutti train --learn"), (Lines{"--learning_rate"}));
  EXPECT_EQ(offered("tutti train --lr_scheduler_type c"),
            (Lines{"constant", "constant_with_warmup", "cosine"}));
  EXPECT_EQ(offered("tutti train --lr_scheduler_type = cos"), (Lines{"cosine"}));
  EXPECT_EQ(offered("tutti completion z"), (Lines{"zsh"}));
  EXPECT_EQ(offered("tutti train --train_file " + file.substr(0, file.size() - 1)), (Lines{file}));
  EXPECT_EQ(offered("tutti train --max_steps ''"), (Lines{""})) << "nothing for a number";
  for (const app::Command& command : app::all_commands()) {
    Lines words = {command.name};
    if (const size_t space = command.name.find(' '); space != std::string::npos)
      words = {command.name.substr(0, space), command.name.substr(space + 1)};
    EXPECT_EQ(offered("tutti " + command.name + " --"), flags_in_help(words)) << command.name;
  }
}

TEST_F(Completion, OfFish) {
  if (!is_installed("fish")) GTEST_SKIP() << "no fish here";
  const std::string file = script("fish");
  const auto offered = [&](const std::string& line) {
    Lines lines = run("env HOME=" + folder_.path().string() + " fish --no-config",
                      fmt::format("source {}; complete -C '{}'", file, line));
    for (std::string& each : lines) each.resize(std::min(each.find('\t'), each.size()));
    return lines;
  };
  EXPECT_EQ(offered("tutti tr"), (Lines{"train"}));
  EXPECT_EQ(offered("tutti ir v"), (Lines{"verify"}));
  EXPECT_EQ(offered("tutti train --learn"), (Lines{"--learning_rate"}));
  EXPECT_EQ(offered("tutti train --lr_scheduler_type c"),
            (Lines{"constant", "constant_with_warmup", "cosine"}));
  EXPECT_EQ(offered("tutti completion z"), (Lines{"zsh"}));
  EXPECT_EQ(offered("tutti train --train_file " + file.substr(0, file.size() - 1)), (Lines{file}));
  EXPECT_EQ(offered("tutti ir lower --"), flags_in_help({"ir", "lower"}));
}

TEST_F(Completion, OfZsh) {
  if (!is_installed("zsh")) GTEST_SKIP() << "no zsh here";
  const std::string file = script("zsh");
  // What a zsh of its own, on a terminal, puts on the line after the tabulator.
  const auto completed = [&](const std::string& line) {
    const Path out = folder_.path() / "line";
    write_file_atomically(
        folder_.path() / "start",
        fmt::format(
            "autoload -Uz compinit; compinit -u -D; source {}\n"
            "save() {{ print -r -- $BUFFER > {}; exit }}\nzle -N save; bindkey '^Xs' save\n",
            file, out.string()));
    run("zsh -f", fmt::format("zmodload zsh/zpty\nzpty terminal zsh -f -i\n"
                              "zpty -w terminal 'source {}'\n"
                              "zpty -w -n terminal $'{}\\t\\x18s'\n"
                              "while zpty -r terminal ignored; do :; done; true\n",
                              (folder_.path() / "start").string(), line));
    std::string text = read_file(out);
    return text.substr(0, text.find_last_not_of(" \n") + 1);
  };
  EXPECT_EQ(completed("tutti tr"), "tutti train");
  EXPECT_EQ(completed("tutti ir ve"), "tutti ir verify");
  EXPECT_EQ(completed("tutti train --learn"), "tutti train --learning_rate");
  EXPECT_EQ(completed("tutti train --lr_scheduler_type cos"),
            "tutti train --lr_scheduler_type cosine");
  EXPECT_EQ(completed("tutti ir lower --gr"), "tutti ir lower --gradient");
  EXPECT_EQ(completed("tutti completion z"), "tutti completion zsh");
  EXPECT_EQ(completed("tutti train --train_file " + file.substr(0, file.size() - 1)),
            "tutti train --train_file " + file);
}

TEST(Manual, HasAPageForEachCommandWithItsFlags) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(run_tutti({"manual", folder.path().string()}).code, 0);
  expect_contains(run_tutti({"manual"}).out, "\\fBtutti\\-train(1)\\fR");
  const std::string page = read_file(folder.path() / "tutti-ir-verify.1");
  expect_contains(page, ".TH TUTTI\\-IR\\-VERIFY 1 \"\" \"tutti 0.");
  expect_contains(page, "tutti\\-ir\\-verify \\- check a program\n");
  const test::TemporaryFolder work;
  if (!is_installed("groff")) GTEST_SKIP() << "no groff here";
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const auto shown = work.path() / "shown";
    const auto command =
        fmt::format("groff -man -Tutf8 -ww -P-cbou {} > {}", entry.path().string(), shown.string());
    const Path warnings = work.path() / "warnings";
    EXPECT_EQ(std::system((command + " 2> " + warnings.string()).c_str()), 0);
    EXPECT_EQ(read_file(warnings), "") << entry.path();
    const std::string text = read_file(shown);
    if (entry.path().filename() == "tutti-train.1") {
      expect_contains(text, "--lr_scheduler_type linear|cosine|constant");
    }
  }
}

}  // namespace
}  // namespace tutti
