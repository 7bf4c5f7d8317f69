// SPDX-License-Identifier: Apache-2.0
// `tutti launch --on TARGET`, `--list` and `--down`: trainings on other machines.
#include <sys/resource.h>

#include <chrono>

#include "app/launch/launch_arguments.h"
#include "app/launch/launch_bundle.h"
#include "app/launch/launch_preflight.h"
#include "app/process/environment.h"
#include "app/process/output.h"
#include "app/process/signals.h"
#include "base/calendar.h"
#include "base/log.h"
#include "base/passing_folder.h"
#include "base/text.h"
#include "base/token.h"
#include "launch/dry_run.h"
#include "launch/life_cycle.h"
#include "launch/output_folder.h"
#include "launch/secrets.h"
#include "run/user_folders.h"
#include "train/checkpoint.h"

namespace tutti::app {
namespace {

using launch::JobStore;
using launch::RemoteJob;
using Json = nlohmann::ordered_json;

int64_t unix_time() {
  return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

JobStore job_store(const LaunchArguments& a) {
  if (!a.jobs_dir.empty()) return JobStore(std::filesystem::absolute(a.jobs_dir));
  const auto state = run::state_folder(environment_variable);
  if (!state) user_error("--jobs_dir is missing: neither XDG_STATE_HOME nor HOME is set");
  return JobStore(std::filesystem::absolute(*state / "jobs"));
}

launch::DiscreetClients discreet(launch::Clients& clients) {
  return {clients, environment_secrets()};
}

launch::Pace pace_of(const LaunchArguments& a) {
  launch::Pace pace;
  pace.fetch = a.fetch_minutes * 60;
  pace.resumes = static_cast<int>(a.max_resumes);
  pace.poll = a.look_seconds;
  return pace;
}

launch::Surroundings surroundings(launch::Clients& clients, const JobStore& store,
                                  const LaunchArguments& a) {
  return {clients,
          store,
          pace_of(a),
          watch_signals(),
          unix_time,
          [](const std::string& log) { write_message(escaped_lines(log)); },
          [](const Path& folder) { return !train::checkpoint_problem(folder).has_value(); }};
}

/// Runs the job until its end or a signal.
ExitCode run_job(RemoteJob& job, launch::Clients& clients, const JobStore& store,
                 const LaunchArguments& a) {
  const int code = launch::LifeCycle(job, surroundings(clients, store, a)).run();
  return watch_signals() > 0 ? code_of_stop() : static_cast<ExitCode>(code);
}

void expect_on_target(const LaunchArguments& a) {
  const auto refuse = [&](bool given, const char* flag) {
    if (given) user_error("--{} with --on: expected none; the target says how many machines", flag);
  };
  refuse(a.nnodes != 1, "nnodes");
  refuse(a.node_rank != 0, "node_rank");
  refuse(!a.master_addr.empty(), "master_addr");
  refuse(a.master_port.has_value(), "master_port");
  refuse(!a.rendezvous.empty(), "rendezvous");
  refuse(a.max_restarts != 0, "max_restarts");
  if (!a.name.empty() && !launch::is_name(a.name))
    user_error("--name {}: expected up to 40 of a-z, 0-9 and -, from a letter on", escaped(a.name));
}

std::string new_name(const std::string& target) {
  return target.substr(0, 20) + utc_now("-%m%d-%H%M%S");
}

double hours_of(const LaunchArguments& a, const launch::Target& target) {
  if (a.max_cost <= 0) return a.max_hours;
  const auto price = target.price_hour();
  if (!price || *price <= 0)
    user_error("--max_cost {:g}: {} has no price_hour; add it to {}", a.max_cost, target.name(),
               escaped(a.targets, 1000));
  return std::min(a.max_hours, a.max_cost / *price);
}

ExitCode begin_job(const GlobalOptions& global, const LaunchArguments& a) {
  if (a.on.empty())
    user_error("--name {}: there is no such job to resume; --on TARGET starts one", a.name);
  const JobStore store = job_store(a);
  const std::string where = escaped(a.targets, 1000);
  const auto targets = launch::parse_targets(read_file(a.targets, size_t{1} << 20), where);
  RemoteJob job;
  job.target = launch::target_named(targets, a.on, where);
  job.name = a.name.empty() ? new_name(a.on) : a.name;
  if (job.name.size() > launch::kLongestJobName)
    user_error(
        "--name {}: found {} characters, expected at most {}, because the names of machines and "
        "pods contain it",
        escaped(job.name), job.name.size(), launch::kLongestJobName);
  job.key = random_hex(8);
  job.hours = hours_of(a, job.target);
  job.began = unix_time();
  job.processes = a.nproc_per_node;
  launch::Bundle bundle = training_bundle(global, job);
  launch::SystemClients system;
  launch::DiscreetClients clients = discreet(system);
  clients.expect_none(bundle.arguments, "the training's arguments");
  clients.expect_none(job.target.members().dump(), where);
  if (a.dry_run) {
    write_result(launch::dry_run(job, bundle, store, std::filesystem::temp_directory_path()));
    return ExitCode::done;
  }
  const PassingFolder passing(std::filesystem::temp_directory_path());
  const Path programs = passing.path() / "programs";
  const Preflight preflight = compile_before(global, a, job, programs);
  if (preflight.code != ExitCode::done) return preflight.code;
  if (preflight.compiled) carry_compiled(bundle, programs);
  make_output_folder(job.output);
  const FolderLock output_lock(job.output);  // no other run may write there meanwhile
  const Path own = store.folder_of(job.name);
  std::filesystem::create_directories(own);
  const FolderLock lock(own);
  launch::write_bundle(bundle, own / "bundle");
  store.save(job);
  log_info("{}: at most {:.3g} hours; `tutti launch --list` shows it, `--down {}` ends it",
           job.name, job.hours, job.name);
  return run_job(job, clients, store, a);
}

ExitCode go_on_with_job(const LaunchArguments& a, const JobStore& store) {
  RemoteJob job = store.load(a.name);
  if (!a.on.empty() && a.on != job.target.name())
    user_error("--name {}: the job of that name is on {}, not on {}", a.name, job.target.name(),
               escaped(a.on));
  const FolderLock lock(store.folder_of(job.name)), output_lock(job.output);
  launch::SystemClients system;
  launch::DiscreetClients clients = discreet(system);
  log_info("{}: goes on", job.name);
  return run_job(job, clients, store, a);
}

ExitCode list_jobs(const GlobalOptions& global, const JobStore& store) {
  Json json = Json::array();
  std::string text;
  for (const RemoteJob& job : store.all()) {
    const int64_t now = unix_time();
    const double hours = static_cast<double>(now - job.began) / 3600;
    const auto cost = job.cost(now);
    json.push_back({{"name", job.name},
                    {"target", job.target.name()},
                    {"kind", job.target.kind()},
                    {"phase", launch::name_of(job.phase)},
                    {"attempt", job.attempt},
                    {"hours", hours},
                    {"hours_left", job.hours_left(now)},
                    {"cost", cost ? Json(*cost) : Json(nullptr)},
                    {"has_machine", job.has_machine},
                    {"output", job.output},
                    {"command", job.command}});
    text += fmt::format("{:<24} {:<12} {:<10} attempt {:<3} {:6.2f} h, {:.2f} h left{}\n", job.name,
                        job.target.name(), launch::name_of(job.phase), job.attempt, hours,
                        job.hours_left(now), cost ? fmt::format(", cost {:.2f}", *cost) : "");
  }
  if (global.json)
    write_result_json({{"jobs", json}});
  else
    write_text(text.empty() ? "no job is anywhere\n" : text);
  return ExitCode::done;
}

ExitCode take_down(const LaunchArguments& a, const JobStore& store) {
  std::vector<RemoteJob> jobs;
  if (a.down == "all")
    jobs = store.all();
  else if (launch::is_name(a.down) && store.has(a.down))
    jobs.push_back(store.load(a.down));
  else
    user_error("--down {}: there is no such job; `tutti launch --list` shows those there are",
               escaped(a.down));
  launch::SystemClients system;
  launch::DiscreetClients clients = discreet(system);
  ExitCode code = ExitCode::done;
  for (RemoteJob& job : jobs) {
    try {
      const FolderLock lock(store.folder_of(job.name));
      launch::LifeCycle(job, surroundings(clients, store, a)).take_down(!a.discard);
      log_info("{}: nothing is left of it elsewhere", job.name);
    } catch (const UserError& error) {
      log_message(LogLevel::error, error.what());
      code = error.code();
    }
  }
  return code;
}

}  // namespace

ExitCode run_launch_target(const GlobalOptions& global, const LaunchArguments& a) {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);  // the environment contains secrets, and so would a core dump
  const JobStore store = job_store(a);
  if (a.list) return list_jobs(global, store);
  if (!a.down.empty()) return take_down(a, store);
  expect_on_target(a);
  if (!a.name.empty() && store.has(a.name) && !a.dry_run) {
    if (!global.words.empty())
      user_error(
          "--name {}: there is a job of that name; leave out the command after -- to resume it",
          a.name);
    return go_on_with_job(a, store);
  }
  return begin_job(global, a);
}

}  // namespace tutti::app
