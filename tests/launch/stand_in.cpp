// SPDX-License-Identifier: Apache-2.0
// Stands in for ssh, rsync, gcloud, aws, kubectl, sbatch, squeue and scancel, whose names it has as
// links in FOLDER/bin. Machines are folders below FOLDER/hosts, in which it runs what it is given.
//
// FOLDER/calls has a line for each call: its words as JSON. FOLDER/state.json is what a vendor
// knows. FOLDER/fault, if it is there: {"call": N, "when": WHEN}, where WHEN is "before" or "after"
// the Nth call (from 1) has done its work, "always" from it on, "kill", which kills the caller
// after the work, "take", which takes every machine away before it, or "no shell", which does so
// before each shell from it on.
//
// A life of a job calls it some 40 times, and the tests have hundreds of lives: so it is a program
// that starts in a millisecond.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

Words words;       // the arguments
std::string name;  // under which it was called
fs::path folder;

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// ---- The words of a call ----

bool has(std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The word after another one, which must be there.
std::string word_after(std::string_view word) {
  return *std::next(std::find(words.begin(), words.end(), word));
}

/// VALUE of --flag=VALUE; empty: it is not there.
std::string flag(const std::string& flag) {
  const std::string start = "--" + flag + "=";
  for (const std::string& word : words)
    if (word.starts_with(start)) return word.substr(start.size());
  return "";
}

/// What follows the last `mark` of a text; the whole text where there is none.
std::string after_last(const std::string& text, std::string_view mark) {
  const size_t at = text.rfind(mark);
  return at == std::string::npos ? text : text.substr(at + mark.size());
}

// ---- What a vendor knows ----

Json load() {
  std::ifstream file(folder / "state.json");
  if (!file)
    return {{"machines", Json::object()}, {"tokens", Json::object()}, {"jobs", Json::object()}};
  return Json::parse(file);
}

void save(const Json& state) {
  const fs::path part = folder / fmt::format("state.{}", ::getpid());
  std::ofstream(part) << state;
  fs::rename(part, folder / "state.json");
}

/// Writes the call down and returns its number, from 1.
int64_t note_call() {
  const fs::path path = folder / "calls";
  const int lock = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND, 0666);
  ::flock(lock, LOCK_EX);
  Words call = words;
  call.insert(call.begin(), name);
  std::ofstream(path, std::ios::app) << Json(call) << "\n";
  std::ifstream file(path);
  const int64_t number = std::count(std::istreambuf_iterator<char>(file), {}, '\n');
  ::close(lock);
  return number;
}

fs::path home(const std::string& host) {
  const fs::path home = folder / "hosts" / host;
  fs::create_directories(home);
  return home;
}

// ---- Processes ----

/// Starts a program in a folder that is its home; its id.
pid_t start(const fs::path& where, const Words& program, bool of_its_own) {
  std::cout.flush();
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (of_its_own) {  // as a vendor starts one
    ::setsid();
    const int null = ::open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) ::dup2(null, stream);
  } else {
    ::setenv("HOME", where.c_str(), 1);
  }
  if (::chdir(where.c_str()) != 0) ::_exit(126);
  std::vector<char*> arguments;
  for (const std::string& word : program) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

/// Runs a program to its end; its exit code.
int run_in(const fs::path& where, const Words& program) {
  int status = 0;
  ::waitpid(start(where, program, false), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The fields of /proc/ID/stat after the name; empty where there is no such process.
Words status_of(const std::string& id) {
  std::ifstream file("/proc/" + id + "/stat");
  std::string line;
  std::getline(file, line);
  std::istringstream fields(after_last(line, ")"));
  return {std::istream_iterator<std::string>(fields), {}};
}

bool is_alive(pid_t id) {
  const Words status = status_of(std::to_string(id));
  return !status.empty() && status[0] != "Z";
}

/// Kills each process for which `is_meant(entry, id)` is true; `entry` is its folder in /proc.
template <typename IsMeant>
void kill_those(const IsMeant& is_meant) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string id = entry.path().filename();
    if (id.find_first_not_of("0123456789") == std::string::npos && is_meant(entry.path(), id))
      ::kill(std::stoi(id), SIGKILL);
  }
}

/// Ends a machine with its processes: all that are in its folder.
void end_machine(const std::string& machine) {
  const std::string place = home(machine).string() + "/";
  kill_those([&](const fs::path& entry, const std::string&) {
    std::error_code gone;
    return fs::read_symlink(entry / "cwd", gone).string().starts_with(place);
  });
  std::error_code ignored;
  fs::remove_all(place, ignored);
}

void end_session(pid_t session) {
  kill_those([&](const fs::path&, const std::string& id) {
    const Words status = status_of(id);
    return status.size() > 3 && status[3] == std::to_string(session);
  });
}

void copy_there(const fs::path& source, const fs::path& target) {
  using Options = fs::copy_options;
  if (fs::is_directory(source)) fs::create_directories(target);
  fs::copy(source, target,
           Options::recursive | Options::copy_symlinks | Options::overwrite_existing);
}

// ---- Machines ----

void create(const std::string& machine, Json more) {
  Json state = load();
  if (state["machines"].contains(machine)) throw Refused(machine + " exists already");
  more["state"] = "ready";
  state["machines"][machine] = std::move(more);
  save(state);
  home(machine);
}

void remove(const std::string& machine) {
  Json state = load();
  if (!state["machines"].contains(machine)) throw Refused(machine + ": NOT_FOUND");
  end_machine(machine);
  state["machines"].erase(machine);
  save(state);
}

bool is_ready(const Json& state, const std::string& machine) {
  return state["machines"].contains(machine) && state["machines"][machine]["state"] == "ready";
}

void expect_ready(const std::string& machine) {
  if (!is_ready(load(), machine)) throw Refused(machine + ": cannot be reached");
}

/// The name of the machine that an address or a name leads to.
std::string machine_of(const std::string& address) {
  const std::string host = after_last(address, "@");
  const Json state = load();
  for (const auto& [machine, known] : state["machines"].items())
    if (host == machine || host == known.value("address", "")) return machine;
  if (host.starts_with("10.") || host.starts_with("tutti-")) throw Refused(host + ": no route");
  return host;
}

/// The folder that HOST:PATH names; a path of this machine where there is no host.
template <typename HostOf>
fs::path place(const std::string& text, const HostOf& host_of) {
  const size_t colon = text.find(':');
  if (colon == std::string::npos) return text;
  return home(host_of(text.substr(0, colon))) / text.substr(colon + 1);
}

// ---- The clients ----

int ssh() {
  size_t at = 0;
  while (words[at].starts_with("-")) at += 2;
  return run_in(home(machine_of(words[at])), {"sh", "-c", words[at + 1]});
}

int rsync() {
  std::vector<fs::path> places;
  for (size_t at = 0; at < words.size(); ++at) {
    if (words[at] == "-e")
      ++at;
    else if (!words[at].starts_with("-"))
      places.push_back(place(words[at], machine_of));
  }
  if (has("--delete")) fs::remove_all(places.at(1));
  copy_there(places.at(0), places.at(1));
  return 0;
}

int gcloud() {
  const bool is_tpu = has("tpus");
  if (has("create")) {
    create(word_after("create"), {{"kind", is_tpu ? "tpu" : "gpu"}});
  } else if (has("delete")) {
    remove(word_after("delete"));
  } else if (has("list")) {
    std::string machine = after_last(after_last(flag("filter"), "/"), "name=");
    if (machine.ends_with("$")) machine.pop_back();
    const Json state = load();
    if (state["machines"].contains(machine))
      std::cout << (is_ready(state, machine) ? (is_tpu ? "ACTIVE" : "RUNNING")
                                             : (is_tpu ? "SUSPENDED" : "TERMINATED"))
                << "\n";
  } else if (has("ssh")) {
    const std::string machine = word_after("ssh");
    expect_ready(machine);
    return run_in(home(machine), {"sh", "-c", flag("command")});
  } else if (has("scp")) {
    std::vector<fs::path> places;
    for (auto word = std::find(words.begin(), words.end(), "scp") + 1; word != words.end(); ++word)
      if (!word->starts_with("--"))
        places.push_back(place(*word, [](const std::string& machine) {
          expect_ready(machine);
          return machine;
        }));
    const fs::path target = places.back();
    places.pop_back();
    for (const fs::path& source : places)
      copy_there(source, fs::is_directory(target) ? target / source.filename() : target);
  }
  return 0;
}

int aws() {
  Json state = load();
  if (has("run-instances")) {
    const std::string token = word_after("--client-token");
    const std::string tags = after_last(word_after("--tag-specifications"), "Value=");
    const std::string machine = tags.substr(0, tags.find_first_of("]}"));
    if (!state["tokens"].contains(token)) {
      const size_t number = state["tokens"].size() + 1;
      create(machine, {{"address", fmt::format("10.0.0.{}", number)},
                       {"id", fmt::format("i-{:08x}", number)}});
      state = load();
      state["tokens"][token] = machine;
      save(state);
    }
    std::cout << "i-0\n";
  } else if (has("describe-instances")) {
    const std::string machine = after_last(word_after("--filters"), "Values=");
    if (state["machines"].contains(machine)) {
      const Json& known = state["machines"][machine];
      std::cout << known["id"].get<std::string>()
                << (is_ready(state, machine) ? "\trunning\t" : "\tstopped\t")
                << known["address"].get<std::string>() << "\n";
    }
  } else if (has("terminate-instances")) {
    for (const auto& [machine, known] : state["machines"].items())
      if (known["id"] == word_after("--instance-ids")) {
        remove(machine);
        return 0;
      }
    throw Refused("InvalidInstanceID.NotFound");
  }
  return 0;
}

/// A word of a command in a pod, where the volume is /tutti.
std::string on_volume(std::string word) {
  const std::string volume = (folder / "hosts/volume").string() + "/";
  for (size_t at = 0; (at = word.find("/tutti/", at)) != std::string::npos; at += volume.size())
    word.replace(at, 7, volume);
  return word;
}

void apply(Json& state) {
  const Json manifest = Json::parse(std::cin);
  const std::string its_name = manifest["metadata"]["name"];
  if (manifest["kind"] == "Pod") {
    if (!state["machines"].contains(its_name)) state["machines"][its_name]["state"] = "ready";
    home("volume");
  } else if (!state["jobs"].contains(its_name)) {
    Words command = manifest["spec"]["template"]["spec"]["containers"][0]["command"];
    for (std::string& word : command) word = on_volume(word);
    state["jobs"][its_name] = {{"pid", start(home("volume"), command, true)},
                               {"label", manifest["metadata"]["labels"]["tutti"]}};
  }
}

/// Ends jobs: one by its name, which is known further, or all that have a label.
void end_jobs(Json& state, const std::string& which) {
  const Json jobs = state["jobs"];
  for (const auto& [job, known] : jobs.items()) {
    const bool by_label = which == "--selector=tutti=" + known["label"].get<std::string>();
    if (job != which && !by_label) continue;
    if (is_alive(known["pid"])) ::kill(known["pid"].get<pid_t>(), SIGTERM);
    if (by_label) state["jobs"].erase(job);
  }
}

int kubectl() {
  std::erase_if(words, [](const std::string& word) { return word.starts_with("--namespace"); });
  Json state = load();
  const std::string &verb = words.at(0), kind = words.at(1);
  if (verb == "apply") {
    apply(state);
  } else if (verb == "get" && kind == "pod") {
    if (state["machines"].contains(words.at(2)))
      std::cout << (is_ready(state, words[2]) ? " Running\n" : " Failed\n");
  } else if (verb == "get") {
    if (state["jobs"].contains(words.at(2)))
      std::cout << words[2] << (is_alive(state["jobs"][words[2]]["pid"]) ? " \n" : " Complete\n");
  } else if (verb == "delete" && kind == "pod") {
    state["machines"].erase(words.at(2));
  } else if (verb == "delete") {
    end_jobs(state, words.at(2));
  } else if (verb == "exec") {
    expect_ready(kind == "--stdin" ? words.at(2) : kind);
    Words command(std::find(words.begin(), words.end(), "--") + 1, words.end());
    for (std::string& word : command) word = on_volume(word);
    return run_in(home("volume"), command);
  }
  if (verb == "apply" || verb == "delete") save(state);
  return 0;
}

int slurm() {
  Json state = load(), jobs = Json::object();
  for (const auto& [job, known] : state["jobs"].items())
    if (is_alive(known["pid"])) jobs[job] = known;
  const std::string job = flag("job-name") + flag("name");
  if (name == "sbatch") {
    jobs[job] = {{"pid", start(flag("chdir"), {"sh", "-c", flag("wrap")}, true)}};
    std::cout << jobs.size() << "\n";
  } else if (jobs.contains(job) && name == "squeue") {
    std::cout << "RUNNING\n";
  } else if (jobs.contains(job) && !has("--state=PENDING")) {
    if (flag("signal").empty())
      end_session(jobs[job]["pid"]);
    else
      ::kill(jobs[job]["pid"].get<pid_t>(), SIGTERM);
  }
  state["jobs"] = jobs;
  save(state);
  return 0;
}

const std::map<std::string, int (*)()> kClients = {
    {"ssh", ssh},         {"rsync", rsync},  {"gcloud", gcloud}, {"aws", aws},
    {"kubectl", kubectl}, {"sbatch", slurm}, {"squeue", slurm},  {"scancel", slurm}};

void take_machines() {
  Json state = load();
  for (auto& [machine, known] : state["machines"].items()) {
    end_machine(machine);
    known["state"] = "ended";
  }
  save(state);
}

/// The process that launched: it made its client the leader of a group, in which are the clients
/// that this one starts.
pid_t caller() {
  return std::stoi(status_of(std::to_string(::getpgrp())).at(1));
}

int fails() {
  std::cerr << name << ": injected failure\n";
  return 255;
}

int call() {
  const int64_t number = note_call();
  Json fault = {{"call", 0}, {"when", ""}};
  if (std::ifstream file(folder / "fault"); file) fault = Json::parse(file);
  const int64_t wanted = fault["call"];
  const std::string when = fault["when"];
  const bool is_it = number == wanted;
  if ((is_it && when == "before") || (when == "always" && number >= wanted)) return fails();
  const bool is_shell = name == "ssh" || has("ssh") || has("exec");
  if (is_it && when == "take") take_machines();
  if (is_shell && number >= wanted && when == "no shell") take_machines();
  int code = 255;
  try {
    code = kClients.at(name)();
  } catch (const Refused& refused) {
    std::cerr << name << ": " << refused.what() << "\n";
  } catch (const fs::filesystem_error& error) {
    std::cerr << name << ": " << error.what() << "\n";
  }
  std::cout.flush();
  if (is_it && when == "kill") ::kill(caller(), SIGKILL);
  return is_it && when == "after" ? fails() : code;
}

}  // namespace

int main(int count, char** arguments) {
  const fs::path called = fs::absolute(reinterpret_cast<const char*>(::getauxval(AT_EXECFN)));
  name = called.filename();
  folder = called.parent_path().parent_path();
  words.assign(arguments + 1, arguments + count);
  return call();
}
