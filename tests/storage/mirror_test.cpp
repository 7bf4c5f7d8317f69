// SPDX-License-Identifier: Apache-2.0
#include "storage/mirror.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "stand_in.h"
#include "storage/transfer.h"
#include "support/errors.h"

namespace tutti::storage {
namespace {

using test::piece_of;
using test::StandIn;
using test::TemporaryFolder;

namespace fs = std::filesystem;

class Mirrors : public testing::Test {
 protected:
  std::unique_ptr<Mirror> open(const std::string& place = "place") {
    return std::make_unique<Mirror>(services_.open(url_), url_, folder_.path() / place);
  }
  static void write(const Path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    write_file_atomically(path, text);
  }
  std::string at(const std::string& name) {
    const auto object = store_->find(url_.prefix() + name);
    if (!object) return "nothing";
    return object->size == 0 ? "" : piece_of(*store_, *object, 0, object->size);
  }
  /// Waits until what `text` gives is so.
  template <typename Text>
  static void wait_for(Text text, const std::string& wanted) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (text() != wanted && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(text(), wanted);
  }

  StandIn server_;
  TemporaryFolder folder_;
  Services services_{test::lookup(server_.variables())};
  Url url_{Service::s3, "bucket", "runs/one"};
  std::unique_ptr<Store> store_ = services_.open(url_);
};

TEST_F(Mirrors, CopyWhileTheCommandRuns) {
  const auto mirror = open();
  mirror->pull();
  mirror->watch();
  write(mirror->folder() / "checkpoint-1/model", "one");
  write(mirror->folder() / "checkpoint-1/complete.json", "whole");
  write(mirror->folder() / ".unfinished-checkpoint-2/model", "half");
  wait_for([&] { return at("checkpoint-1/complete.json"); }, "whole");
  EXPECT_EQ(at("checkpoint-1/model"), "one");
  fs::remove_all(mirror->folder() / "checkpoint-1");
  wait_for([&] { return at("checkpoint-1/model"); }, "nothing");
  write(mirror->folder() / "result", "last");
  mirror->finish();
  EXPECT_EQ(at("result"), "last");
  EXPECT_EQ(store_->list("runs/").size(), 1U);
  mirror->remove();
  EXPECT_FALSE(fs::exists(mirror->folder()));
}

TEST_F(Mirrors, GoOnWithWhatIsThere) {
  write(folder_.path() / "f", "from elsewhere");
  upload_file(*store_, folder_.path() / "f", "runs/one/checkpoint-1/model", folder_.path() / "j");
  {
    const auto mirror = open();
    mirror->pull();
    EXPECT_EQ(read_file(mirror->folder() / "checkpoint-1/model"), "from elsewhere");
    write(mirror->folder() / "checkpoint-2/model", "not copied: the process ended");
  }
  // Another machine changes one object, removes none, and adds one.
  write(folder_.path() / "f", "changed");
  upload_file(*store_, folder_.path() / "f", "runs/one/checkpoint-1/model", folder_.path() / "j");
  const auto mirror = open();
  mirror->pull();
  EXPECT_EQ(read_file(mirror->folder() / "checkpoint-1/model"), "changed");
  mirror->finish();
  EXPECT_EQ(at("checkpoint-2/model"), "not copied: the process ended");
  EXPECT_EQ(at("checkpoint-1/model"), "changed");
}

TEST_F(Mirrors, DoNotRemoveWhatTheUserRemovedHere) {
  {
    const auto mirror = open();
    write(mirror->folder() / "a", "a");
    mirror->finish();
    fs::remove_all(mirror->folder());
  }
  const auto mirror = open();
  mirror->pull();
  EXPECT_EQ(read_file(mirror->folder() / "a"), "a");
  mirror->finish();
  EXPECT_EQ(at("a"), "a");
}

TEST_F(Mirrors, BelongToOneProcess) {
  const auto mirror = open();
  EXPECT_THROW(open(), UserError);
}

TEST_F(Mirrors, CopyGrowingFilesAsTheyAre) {
  const auto mirror = open();
  mirror->watch();
  write(mirror->folder() / "log", "1");
  wait_for([&] { return at("log"); }, "1");
  std::ofstream(mirror->folder() / "log", std::ios::app) << "2";
  wait_for([&] { return at("log"); }, "12");
  mirror->finish();
}

TEST_F(Mirrors, SurviveAServerThatFailsForAWhile) {
  const auto mirror = open();
  server_.fail("403", 3, "PUT");
  mirror->watch();
  write(mirror->folder() / "a", "a");
  wait_for([&] { return at("a"); }, "a");
  server_.fail("403", 1, "PUT");
  write(mirror->folder() / "b", "b");
  EXPECT_THROW(mirror->finish(), UserError);
  mirror->finish();
  EXPECT_EQ(at("b"), "b");
}

}  // namespace
}  // namespace tutti::storage
