// SPDX-License-Identifier: Apache-2.0
#include "base/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "base/files.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti {
namespace {

constexpr ChildOutput kAll{.last = 1 << 20};

std::vector<std::string> shell(const std::string& script) {
  return {"/bin/sh", "-c", script, "sh", "a b"};
}

/// One whose output is kept.
std::unique_ptr<ChildProcess> started(const std::string& script) {
  return std::make_unique<ChildProcess>(shell(script), ChildStreams{kAll, kAll});
}

/// The state of a process as /proc/ID/stat has it, such as 'Z'; nothing where there is none.
std::optional<char> state_of(pid_t id) {
  std::ifstream file("/proc/" + std::to_string(id) + "/stat");
  std::string word;
  char state = 0;
  return file >> word >> word >> state ? std::optional(state) : std::nullopt;
}

/// Whether a process ends soon; nobody here waits for it.
bool ends(pid_t id) {
  for (int i = 0; i < 500; i++) {
    if (state_of(id).value_or('Z') == 'Z') return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// The number that a child writes first.
pid_t told_by(const ChildProcess& child) {
  while (child.out().find('\n') == std::string::npos)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return std::stoi(child.out());
}

/// Whose child is a process in its group that lives longer than the test; it tells that one's id.
constexpr const char* kParent = "sleep 1000 & echo $!; ";

TEST(ChildProcess, HasItsFilesAndAGroupOfItsOwn) {
  const test::TemporaryFolder folder;
  const Path out = folder.path() / "out", error = folder.path() / "error";
  const Descriptor out_file(out, "opening", O_WRONLY | O_CREAT, 0600);
  const Descriptor error_file(error, "opening", O_WRONLY | O_CREAT, 0600);
  ChildProcess child(
      shell("cat; echo \"$1\"; echo wrong >&2; cut -d\" \" -f5 /proc/$$/stat; exit 3"),
      {.out = {out_file.number()}, .error = {error_file.number()}});
  EXPECT_EQ(child.wait(), ChildProcess::Wait::ended);
  EXPECT_EQ(child.end()->code, 3);
  EXPECT_EQ(child.end()->text(), "ended with code 3");
  EXPECT_EQ(read_file(error), "wrong\n");
  const std::string text = read_file(out);
  EXPECT_TRUE(text.starts_with("a b\n")) << text;  // after an empty standard input
  EXPECT_EQ(std::stoi(text.substr(4)), child.id());
  EXPECT_EQ(child.out(), "");
}

TEST(ChildProcess, SaysWhatCannotBeStarted) {
  const auto failure = test::failure_of([] {
    ChildProcess({"/no/such/program"}, ChildStreams{kAll, kAll});
  });
  EXPECT_EQ(failure.code, ExitCode::io);
  test::expect_contains(failure.message, "/no/such/program: cannot be run: No such file");
  EXPECT_FALSE(ChildProcess::if_there({"no-such-program-on-the-path"}, {}));
}

TEST(ChildProcess, ReadsATextOrADescriptor) {
  ChildProcess child({"cat"}, {.out = kAll, .error = kAll, .input = "one\ntwo"});
  child.wait();
  EXPECT_EQ(child.out(), "one\ntwo");
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "in") << "three";
  const Descriptor in(folder.path() / "in", "opening", O_RDONLY);
  ChildProcess other({"cat"}, {.out = kAll, .error = kAll, .in = in.number()});
  other.wait();
  EXPECT_EQ(other.out(), "three");
}

TEST(ChildProcess, TakesLinesWhileItRuns) {
  ChildProcess child(shell("read a; read b; echo $b $a"),
                     {.out = kAll, .error = kAll, .takes_lines = true});
  EXPECT_TRUE(child.say("one"));
  EXPECT_TRUE(child.say("two"));
  child.wait();
  EXPECT_EQ(child.out(), "two one\n");
  EXPECT_FALSE(child.say("three"));
  EXPECT_FALSE(started("sleep 1000")->say("one"));
}

TEST(ChildProcess, KeepsTheBeginningOrTheEnd) {
  ChildProcess child(shell("seq 1 9; seq 1 9 >&2"), {.out = {.first = 4}, .error = {.last = 4}});
  child.wait();
  EXPECT_EQ(child.out(), "1\n2\n");
  EXPECT_EQ(child.error(), "8\n9\n");
  ChildProcess nothing(shell("seq 1 9; seq 1 9 >&2"), {});
  nothing.wait();
  EXPECT_EQ(nothing.out() + nothing.error(), "");
}

TEST(ChildProcess, KeepsWhatSeveralWriteAtOnce) {
  const auto child = started("for i in 1 2 3 4; do seq -w 1 9999 & done; wait");
  child->wait();
  EXPECT_EQ(child->out().size(), 4 * 9999 * 5);
}

TEST(ChildProcess, GivesBackTheMemoryOfWhatIsNotKept) {
  ChildProcess child(
      shell("printf begin; head -c 40000000 /dev/zero | tee /dev/stderr; sleep 1000"),
      {.out = {.first = 5}, .error = {.last = 2048}});
  const auto blocks = [&](const char* stream) {
    struct stat found {};
    EXPECT_EQ(::stat(fmt::format("/proc/{}/fd/{}", child.id(), stream).c_str(), &found), 0);
    return std::pair(found.st_size, found.st_blocks * 512);
  };
  for (const char* stream : {"1", "2"}) {
    while (blocks(stream).first < 40000000) EXPECT_TRUE(child.runs());
    EXPECT_TRUE(child.runs());
    EXPECT_LT(blocks(stream).second, 4 << 20);
  }
  EXPECT_EQ(child.out(), "begin");
  EXPECT_EQ(child.error(), std::string(2048, '\0'));
}

TEST(ChildProcess, TellsASignalFromAnExitCode) {
  const auto killed = started("kill -ABRT $$"), exited = started("exit 134");
  killed->wait();
  exited->wait();
  EXPECT_EQ(killed->end()->code, 134);
  EXPECT_EQ(killed->end()->signal, SIGABRT);
  EXPECT_EQ(killed->end()->text(), "was ended by Aborted");
  EXPECT_EQ(exited->end()->code, 134);
  EXPECT_EQ(exited->end()->signal, 0);
  EXPECT_EQ(exited->end()->text(), "ended with code 134");
}

TEST(ChildProcess, TellsWhatItTook) {
  const auto child = started("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sleep 0.2");
  child->wait();
  const ChildEnd& end = *child->end();
  EXPECT_GE(end.seconds, 0.2);
  EXPECT_GT(end.processor_seconds, 0);
  EXPECT_LT(end.processor_seconds, end.seconds);
  EXPECT_GT(end.peak_bytes, 100 << 10);
}

TEST(ChildProcess, IsSeenToEndWithoutWaiting) {
  ChildProcess child(shell("read a; exit 7"), {.out = kAll, .error = kAll, .takes_lines = true});
  EXPECT_TRUE(child.runs());
  EXPECT_FALSE(child.end());
  EXPECT_TRUE(child.say("go on"));
  while (child.runs()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(child.end()->code, 7);
}

TEST(ChildProcess, IsKilledWithItsGroupWhenTimeIsUp) {
  const auto child = started(std::string(kParent) + "trap '' TERM; wait");
  EXPECT_EQ(child->wait({.seconds = 0.3}), ChildProcess::Wait::late);
  EXPECT_EQ(child->end()->signal, SIGKILL);
  EXPECT_GE(child->end()->seconds, 0.3);
  EXPECT_TRUE(ends(told_by(*child)));
}

TEST(ChildProcess, IsAskedToEndFirst) {
  const auto child = started("trap 'echo asked; exit 75' TERM; while :; do sleep 0.02; done");
  EXPECT_EQ(child->wait({.seconds = 0.3, .grace = 1000}), ChildProcess::Wait::late);
  EXPECT_EQ(child->end()->code, 75);
  EXPECT_EQ(child->out(), "asked\n");
}

TEST(ChildProcess, IsKilledAfterTheGrace) {
  const auto child = started("trap '' TERM; while :; do sleep 0.02; done");
  EXPECT_EQ(child->wait({.seconds = 0.1, .grace = 0.2}), ChildProcess::Wait::late);
  EXPECT_EQ(child->end()->code, 128 + SIGKILL);
  EXPECT_GE(child->end()->seconds, 0.3);
}

TEST(ChildProcess, IsEndedWhereSomebodyAsksForIt) {
  const auto child = started("sleep 1000");
  int asked = 0;
  const auto wait = child->wait({.grace = 1000, .is_stopped = [&] { return ++asked > 5; }});
  EXPECT_EQ(wait, ChildProcess::Wait::stopped);
  EXPECT_EQ(child->end()->signal, SIGTERM);
}

TEST(ChildProcess, LeavesOthersOfItsGroupUntilKilled) {
  const auto child = started(kParent);
  EXPECT_EQ(child->wait(), ChildProcess::Wait::ended);
  const pid_t left = told_by(*child);
  EXPECT_NE(state_of(left).value_or('Z'), 'Z');
  child->kill();
  EXPECT_EQ(child->end()->code, 0);
  EXPECT_TRUE(ends(left));
}

TEST(ChildProcess, EndsWithItsObject) {
  auto child = started(std::string(kParent) + "wait");
  const pid_t id = child->id(), below = told_by(*child);
  child.reset();
  EXPECT_FALSE(state_of(id));  // not even as a zombie
  EXPECT_TRUE(ends(below));
}

TEST(ChildProcess, OutlivesItsObjectWhereItIsLetGo) {
  auto child = started("sleep 1000");
  const pid_t id = child->id();
  child->let_go();
  child.reset();
  EXPECT_NE(state_of(id).value_or('Z'), 'Z');
  ::kill(id, SIGKILL);
  EXPECT_TRUE(ends(id));
}

TEST(ChildProcess, IsACopyInTheSameGroup) {
  const pid_t group = ::getpgrp();
  const auto child = ChildProcess::forked();
  if (!child) ::_exit(::getpgrp() == group ? 9 : 8);
  child->wait();
  EXPECT_EQ(child->end()->code, 9);
  const auto other = ChildProcess::forked();
  if (!other) ::pause();
  other->signal(SIGKILL);  // it alone
  other->wait();
  EXPECT_EQ(other->end()->signal, SIGKILL);
}

}  // namespace
}  // namespace tutti
