// SPDX-License-Identifier: Apache-2.0
#include "serve/jobs.h"

#include <fcntl.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "base/error.h"
#include "base/percent_encoding.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::serve {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kRunFile = "run.json";
constexpr const char* kLogFile = "train.log";
constexpr const char* kProcessFile = "process.json";
constexpr size_t kLargestFile = size_t{1} << 20;
constexpr int kStopped = 75;                   // the exit code of a training that is to be resumed
constexpr const char* kFolderPrefix = "run-";  // so that no folder is called "." or ".."

/// When a process started, in ticks since the machine booted; -1 if it is gone or has ended.
/// Source: proc(5), /proc/PID/stat; the name in parentheses may have any characters.
int64_t start_of(pid_t id) {
  std::string text;
  try {
    text = read_file(fmt::format("/proc/{}/stat", id), kLargestFile);
  } catch (const UserError&) {
    return -1;
  }
  std::istringstream rest(text.substr(std::min(text.rfind(')') + 1, text.size())));
  std::string field;
  constexpr int kState = 3, kStart = 22;
  for (int i = kState; i <= kStart && rest >> field; i++) {
    if (i == kState && (field == "Z" || field == "X")) return -1;
    if (i == kStart) return std::stoll(field);
  }
  return -1;
}

bool is_part(std::string_view part) {
  return !part.empty() && part[0] != '.' && std::all_of(part.begin(), part.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '_' || c == '.';
  });
}

}  // namespace

std::string text_of(const RunStatus& status) {
  if (status.state == RunStatus::State::running) return "training";
  if (status.state == RunStatus::State::stopping) return "stopping";
  if (!status.exit_code) return "ended";
  if (*status.exit_code == 0) return "finished";
  if (*status.exit_code == kStopped) return "stopped";
  constexpr int kSignal = 128;
  if (*status.exit_code > kSignal)
    return fmt::format("failed: killed by signal {}", *status.exit_code - kSignal);
  return fmt::format("failed: exit code {}", *status.exit_code);
}

Jobs::Jobs(Path folder, std::string program)
    : folder_(fs::absolute(folder).lexically_normal()), program_(std::move(program)) {
  read_all();
}

bool Jobs::is_name(const std::string& run) {
  constexpr size_t kLongest = 200;
  constexpr auto kDeepest = 4;  // slashes
  if (run.size() > kLongest || std::count(run.begin(), run.end(), '/') > kDeepest) return false;
  for (size_t begin = 0; begin <= run.size();) {
    const size_t end = std::min(run.find('/', begin), run.size());
    if (!is_part(std::string_view(run).substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return true;
}

Path Jobs::folder_of(const std::string& run) const {
  return folder_ / ".serve" / (kFolderPrefix + percent_encoded(run));
}

Path Jobs::log_of(const std::string& run) const {
  return folder_of(run) / kLogFile;
}

void Jobs::start(const std::string& run, const Json& arguments) {
  begin(run, arguments, /*resumes=*/false);
}

void Jobs::resume(const std::string& run, const Json& arguments) {
  begin(run, arguments, /*resumes=*/true);
}

void Jobs::begin(const std::string& run, Json arguments, bool resumes) {
  poll();
  if (const auto known = trainings_.find(run);
      known != trainings_.end() && known->second.status.state != RunStatus::State::ended)
    user_error("{}: this run trains already; stop it first", escaped(run, 1000));
  const Path folder = folder_of(run);
  std::error_code failure;
  for (const Path& part : {folder.parent_path(), folder, folder / kRunFile})
    if (fs::is_symlink(fs::symlink_status(part, failure)))
      user_error("{}: found a link, expected what this page writes itself; remove it",
                 escaped(part.string(), 1000));
  fs::create_directories(folder, failure);
  if (failure)
    io_error("{}: the folder cannot be made: {}", escaped(folder.string(), 1000),
             failure.message());
  arguments["output_dir"] = run == "." ? folder_.string() : (folder_ / run).string();
  for (const char* other : {"rank", "world_size", "join"}) arguments.erase(other);  // it is alone
  if (resumes) arguments["resume_from_checkpoint"] = "auto";
  if (resumes) arguments["overwrite_output_dir"] = false;
  const Path file = folder / kRunFile;
  write_file_atomically(file, Json({{"arguments", arguments}}).dump(1) + "\n");
  const int flags =
      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | (resumes ? 0 : O_TRUNC);
  const Descriptor log(::open(log_of(run).c_str(), flags, 0666), log_of(run).string());
  Training training;
  training.child =
      std::make_unique<ChildProcess>(std::vector<std::string>{program_, "train", file.string()},
                                     ChildStreams{.out = {log.number()}, .error = {log.number()}});
  training.child->let_go();
  training.id = training.child->id();
  training.started = start_of(training.id);
  training.status.state = RunStatus::State::running;
  write(run, training);
  trainings_[run] = std::move(training);
}

bool Jobs::stop(const std::string& run) {
  poll();
  const auto known = trainings_.find(run);
  if (known == trainings_.end() || known->second.status.state == RunStatus::State::ended)
    return false;
  known->second.status.state = RunStatus::State::stopping;
  return ::kill(known->second.id, SIGTERM) == 0;
}

std::optional<RunStatus> Jobs::status_of(const std::string& run) {
  const auto known = trainings_.find(run);
  if (known == trainings_.end()) return std::nullopt;
  update(run, known->second);
  return known->second.status;
}

std::vector<std::string> Jobs::runs() const {
  std::vector<std::string> names;
  for (const auto& [run, training] : trainings_) names.push_back(run);
  return names;
}

size_t Jobs::running() const {
  return static_cast<size_t>(std::count_if(
      trainings_.begin(), trainings_.end(),
      [](const auto& one) { return one.second.status.state != RunStatus::State::ended; }));
}

void Jobs::poll() {
  for (auto& [run, training] : trainings_) update(run, training);
}

void Jobs::update(const std::string& run, Training& training) {
  if (training.status.state == RunStatus::State::ended) return;
  if (training.child) {
    if (training.child->runs()) return;
    training.status.exit_code = training.child->end()->code;
  } else if (start_of(training.id) == training.started) {
    return;
  }
  training.status.state = RunStatus::State::ended;
  write(run, training);
}

void Jobs::write(const std::string& run, const Training& training) const {
  Json json = {{"run", run}, {"process", training.id}, {"started", training.started}};
  if (training.status.exit_code) json["exit_code"] = *training.status.exit_code;
  write_file_atomically(folder_of(run) / kProcessFile, json.dump() + "\n");
}

void Jobs::read_all() {
  std::error_code failure;
  for (fs::directory_iterator at(folder_ / ".serve", failure), end; !failure && at != end;
       at.increment(failure)) {
    const Path file = at->path() / kProcessFile;
    try {
      const nlohmann::json json = format::read_json(file, kLargestFile);
      const std::string run = format::json_string(json, "run", file.string());
      if (folder_of(run) != at->path()) continue;  // somebody else wrote it
      Training training;
      training.id = static_cast<pid_t>(format::json_int(json, "process", file.string()));
      training.started = format::json_int(json, "started", file.string());
      if (json.contains("exit_code"))
        training.status.exit_code =
            static_cast<int>(format::json_int(json, "exit_code", file.string()));
      else
        training.status.state = RunStatus::State::running;
      if (training.id <= 1) continue;
      update(run, trainings_[run] = std::move(training));
    } catch (const UserError&) {  // half written by a killed page: nothing is known of it
    }
  }
}

}  // namespace tutti::serve
