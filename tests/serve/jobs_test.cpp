// SPDX-License-Identifier: Apache-2.0
#include "serve/jobs.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "stand_in.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::serve {
namespace {

using test::becomes_so;
using test::expect_contains;

class JobsTest : public testing::Test {
 protected:
  JobsTest() : program_(test::write_stand_in(folder_.path()).string()) {
    jobs_ = std::make_unique<Jobs>(folder_.path(), program_);
  }
  ~JobsTest() override {
    for (const std::string& run : jobs_->runs()) jobs_->stop(run);
    becomes_so([&] { return ended("one"); });
  }

  bool ended(const std::string& run) {
    const auto status = jobs_->status_of(run);
    return !status || status->state == RunStatus::State::ended;
  }
  std::string log_of(const std::string& run) const {
    std::error_code failure;
    const Path log = jobs_->log_of(run);
    return std::filesystem::exists(log, failure) ? read_file(log) : "";
  }
  bool has_begun(const std::string& run) {
    return becomes_so([&] { return !log_of(run).empty(); });
  }

  test::TemporaryFolder folder_;
  std::string program_;
  std::unique_ptr<Jobs> jobs_;
};

TEST_F(JobsTest, ATrainingRunsUntilItIsStopped) {
  EXPECT_FALSE(jobs_->status_of("one"));
  jobs_->start("one", {{"learning_rate", 0.5}});
  ASSERT_TRUE(has_begun("one"));
  EXPECT_EQ(text_of(*jobs_->status_of("one")), "training");
  EXPECT_EQ(jobs_->running(), 1U);
  const auto file =
      nlohmann::json::parse(read_file(jobs_->log_of("one").parent_path() / "run.json"));
  EXPECT_EQ(file["arguments"]["learning_rate"], 0.5);
  EXPECT_EQ(file["arguments"]["output_dir"], (folder_.path() / "one").string());

  expect_contains(test::failure_of([&] {
                    jobs_->start("one", {{"learning_rate", 1}});
                  }).message,
                  "one: this run trains already; stop it first");
  EXPECT_TRUE(jobs_->stop("one"));
  ASSERT_TRUE(becomes_so([&] { return ended("one"); }));
  EXPECT_EQ(text_of(*jobs_->status_of("one")), "stopped");
  EXPECT_FALSE(jobs_->stop("one"));
  EXPECT_FALSE(jobs_->stop("other"));
  expect_contains(log_of("one"), "\nsaved\n");
}

TEST_F(JobsTest, AResumedTrainingGoesOnInItsLog) {
  jobs_->start("one", {{"what", "fails"}, {"overwrite_output_dir", true}});
  ASSERT_TRUE(becomes_so([&] { return ended("one"); }));
  EXPECT_EQ(text_of(*jobs_->status_of("one")), "failed: exit code 3");
  const std::string before = log_of("one");
  jobs_->resume("one", {{"what", "finishes"}, {"overwrite_output_dir", true}});
  ASSERT_TRUE(becomes_so([&] { return ended("one"); }));
  EXPECT_EQ(text_of(*jobs_->status_of("one")), "finished");
  EXPECT_TRUE(log_of("one").starts_with(before));
  EXPECT_GT(log_of("one").size(), before.size());
  const auto file =
      nlohmann::json::parse(read_file(jobs_->log_of("one").parent_path() / "run.json"));
  EXPECT_EQ(file["arguments"]["resume_from_checkpoint"], "auto");
  EXPECT_EQ(file["arguments"]["overwrite_output_dir"], false);
}

TEST_F(JobsTest, ALaterPageKnowsWhatAnEarlierOneStarted) {
  jobs_->start("a/b", {{"what", "finishes"}});
  ASSERT_TRUE(becomes_so([&] { return ended("a/b"); }));
  jobs_->start("one", {{"learning_rate", 0.5}});
  ASSERT_TRUE(has_begun("one"));

  Jobs later(folder_.path(), program_);
  EXPECT_EQ(later.runs(), (std::vector<std::string>{"a/b", "one"}));
  EXPECT_EQ(text_of(*later.status_of("a/b")), "finished");
  EXPECT_EQ(text_of(*later.status_of("one")), "training");
  EXPECT_TRUE(later.stop("one"));
  ASSERT_TRUE(becomes_so([&] { return ended("one"); }));  // its parent takes it in
  ASSERT_TRUE(becomes_so([&] { return later.status_of("one")->state == RunStatus::State::ended; }));
}

TEST_F(JobsTest, AnotherProcessWithItsNumberIsNotTakenForIt) {
  jobs_->start("one", {{"learning_rate", 0.5}});
  ASSERT_TRUE(has_begun("one"));
  const Path file = jobs_->log_of("one").parent_path() / "process.json";
  auto json = nlohmann::json::parse(read_file(file));
  json["started"] = json["started"].get<int64_t>() - 1;
  write_file_atomically(file, json.dump());
  Jobs later(folder_.path(), program_);
  EXPECT_EQ(text_of(*later.status_of("one")), "ended");
  EXPECT_FALSE(later.stop("one"));
  EXPECT_EQ(text_of(*jobs_->status_of("one")), "training");
}

TEST_F(JobsTest, AProcessFileOfAnotherRunOrOfNobodyIsLeftAlone) {
  jobs_->start("one", {{"what", "finishes"}});
  ASSERT_TRUE(becomes_so([&] { return ended("one"); }));
  const Path own = jobs_->log_of("one").parent_path();
  for (const char* text : {"{\"run\":\"../x\",\"process\":1,\"started\":1}", "{", "[]",
                           "{\"run\":\"two\",\"process\":1,\"started\":1}"}) {
    std::filesystem::create_directories(own.parent_path() / "run-two");
    write_file_atomically(own.parent_path() / "run-two/process.json", text);
    EXPECT_EQ(Jobs(folder_.path(), program_).runs(), std::vector<std::string>{"one"}) << text;
  }
}

TEST(JobsName, StaysBelowTheFolder) {
  for (const char* good : {"a", "A-1_b.c", "a/b/c", "1"}) EXPECT_TRUE(Jobs::is_name(good)) << good;
  for (const char* bad : {"", ".", "..", "a/..", "/a", "a/", "a//b", ".serve", "a/.b", "a b", "-\n",
                          "a\\b", "ä", "1/2/3/4/5/6"})
    EXPECT_FALSE(Jobs::is_name(bad)) << bad;
  EXPECT_FALSE(Jobs::is_name(std::string(201, 'a')));
}

}  // namespace
}  // namespace tutti::serve
