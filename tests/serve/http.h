// SPDX-License-Identifier: Apache-2.0
// A client of HTTP that sends any bytes.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tutti::test {

inline int connected_to(int port) {
  const int number = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  const timeval patience{20, 0};
  ::setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (::connect(number, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(number);
    throw std::runtime_error("cannot connect");
  }
  return number;
}

/// False where the other end has closed.
inline bool send_all(int number, const std::string& bytes) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t sent = ::send(number, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    done += static_cast<size_t>(sent);
  }
  return true;
}

/// All that comes until the other end closes.
inline std::string received_from(int number) {
  std::string bytes;
  char piece[4096];
  for (ssize_t got; (got = ::recv(number, piece, sizeof piece, 0)) > 0;)
    bytes.append(piece, static_cast<size_t>(got));
  return bytes;
}

/// What a server answers to these bytes.
inline std::string answer_to(int port, const std::string& bytes) {
  const int number = connected_to(port);
  send_all(number, bytes);
  const std::string answer = received_from(number);
  ::close(number);
  return answer;
}

/// The status of an answer, 0 where there is none; and its body.
inline int status_of(const std::string& answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
}
inline std::string body_of(const std::string& answer) {
  const size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

}  // namespace tutti::test
