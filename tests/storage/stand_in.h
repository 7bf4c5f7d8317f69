// SPDX-License-Identifier: Apache-2.0
// The server that stands in for object stores (stand_in.py), as a child process.
#pragma once

#include <map>
#include <string>

#include "base/percent_encoding.h"
#include "storage/store.h"
#include "support/python_server.h"
#include "support/temporary_folder.h"

namespace tutti::test {

class StandIn {
 public:
  explicit StandIn(const std::string& public_key = "")
      : server_("tests/storage/stand_in.py",
                public_key.empty() ? std::vector<std::string>()
                                   : std::vector<std::string>{"--public_key", public_key}) {}

  std::string address() const { return server_.address(); }

  /// Of the requests whose address has `match`, each `every`th fails so, `count` times.
  void fail(const std::string& fault, int count, const std::string& match = "", int every = 1) {
    ask(fmt::format("/control?fault={}&count={}&match={}&every={}", fault, count,
                    percent_encoded(match), every));
  }
  int faults() { return std::stoi(ask("/control/done")); }
  /// The requests since the last fail(), a line each.
  std::string log() { return ask("/control/log"); }

  /// What finds this server with a key.
  std::map<std::string, std::string> variables() const {
    return {{"AWS_ENDPOINT_URL", address()},
            {"AWS_ACCESS_KEY_ID", "AKIDTEST"},
            {"AWS_SECRET_ACCESS_KEY", "test-secret-key"},
            {"AWS_EC2_METADATA_DISABLED", "true"},
            {"STORAGE_EMULATOR_HOST", address()},
            {"HOME", folder_.path().string()}};
  }

 private:
  std::string ask(const std::string& path) { return server_.ask(path); }

  PythonServer server_;
  TemporaryFolder folder_;
};

inline storage::Variables lookup(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const char* name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

/// So many bytes of an object from `offset` on.
inline std::string piece_of(storage::Store& store, const storage::Object& object, uint64_t offset,
                            uint64_t bytes) {
  std::string text(bytes, '\0');
  store.read(object, offset, {bytes, [&](uint64_t at, std::string_view piece) {
                                text.replace(at, piece.size(), piece);
                              }});
  return text;
}

}  // namespace tutti::test
