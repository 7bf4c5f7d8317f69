// SPDX-License-Identifier: Apache-2.0
// `tutti serve` as a user runs it, and a browser asks it.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/process.h"
#include "program.h"
#include "serve/http.h"
#include "support/errors.h"

namespace tutti::app {
namespace {

using test::expect_contains;

class ServeCommand : public testing::Test {
 protected:
  ServeCommand() {
    std::filesystem::create_directories(folder_.path() / "one");
    std::ofstream(folder_.path() / "one/metrics.jsonl")
        << "{\"phase\":\"train\",\"step\":3,\"train/loss\":2.5}\n";
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    const Descriptor writing(ends[1], "a pipe"), reading(ends[0], "a pipe");
    child_ = start_process({TUTTI_PROGRAM, "serve", folder_.path().string(), "--json"},
                           {writing.number(), 2});
    std::string line;
    for (char c; ::read(reading.number(), &c, 1) == 1 && c != '\n';) line += c;
    said_ = nlohmann::json::parse(line);
  }
  ~ServeCommand() override {
    if (child_ > 0) end(SIGKILL);
  }

  int end(int signal) {
    ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = 0;
    return status;
  }
  int port() const { return said_.at("port").get<int>(); }
  std::string get(const std::string& target, const std::string& headers) const {
    return test::answer_to(port(), fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n",
                                               target, port(), headers));
  }

  test::TemporaryFolder folder_;
  pid_t child_ = 0;
  nlohmann::json said_;
};

TEST_F(ServeCommand, ShowsItsRunsToWhoHasTheAddress) {
  const std::string start = fmt::format("http://127.0.0.1:{}", port());
  const auto url = said_.at("url").get<std::string>();
  ASSERT_TRUE(url.starts_with(start + "/?token="));
  EXPECT_EQ(url.size(), start.size() + 8 + 48);
  EXPECT_EQ(test::status_of(get("/", "")), 401);

  const std::string first = get(url.substr(start.size()), "");
  EXPECT_EQ(test::status_of(first), 303);
  const size_t at = first.find("Set-Cookie: ") + 12;
  const std::string cookie = "Cookie: " + first.substr(at, first.find(';', at) - at) + "\r\n";
  expect_contains(get("/", cookie), "<a href=\"/run?run=one\">one</a>");
  expect_contains(get("/run?run=one", cookie), "data-points=\"3:2.5\"");
  expect_contains(get("/metrics", cookie), "tutti_run_loss{run=\"one\"} 2.5\n");

  std::string devices;
  for (int i = 0; i < 300 && devices.find("cpu:0") == std::string::npos; i++) {
    devices = get("/devices", cookie);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  expect_contains(devices, "<th scope=\"row\">cpu:0</th>");

  const int status = end(SIGINT);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(ServeCommand, RefusesWhatIsNoFolderAndAPortThatIsTaken) {
  const test::Outcome folder = test::run_tutti({"serve", "/nothing/here"});
  EXPECT_EQ(folder.code, 2);
  expect_contains(folder.err, "/nothing/here: expected a folder");
  const test::Outcome taken =
      test::run_tutti({"serve", folder_.path().string(), "--port", std::to_string(port())});
  EXPECT_EQ(taken.code, 2);
  expect_contains(taken.err, fmt::format("--port {}: 127.0.0.1 cannot be listened at", port()));
}

}  // namespace
}  // namespace tutti::app
