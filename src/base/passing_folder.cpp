// SPDX-License-Identifier: Apache-2.0
#include "base/passing_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace tutti {

PassingFolder::PassingFolder(const Path& parent) {
  std::string name = (parent / "tutti-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) io_error("{}: {}", name, std::strerror(errno));
  path_ = name;
}

PassingFolder::~PassingFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace tutti
