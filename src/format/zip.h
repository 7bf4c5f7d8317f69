// SPDX-License-Identifier: Apache-2.0
// Lists the members of a zip archive, as torch.save writes them. Source: PKWARE's APPNOTE.TXT.
// Our own because tensors are read where they lie, by any thread, and libzip reads from the start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::format {

/// A member that is stored as it is: its bytes are those of the file from `begin` on.
struct ZipMember {
  std::string name;
  uint64_t begin = 0;
  uint64_t bytes = 0;
};

/// The members in the order of their names. An archive of several files, members that are
/// compressed, encrypted, there twice or not within the file, and a directory of more than 64 MiB
/// are UserErrors.
std::vector<ZipMember> read_zip_members(const InputFile& file);

}  // namespace tutti::format
