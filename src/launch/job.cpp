// SPDX-License-Identifier: Apache-2.0
#include "launch/job.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::launch {
namespace {

namespace fs = std::filesystem;
constexpr const char* kJobFile = "job.json";

Phase phase_named(const std::string& name, const std::string& where) {
  for (const Phase phase : {Phase::preparing, Phase::running, Phase::fetched})
    if (name == name_of(phase)) return phase;
  user_error("{}: phase is {}, expected preparing, running or home", where, escaped(name));
}

nlohmann::ordered_json json_of(const RemoteJob& job) {
  return {{"name", job.name},
          {"key", job.key},
          {"phase", name_of(job.phase)},
          {"target", job.target.name()},
          {"kind", job.target.kind()},
          {"members", job.target.members()},
          {"command", job.command},
          {"output", job.output},
          {"processes", job.processes},
          {"attempt", job.attempt},
          {"lost_machines", job.lost_machines},
          {"began", job.began},
          {"hours", job.hours},
          {"log_bytes", job.log_bytes},
          {"exit_code", job.exit_code},
          {"has_machine", job.has_machine},
          {"has_files", job.has_files},
          {"machine", job.machine},
          {"address", job.address}};
}

}  // namespace

const char* name_of(Phase phase) {
  switch (phase) {
    case Phase::preparing:
      return "preparing";
    case Phase::running:
      return "running";
    case Phase::fetched:
      return "home";
  }
  return "";
}

double RemoteJob::hours_left(int64_t now) const {
  return std::max(0.0, hours - static_cast<double>(now - began) / 3600);
}

std::optional<double> RemoteJob::cost(int64_t now) const {
  const auto price = target.price_hour();
  if (!price) return std::nullopt;
  return *price * static_cast<double>(std::max<int64_t>(0, now - began)) / 3600;
}

bool JobStore::has(const std::string& name) const {
  return fs::exists(folder_of(name) / kJobFile);
}

void JobStore::save(const RemoteJob& job) const {
  fs::create_directories(folder_of(job.name));
  write_file_atomically(folder_of(job.name) / kJobFile, json_of(job).dump(2) + "\n");
}

RemoteJob JobStore::load(const std::string& name) const {
  const Path file = folder_of(name) / kJobFile;
  const std::string where = escaped(file.string(), 1000);
  const nlohmann::json json = format::read_json(file);
  const auto text = [&](const char* key) { return format::json_string(json, key, where); };
  const auto number = [&](const char* key) { return format::json_int(json, key, where); };
  if (!json.is_object() || !json.contains("members") || !json["members"].is_object())
    user_error("{}: found no members of a target, expected a job's file", where);
  RemoteJob job;
  job.name = text("name");
  job.key = format::json_string(json, "key", where, "");  // earlier versions made none
  job.phase = phase_named(text("phase"), where);
  job.target = Target(text("target"), text("kind"), json["members"]);
  job.command = text("command");
  job.output = text("output");
  job.processes = number("processes");
  job.attempt = number("attempt");
  job.lost_machines = number("lost_machines");
  job.began = number("began");
  job.hours = format::json_double(json, "hours", where);
  job.log_bytes = number("log_bytes");
  job.exit_code = static_cast<int>(number("exit_code"));
  job.has_machine = format::json_bool(json, "has_machine", where);
  job.has_files = format::json_bool(json, "has_files", where);
  job.machine = text("machine");
  job.address = text("address");
  return job;
}

void JobStore::forget(const std::string& name) const {
  // The file with its name first, so that a half-removed folder is no job.
  std::error_code failure;
  fs::remove(folder_of(name) / kJobFile, failure);
  if (!failure) fs::remove_all(folder_of(name), failure);
  if (failure) io_error("{}: cannot be removed: {}", folder_of(name).string(), failure.message());
}

std::vector<RemoteJob> JobStore::all() const {
  std::vector<RemoteJob> jobs;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder_, failure))
    if (has(entry.path().filename().string())) jobs.push_back(load(entry.path().filename()));
  std::sort(jobs.begin(), jobs.end(),
            [](const RemoteJob& one, const RemoteJob& other) { return one.name < other.name; });
  return jobs;
}

}  // namespace tutti::launch
