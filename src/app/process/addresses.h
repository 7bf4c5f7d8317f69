// SPDX-License-Identifier: Apache-2.0
// Arguments that are addresses of objects (s3://, gs://) become folders and files of this machine:
// what is read is fetched before the command begins, what is written is copied while it runs.
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
  /// Puts names of files in the place of the command's addresses. An address where the command
  /// takes none is a UserError.
  explicit Addresses(const ArgumentList& arguments);
  ~Addresses();
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;

  /// Copies what the command has written and is not there yet. `is_done`: it has ended well, and
  /// nothing is kept here to go on with.
  void finish(bool is_done);

 private:
  std::string output_folder(const std::string& text);
  std::string output_file(const std::string& text);
  Path own_place(const storage::Url& url) const;

  int64_t rank_ = 0;  // in the job
  std::unique_ptr<storage::Services> services_;
  std::vector<std::unique_ptr<storage::Mirror>> mirrors_;
};

/// Logs a message that says where an output is: at once, or where outputs are copied to an address,
/// when all of them are there.
void log_output(std::string message);

/// A text with addresses again where it has names of this machine instead.
std::string with_addresses(std::string text);

/// Services that look at this process's environment; they keep it out of core dumps.
std::unique_ptr<storage::Services> open_services();

}  // namespace tutti::app
