// SPDX-License-Identifier: Apache-2.0
// Replaces arguments that are object addresses (s3://, gs://) with local folders and files: inputs
// are fetched before the command begins, and outputs are copied while it runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/argument.h"
#include "base/files.h"

namespace tutti::storage {
class Mirror;
class Services;
struct Url;
}  // namespace tutti::storage

namespace tutti::app {

class Addresses {
 public:
  /// Replaces the command's addresses with names of files. Throws a UserError for an address in an
  /// argument that takes none.
  explicit Addresses(const ArgumentList& arguments);
  ~Addresses();
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;

  /// Copies what the command has written and is not there yet. If `is_done`, it ended well, and its
  /// local files are removed.
  void finish(bool is_done);

 private:
  std::string output_folder(const std::string& text);
  std::string output_file(const std::string& text);
  Path own_place(const storage::Url& url) const;

  int64_t rank_ = 0;  // in the job
  std::unique_ptr<storage::Services> services_;
  std::vector<std::unique_ptr<storage::Mirror>> mirrors_;
};

/// Logs a message that says where an output is: at once, or, if outputs are copied to an address,
/// when all of them are there.
void log_output(std::string message);

/// A text with the names of local files replaced by their addresses again.
std::string with_addresses(std::string text);

/// Services that read this process's environment, which then leaves no core dump.
std::unique_ptr<storage::Services> open_services();

}  // namespace tutti::app
