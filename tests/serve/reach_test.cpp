// SPDX-License-Identifier: Apache-2.0
// What arguments of a training reach besides its folder.
#include "serve/reach.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::serve {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

class Reach : public testing::Test {
 protected:
  Reach() {
    fs::create_directories(runs_ / "one");
    fs::create_directories(elsewhere_);
    ArgumentLister list;
    list.add("trace", trace_, "a file")
        .names(Names::output_file)
        .add("moments", moments_, "cpu, or a file")
        .names(Names::scratch_file, {"cpu"})
        .add("device", device_, "a backend")
        .names(Names::backend)
        .also_called("processor")
        .add("data", data_, "a file to read")
        .names(Names::input)
        .add("title", title_, "a text");
    arguments_ = list.take();
  }
  Lines far(const std::string& name, const std::string& value) const {
    return far_reaching(arguments_, {{name, value}, {"other", 3}}, runs_);
  }

  test::TemporaryFolder folder_;
  Path runs_ = folder_.path() / "runs", elsewhere_ = folder_.path() / "runs-elsewhere";
  std::string trace_, moments_, device_, data_, title_;
  ArgumentList arguments_;
};

TEST_F(Reach, APathIsBelowAFolderOrNot) {
  for (const char* inside : {"one", "one/new/file", "./one/../two", "one/.."})
    EXPECT_EQ(is_below(runs_ / inside, runs_), std::string(inside) != "one/..") << inside;
  for (const Path& outside : {elsewhere_, runs_, runs_ / "..", runs_ / "../runs-elsewhere/x",
                              Path("/etc/passwd"), Path("trace.json")})
    EXPECT_FALSE(is_below(outside, runs_)) << outside;
}

TEST_F(Reach, ALinkLeadsOut) {
  fs::create_directory_symlink(elsewhere_, runs_ / "up");
  EXPECT_FALSE(is_below(runs_ / "up/inside", runs_));
  fs::create_symlink(elsewhere_ / "file", runs_ / "not-there-yet");
  EXPECT_FALSE(is_below(runs_ / "not-there-yet", runs_));
  fs::create_directory_symlink(runs_ / "one", runs_ / "within");
  EXPECT_TRUE(is_below(runs_ / "within/x", runs_));
}

TEST_F(Reach, WhatIsWrittenElsewhereOrBringsCodeIsTold) {
  const std::string outside = elsewhere_ / "x";
  EXPECT_EQ(far("trace", outside), Lines({"--trace " + outside + ": this is written to"}));
  EXPECT_EQ(far("moments", outside), Lines({"--moments " + outside + ": this is written to"}));
  for (const char* name : {"device", "processor"})
    EXPECT_EQ(
        far(name, "pjrt=/tmp/x.so:1"),
        Lines({fmt::format("--{} pjrt=/tmp/x.so:1: the code of this library runs as you", name)}));
  EXPECT_EQ(far("trace", runs_ / "one/trace"), Lines());
  EXPECT_EQ(far("moments", "cpu"), Lines());
  for (const char* device : {"cpu", "pjrt=cuda", "auto", "reference"})
    EXPECT_EQ(far("device", device), Lines()) << device;
  EXPECT_EQ(far("data", outside), Lines());
  EXPECT_EQ(far("title", outside), Lines());
  EXPECT_EQ(far("trace", ""), Lines());
  EXPECT_EQ(far_reaching(arguments_, "text", runs_), Lines());
}

TEST_F(Reach, ALinkInARunIsFound) {
  EXPECT_EQ(link_in(runs_ / "one"), "");
  fs::create_directories(runs_ / "one/checkpoint-1");
  fs::create_symlink("/etc/passwd", runs_ / "one/checkpoint-1/x");
  EXPECT_EQ(link_in(runs_ / "one"), runs_ / "one/checkpoint-1/x");
}

TEST_F(Reach, AJsonFileThatIsALinkIsNotRead) {
  std::ofstream(elsewhere_ / "secret.json") << "{\"arguments\": {\"seed\": 7}}";
  std::ofstream(runs_ / "own.json") << "{\"arguments\": {\"seed\": 8}}";
  fs::create_symlink(elsewhere_ / "secret.json", runs_ / "linked.json");
  EXPECT_EQ(read_own_json(runs_ / "own.json")["arguments"]["seed"], 8);
  for (const char* name : {"linked.json", "none.json"})
    test::expect_contains(test::failure_of([&] { read_own_json(runs_ / name); }).message,
                          "expected a file of the run's own, which is no link");
}

}  // namespace
}  // namespace tutti::serve
