// SPDX-License-Identifier: Apache-2.0
// `tutti serve` as a user runs it, and a browser asks it.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/child.h"
#include "base/pipe.h"
#include "program.h"
#include "serve/http.h"
#include "support/errors.h"

namespace tutti::app {
namespace {

using test::expect_contains;

class ServeCommand : public testing::Test {
 protected:
  explicit ServeCommand(const std::vector<std::string>& more = {}) {
    std::filesystem::create_directories(folder_.path() / "one");
    std::ofstream(folder_.path() / "one/metrics.jsonl")
        << "{\"phase\":\"train\",\"step\":3,\"train/loss\":2.5}\n";
    Pipe pipe;
    std::vector<std::string> words = {TUTTI_PROGRAM, "serve", folder_.path().string(), "--json"};
    words.insert(words.end(), more.begin(), more.end());
    child_ =
        std::make_unique<ChildProcess>(words, ChildStreams{.out = {pipe.writer()}, .error = {2}});
    std::string line;
    for (char c; ::read(pipe.reader(), &c, 1) == 1 && c != '\n';) line += c;
    said_ = nlohmann::json::parse(line);
  }
  int port() const { return said_.at("port").get<int>(); }
  std::string get(const std::string& target, const std::string& headers) const {
    return test::answer_to(port(), fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n",
                                               target, port(), headers));
  }

  /// The header of a browser that has been at the address.
  std::string cookie() const {
    const auto url = said_.at("url").get<std::string>();
    return fmt::format("Cookie: tutti_{}={}\r\n", port(), url.substr(url.find('=') + 1));
  }
  std::string post(const std::string& target, const std::string& form) const {
    return test::answer_to(port(),
                           fmt::format("POST {0} HTTP/1.1\r\nHost: 127.0.0.1:{1}\r\nOrigin: "
                                       "http://127.0.0.1:{1}\r\nContent-Length: {2}\r\n{3}"
                                       "Content-Type: application/x-www-form-urlencoded\r\n\r\n{4}",
                                       target, port(), form.size(), cookie(), form));
  }
  /// The key of a page's forms.
  std::string key() const {
    const std::string page = get("/new", cookie());
    const std::string before = "name=\"key\" value=\"";
    const size_t at = page.find(before);
    return at == page.npos ? "" : page.substr(at + before.size(), 48);
  }
  bool comes(const std::string& target, const std::string& text) const {
    for (int i = 0; i < 1200; i++) {
      if (get(target, cookie()).find(text) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
  }

  test::TemporaryFolder folder_;
  std::unique_ptr<ChildProcess> child_;
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

  child_->signal(SIGINT);
  child_->wait();
  EXPECT_EQ(child_->end()->code, 0);
}

class ServeReadOnly : public ServeCommand {
 protected:
  ServeReadOnly() : ServeCommand({"--read_only"}) {}
};

TEST_F(ServeReadOnly, StartsNothing) {
  EXPECT_EQ(key(), "");
  test::expect_contains(get("/new", cookie()), "This page only shows");
  EXPECT_EQ(test::status_of(post("/new", "key=&run=x")), 405);
  EXPECT_EQ(test::status_of(get("/devices", cookie())), 200);
}

TEST_F(ServeCommand, TrainsAndAsksAModelByItsForms) {
  const std::string examples = TUTTI_SOURCE_DIR "/examples/quickstart/";
  const std::string form =
      "key=" + key() + "&run=made&a.do_train=true&a.max_steps=4&a.allow_missing_tensors=true" +
      "&a.model_name_or_path=" + examples + "tiny_bert&a.train_file=" + examples +
      "train.json&a.max_train_samples=40&a.save_safetensors=true";
  expect_contains(post("/new", form + "&a.learning_rate=fast"),
                  "learning_rate: found &quot;fast&quot;, expected a number of at least 0");
  expect_contains(post("/new", form), "Location: /new?draft=1\r\n");
  ASSERT_TRUE(comes("/new?draft=1", "largest micro-batch"));
  const std::string draft = get("/new?draft=1", cookie());
  expect_contains(draft, "<th scope=\"col\">question</th><th scope=\"col\">answer</th>");
  expect_contains(draft, "tutti train --model_name_or_path=" + examples + "tiny_bert");
  expect_contains(draft, "&quot;max_steps&quot;: 4,\n");
  EXPECT_EQ(test::status_of(post("/start", "run=made")), 403);
  expect_contains(post("/start", form), "Location: /run?run=made\r\n");
  ASSERT_TRUE(comes("/run?run=made", ">finished</span>"));
  expect_contains(get("/run?run=made", cookie()), "step 4/4");
  const std::string question = "&run=made&a.question=Who%3F&a.context=It+was+Ada.";
  expect_contains(post("/ask", "key=" + key() + question), "Location: /run?run=made#ask\r\n");
  EXPECT_TRUE(comes("/run?run=made", "aria-label=\"Answer\">"));
  expect_contains(get("/new?like=made", cookie()), "aria-describedby=\"h-max_steps\" value=\"4\"");
}

TEST_F(ServeCommand, RefusesWhatIsNoFolderAndAPortThatIsTaken) {
  const std::string file = (folder_.path() / "file").string();
  write_file_atomically(file, "");
  const test::Outcome folder = test::run_tutti({"serve", file});
  EXPECT_EQ(folder.code, 2);
  expect_contains(folder.err, file + ": found a file, expected a folder");
  const Path made = folder_.path() / "made/by it";
  const test::Outcome taken =
      test::run_tutti({"serve", made.string(), "--port", std::to_string(port())});
  EXPECT_TRUE(std::filesystem::is_directory(made));
  EXPECT_EQ(taken.code, 2);
  expect_contains(taken.err, fmt::format("--port {}: 127.0.0.1 cannot be listened at", port()));
}

}  // namespace
}  // namespace tutti::app
