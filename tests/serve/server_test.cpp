// SPDX-License-Identifier: Apache-2.0
#include "serve/server.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

#include "base/error.h"
#include "format/data_file.h"
#include "http.h"
#include "serve/access.h"
#include "support/errors.h"

namespace tutti::serve {
namespace {

using test::answer_to;
using test::body_of;
using test::status_of;

constexpr const char* kToken = "0123456789abcdef";

ServerLimits short_limits() {
  ServerLimits limits;
  limits.request = std::chrono::milliseconds(700);
  limits.connections = 16;
  return limits;
}

/// A server whose only page says which path was asked for.
class ServerTest : public testing::Test {
 protected:
  ServerTest() : server_(0, short_limits()), access_(kToken, server_.port()) {
    thread_ = std::thread([this] {
      server_.run(
          [this](const Request& request) {
            if (auto refusal = access_.refusal(request)) return *refusal;
            if (request.path == "/broken") throw std::runtime_error("it broke");
            return plain_response(200, "page " + request.path + " " + request.value("run"));
          },
          stop_);
    });
  }
  ~ServerTest() override {
    stop_ = 1;
    thread_.join();
  }

  std::string host() const { return fmt::format("127.0.0.1:{}", server_.port()); }
  std::string request(const std::string& target, const std::string& headers) const {
    return fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n{}\r\n", target, host(), headers);
  }
  std::string get(const std::string& target, const std::string& headers = kBearer) const {
    return answer_to(server_.port(), request(target, headers));
  }

  static constexpr const char* kBearer = "Authorization: Bearer 0123456789abcdef\r\n";
  Server server_;
  Access access_;
  std::atomic<int> stop_ = 0;
  std::thread thread_;
};

TEST_F(ServerTest, PacksLongAnswersForThoseWhoTakeThem) {
  const std::string path = "/" + std::string(5'000, 'a');
  const std::string whole = get(path), accepts = std::string(kBearer) + "Accept-Encoding: ";
  EXPECT_EQ(whole.find("Content-Encoding"), std::string::npos);
  const std::string packed = get(path, accepts + "br, gzip\r\n");
  test::expect_contains(packed, "\r\nContent-Encoding: gzip\r\n");
  EXPECT_LT(body_of(packed).size(), 300U);
  EXPECT_EQ(format::gunzip(body_of(packed), "the answer", 10'000), body_of(whole));
  for (const char* other : {"br", "gzip;q=0"})
    EXPECT_EQ(get(path, accepts + other + "\r\n").find("Content-Encoding"), std::string::npos);
  EXPECT_EQ(get("/short", accepts + "gzip\r\n").find("Content-Encoding"), std::string::npos);
}

TEST_F(ServerTest, TheTokenOpensThePage) {
  EXPECT_EQ(access_.address(), "http://" + host() + "/?token=" + kToken);
  const std::string first = get(std::string("/?token=") + kToken, "");
  EXPECT_EQ(status_of(first), 303);
  const std::string cookie = fmt::format("tutti_{}={}", server_.port(), kToken);
  test::expect_contains(first, "\r\nLocation: /\r\n");
  test::expect_contains(first,
                        "\r\nSet-Cookie: " + cookie + "; Path=/; HttpOnly; SameSite=Strict\r\n");
  EXPECT_EQ(body_of(get("/x", "Cookie: other=1; " + cookie + "\r\n")), "page /x \n");
  EXPECT_EQ(body_of(get("/x?run=a%2Fb+c")), "page /x a/b c\n");
}

TEST_F(ServerTest, EveryAnswerBindsTheBrowser) {
  for (const std::string& answer : {get("/"), get("/", ""), get("/broken"), get("x")}) {
    test::expect_contains(answer, "\r\nContent-Security-Policy: default-src 'self';");
    test::expect_contains(answer, "frame-ancestors 'none'\r\n");
    test::expect_contains(answer, "\r\nX-Content-Type-Options: nosniff\r\n");
    test::expect_contains(answer, "\r\nCache-Control: no-store\r\n");
    test::expect_contains(answer, "\r\nReferrer-Policy: same-origin\r\n");
    EXPECT_EQ(answer.find("unsafe"), std::string::npos);
  }
}

TEST_F(ServerTest, RefusesWhoHasNoToken) {
  EXPECT_EQ(status_of(get("/", "")), 401);
  EXPECT_EQ(status_of(get("/?token=", "")), 401);
  EXPECT_EQ(status_of(get("/?token=0123456789abcdee", "")), 401);
  EXPECT_EQ(status_of(get(std::string("/x?token=") + kToken, "")), 401);
  EXPECT_EQ(status_of(get("/", "Authorization: Bearer 0123456789abcde\r\n")), 401);
  EXPECT_EQ(status_of(get("/", "Authorization: Basic 0123456789abcdef\r\n")), 401);
  EXPECT_EQ(status_of(get("/", "Cookie: tutti_1=0123456789abcdef\r\n")), 401);
  EXPECT_EQ(get("/", "").find(kToken), std::string::npos);
}

TEST_F(ServerTest, RefusesOtherHostsAndOrigins) {
  const auto with_host = [&](const std::string& line) {
    return status_of(answer_to(server_.port(), "GET / HTTP/1.1\r\n" + line + kBearer + "\r\n"));
  };
  const std::string port = std::to_string(server_.port());
  EXPECT_EQ(with_host("Host: localhost:" + port + "\r\n"), 200);
  EXPECT_EQ(with_host(""), 403);
  EXPECT_EQ(with_host("Host: 127.0.0.1\r\n"), 403);
  EXPECT_EQ(with_host("Host: 127.0.0.1:1\r\n"), 403);
  EXPECT_EQ(with_host("Host: attacker.example:" + port + "\r\n"), 403);
  EXPECT_EQ(with_host("Host: localhost.attacker.example:" + port + "\r\n"), 403);
  EXPECT_EQ(with_host("Host: " + host() + "\r\nHost: " + host() + "\r\n"), 400);
  for (const char* origin : {"http://attacker.example", "null", "https://127.0.0.1", ""})
    EXPECT_EQ(status_of(get("/", std::string(kBearer) + "Origin: " + origin + "\r\n")), 403)
        << origin;
  EXPECT_EQ(status_of(get("/", std::string(kBearer) + "Origin: http://" + host() + "\r\n")), 200);
}

TEST_F(ServerTest, RefusesWhatChangesAnything) {
  for (const char* method : {"POST", "PUT", "DELETE", "HEAD", "OPTIONS", "BREW"})
    EXPECT_EQ(status_of(answer_to(server_.port(), fmt::format("{} / HTTP/1.1\r\nHost: {}\r\n{}\r\n",
                                                              method, host(), kBearer))),
              405);
}

/// A server that takes forms with the key "k" too.
class FormServerTest : public ServerTest {
 protected:
  FormServerTest() : access_of_forms_(kToken, server_.port(), "k") {
    stop_ = 1;
    thread_.join();
    stop_ = 0;
    thread_ = std::thread([this] {
      server_.run(
          [this](const Request& request) {
            if (auto refusal = access_of_forms_.refusal(request)) return *refusal;
            return plain_response(200, request.method + " " + value_of(request.form, "a"));
          },
          stop_);
    });
  }

  static constexpr const char* kForm = "Content-Type: application/x-www-form-urlencoded\r\n";
  std::string own_origin() const { return "Origin: http://" + host() + "\r\n"; }
  std::string post(const std::string& body, const std::string& headers) const {
    return answer_to(server_.port(),
                     fmt::format("POST /x HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n{}\r\n{}",
                                 host(), body.size(), headers, body));
  }

  Access access_of_forms_;
};

TEST_F(FormServerTest, TakesItsOwnFormsAlone) {
  const std::string own = std::string(kBearer) + kForm + own_origin();
  EXPECT_EQ(body_of(post("key=k&a=b+c%26", own)), "POST b c&\n");
  EXPECT_EQ(status_of(post("key=l&a=b", own)), 403);
  EXPECT_EQ(status_of(post("a=b", own)), 403);
  EXPECT_EQ(status_of(post("key=k", kForm + own_origin())), 401);
  EXPECT_EQ(status_of(post("key=k", std::string(kBearer) + kForm)), 403);
  EXPECT_EQ(status_of(post("key=k", std::string(kBearer) + kForm + "Origin: http://x\r\n")), 403);
  EXPECT_EQ(status_of(post("key=k", std::string(kBearer) + kForm + "Origin: null\r\n")), 403);
  EXPECT_EQ(status_of(post("key=k", std::string(kBearer) + own_origin())), 400);
  EXPECT_EQ(status_of(post("key=%zz", own)), 400);
  EXPECT_EQ(status_of(answer_to(server_.port(),
                                "PUT /x HTTP/1.1\r\nHost: " + host() + "\r\n" + own + "\r\n")),
            405);
  EXPECT_EQ(status_of(get("/?token=" + std::string(kToken) + "&key=k", "")), 303);
}

TEST_F(FormServerTest, AFormMayComeInPiecesAndMayNotBeLarge) {
  const std::string own = std::string(kBearer) + kForm + own_origin();
  const std::string large = "key=k&a=" + std::string(100'000, 'b');
  EXPECT_EQ(body_of(post(large, own)), "POST " + large.substr(8) + "\n");
  EXPECT_EQ(status_of(post("key=k&a=" + std::string(10'000'000, 'b'), own)), 413);
  const std::string head = "POST /x HTTP/1.1\r\nHost: " + host() + "\r\n" + own;
  EXPECT_EQ(status_of(answer_to(server_.port(), head + "Content-Length: -1\r\n\r\n")), 413);
  EXPECT_EQ(status_of(answer_to(server_.port(), head + "Content-Length: 1e3\r\n\r\n")), 413);
  EXPECT_EQ(status_of(answer_to(server_.port(), head + "Transfer-Encoding: chunked\r\n\r\n")), 413);
  EXPECT_EQ(status_of(answer_to(server_.port(), head + "Content-Length: 9\r\n\r\nkey=k")), 408);
  const int number = test::connected_to(server_.port());
  for (const char* piece : {"Content-Length: 9\r\n\r\nke", "y=k&", "a=1"}) {
    test::send_all(number, (piece[0] == 'C' ? head : std::string()) + piece);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(body_of(test::received_from(number)), "POST 1\n");
  ::close(number);
}

TEST_F(ServerTest, RefusesWhatIsNoRequest) {
  for (const char* text : {"\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/2\r\n\r\n",
                           "GET /\x01 HTTP/1.1\r\n\r\n", "GET http://x/ HTTP/1.1\r\n\r\n",
                           "GET /?a=%4 HTTP/1.1\r\n\r\n", "GET /?a=%00 HTTP/1.1\r\n\r\n",
                           "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\nHost: x\r\n\r\n"})
    EXPECT_EQ(status_of(answer_to(server_.port(), text)), 400) << text;
  EXPECT_EQ(status_of(get("/", kBearer + ("A: " + std::string(20'000, 'a')) + "\r\n")), 431);
  EXPECT_EQ(status_of(answer_to(server_.port(), std::string(1'000'000, 'a'))), 431);
}

TEST_F(ServerTest, RefusesBodies) {
  const std::string body(10'000'000, 'b');
  EXPECT_EQ(status_of(get("/", std::string(kBearer) + "Content-Length: 10000000\r\n")), 413);
  const std::string head = request("/", std::string(kBearer) + "Content-Length: 10000000\r\n");
  EXPECT_EQ(status_of(answer_to(server_.port(), head + body)), 413);
  EXPECT_EQ(status_of(get("/", std::string(kBearer) + "Transfer-Encoding: chunked\r\n")), 413);
  EXPECT_EQ(status_of(get("/")), 200);
}

TEST_F(ServerTest, AFailureIsAnAnswer) {
  const std::string answer = get("/broken");
  EXPECT_EQ(status_of(answer), 500);
  EXPECT_EQ(body_of(answer), "it broke\n");
}

TEST_F(ServerTest, SlowClientsHinderNobody) {
  rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  files.rlim_cur = std::min<rlim_t>(files.rlim_max, 4096);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
  std::vector<int> slow;
  for (int i = 0; i < 1000; i++) {
    slow.push_back(test::connected_to(server_.port()));
    test::send_all(slow.back(), "G");
    if (i % 100 == 0) {
      EXPECT_EQ(status_of(get("/")), 200) << i;
    }
  }
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(status_of(get("/")), 200);
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(3));
  for (const int number : slow) ::close(number);
}

TEST_F(ServerTest, ARequestHasATimeHoweverItTrickles) {
  const int number = test::connected_to(server_.port());
  const auto before = std::chrono::steady_clock::now();
  bool open = true;
  for (int i = 0; open && i < 200; i++) {
    open = test::send_all(number, "G");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    char byte;
    open = open && ::recv(number, &byte, 1, MSG_DONTWAIT | MSG_PEEK) < 0;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(8));
  EXPECT_EQ(status_of(test::received_from(number)), 408);
  ::close(number);
}

TEST_F(ServerTest, APortThatIsTakenIsAUsersError) {
  test::expect_contains(test::failure_of([&] { Server another(server_.port()); }).message,
                        fmt::format("--port {}: 127.0.0.1 cannot be listened at", server_.port()));
}

}  // namespace
}  // namespace tutti::serve
