// SPDX-License-Identifier: Apache-2.0
#include "tracking/run_record.h"

#include <openssl/rand.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::tracking {

std::string new_run_key() {
  std::string bytes(16, '\0');
  check(RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), 16) == 1,
        "there are no random numbers");
  return hex_of(bytes);
}

int64_t milliseconds_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

namespace {

RunRecord record_of(const nlohmann::json& members, const std::string& where) {
  RunRecord record;
  record.key = format::json_string(members, "key", where);
  record.run_id = format::json_string(members, "run_id", where, "");
  record.experiment = format::json_string(members, "experiment", where);
  record.experiment_id = format::json_string(members, "experiment_id", where, "");
  record.name = format::json_string(members, "name", where);
  record.status = format::json_string(members, "status", where);
  record.start = format::json_int(members, "start", where);
  record.end = format::json_int(members, "end", where);
  if (members.contains("tags"))
    for (const auto& [name, value] : members["tags"].items())
      record.tags.emplace_back(name, format::json_string(members["tags"], name, where));
  return record;
}

}  // namespace

std::optional<RunRecord> read_record(const Path& folder) {
  const Path file = folder / kRecordFile;
  std::error_code failure;
  if (!std::filesystem::exists(file, failure)) return std::nullopt;
  const std::string where = escaped(file.string(), 1000);
  const nlohmann::json json = format::read_json(file, size_t{1} << 20);
  if (!json.is_object())
    user_error("{}: found {}, expected an object", where, format::json_found(json));
  return record_of(json, where);
}

void write_record(const Path& folder, const RunRecord& record) {
  nlohmann::ordered_json tags = nlohmann::ordered_json::object();
  for (const auto& [name, value] : record.tags) tags[name] = value;
  const nlohmann::ordered_json json = {{"key", record.key},
                                       {"run_id", record.run_id},
                                       {"experiment", record.experiment},
                                       {"experiment_id", record.experiment_id},
                                       {"name", record.name},
                                       {"tags", tags},
                                       {"status", record.status},
                                       {"start", record.start},
                                       {"end", record.end}};
  write_file_atomically(folder / kRecordFile, json.dump(2) + "\n");
}

}  // namespace tutti::tracking
