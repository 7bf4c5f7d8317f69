// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <stdexcept>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "comm/registry.h"

namespace tutti::comm {
namespace {

constexpr size_t kLongestFile = 1 << 16;

class SharedFile : public SharedText {
 public:
  explicit SharedFile(Path path) : path_(std::move(path)) {
    if (!std::filesystem::is_directory(path_.parent_path()))
      user_error("{}: {} is not a folder; expected one that all machines of the job have",
                 escaped(name(), 1000), escaped(path_.parent_path().string(), 1000));
  }

  std::string name() const override { return "file://" + path_.string(); }

  std::optional<std::string> read() override {
    std::error_code error;
    if (!std::filesystem::exists(path_, error) && !error) return std::nullopt;
    const auto size = std::filesystem::file_size(path_, error);
    if (!error && size > kLongestFile) return "";  // no entry: it may be replaced
    try {
      return read_file(path_, kLongestFile);
    } catch (const UserError& problem) {  // it may be another one in a moment
      throw std::runtime_error(problem.what());
    }
  }

  /// Files have no atomic compare-and-replace. Their entries tell apart two processes that lead at
  /// the same time.
  bool replace(const std::optional<std::string>& before, const std::string& text) override {
    if (read() != before) return false;
    write_file_atomically(path_, text);
    return true;
  }

  void renew() override {}

  void remove(const std::string& text) override {
    if (read() == text) std::filesystem::remove(path_);
  }

 private:
  const Path path_;
};

}  // namespace

std::unique_ptr<SharedText> shared_file(const std::string& path) {
  return std::make_unique<SharedFile>(path);
}

}  // namespace tutti::comm
