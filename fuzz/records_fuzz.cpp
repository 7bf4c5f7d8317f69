// SPDX-License-Identifier: Apache-2.0
// Any bytes in place of a file of records give records or a UserError. The first byte says what the
// name of the file ends in, and whether gzip packed it.
#include <cstddef>
#include <cstdint>

#include "base/error.h"
#include "format/data_file.h"
#include "format/records.h"

namespace {

using namespace tutti;
using namespace tutti::format;

void read(uint8_t how, std::string_view content) {
  constexpr const char* kKinds[] = {".jsonl", ".json", ".csv", ".tsv", ".parquet"};
  const std::vector<std::string> names = {"text", "messages", "deep", "point", "flag", "holes"};
  std::string unpacked;
  if ((how & 8) != 0) content = unpacked = gunzip(content, "rows.gz", size_t{1} << 20);
  const Records records = parse_records(content, kKinds[(how & 7) % 5], "rows", names);
  check(!records.rows.empty(), "no record, and no error");
  for (const Record& row : records.rows) check(row.values.is_object(), "a row is no object");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0 || size > 1 << 16) return 0;
  try {
    read(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  } catch (const UserError&) {
  }
  return 0;
}
