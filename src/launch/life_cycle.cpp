// SPDX-License-Identifier: Apache-2.0
#include "launch/life_cycle.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "launch/output_folder.h"

namespace tutti::launch {
namespace {

constexpr int kStopped = static_cast<int>(ExitCode::stopped);

std::string first_line(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_first_of("\r\n", begin) - begin);
}

}  // namespace

LifeCycle::LifeCycle(RemoteJob& job, const Surroundings& surroundings)
    : job_(job), around_(surroundings), driver_(make_driver(job.target)) {}

void LifeCycle::wait(double seconds) const {
  // In pieces, so that a signal takes effect.
  using Clock = std::chrono::steady_clock;
  const int stop = around_.stop;
  const auto last = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < last && around_.stop == stop)
    std::this_thread::sleep_for(std::min(std::chrono::duration<double>(0.1),
                                         std::chrono::duration<double>(last - Clock::now())));
}

bool LifeCycle::try_once(const ClientCommand& command, ClientEnd& end) {
  log_debug("$ {}", shell_text(command));
  end = around_.clients.run(command);
  if (end.is_missing)
    user_error("{}: {}: there is no such program in PATH: install it, or add it to PATH",
               job_.target.name(), command.words[0]);
  if (end.code == 0) return true;
  log_debug("{} ended with code {}: {}", command.words[0], end.code, escaped_lines(end.error));
  return false;
}

/// Runs a repeatable command, several times if necessary.
ClientEnd LifeCycle::ask(const ClientCommand& command) {
  thread_local std::minstd_rand random(std::random_device{}());
  ClientEnd end;
  double pause = around_.pace.retry;
  for (int tried = 1;; tried++, pause *= 2) {
    if (try_once(command, end)) return end;
    if (tried >= around_.pace.tries) break;
    log_info("{}: {} failed with code {}, retrying: {}", job_.name, command.words[0], end.code,
             escaped(first_line(end.error), 300));
    wait(pause * std::uniform_real_distribution<double>(0.5, 1.5)(random));
  }
  io_error("{}: {} failed {} times, most recently with code {}: {}; the command was: {}", job_.name,
           command.words[0], around_.pace.tries, end.code, escaped(first_line(end.error), 500),
           escaped(first_line(shell_text(command)), 2000));
}

MachineState LifeCycle::machine() {
  return driver_->machine_state(ask(driver_->ask_machine(job_)).out, job_);
}

/// Sets the seconds left; false if there are none.
bool LifeCycle::has_time() {
  job_.seconds = static_cast<int64_t>(std::ceil(job_.hours_left(around_.now()) * 3600));
  if (job_.seconds > 0) return true;
  log_warning("{}: its time of {:g} hours is over", job_.name, job_.hours);
  return false;
}

/// Whether another attempt or machine is allowed; each one counts.
bool LifeCycle::may_resume() {
  const int64_t times = job_.attempt - 1 + job_.lost_machines;
  if (times < around_.pace.resumes) return has_time();
  log_warning("{}: resumed {}; --max_resumes {} allows no more", job_.name, counted(times, "time"),
              around_.pace.resumes);
  return false;
}

void LifeCycle::create_machine() {
  job_.has_machine = true;  // set beforehand, so that it is never forgotten
  save();
  log_info("{}: creates {}", job_.name, job_.unit());
  ClientEnd end;
  double pause = around_.pace.retry;
  for (int tried = 1;; tried++, pause *= 2) {
    if (try_once(driver_->create(job_), end) || machine() != MachineState::absent) return;
    if (tried >= around_.pace.tries)
      io_error("{}: {} cannot be created: {}", job_.name, job_.unit(),
               escaped(first_line(end.error), 500));
    wait(pause);
  }
}

/// Whether a machine that was reclaimed before anything started on it may be created again.
bool LifeCycle::give_up_machine() {
  remove_machine();
  if (!may_resume()) return false;
  job_.lost_machines++;
  save();
  return true;
}

/// Provides a machine that is ready for a shell, waiting for one that was created but is not there
/// yet. False if the job may have no more machines.
bool LifeCycle::provide_machine() {
  int64_t last = around_.now() + static_cast<int64_t>(std::ceil(around_.pace.start));
  bool is_created = false;
  while (has_time()) {
    if (around_.stop > 0) return true;
    const MachineState state = driver_->has_machine() ? machine() : MachineState::ready;
    if (state == MachineState::ready) {
      save();  // what the vendor calls it
      if (await_shell()) return true;
      last = around_.now() + static_cast<int64_t>(std::ceil(around_.pace.start));
    } else if (state == MachineState::absent && !is_created) {
      create_machine();
      is_created = true;
    }
    if (state == MachineState::ready || state == MachineState::ended) {
      if (!give_up_machine()) return false;
      is_created = false;
    }
    if (around_.now() > last)
      io_error("{}: {} is not ready after {} s", job_.name, job_.unit(), around_.pace.start);
    wait(std::min(around_.pace.poll, 5.0));
  }
  return false;
}

/// Waits until a new machine accepts connections; false if it is reclaimed before, or no time is
/// left.
bool LifeCycle::await_shell() {
  const ClientCommand hello = driver_->shell(job_, "true");
  if (!driver_->has_machine()) {
    ask(hello);
    return true;
  }
  const int64_t last = around_.now() + static_cast<int64_t>(std::ceil(around_.pace.start));
  ClientEnd end;
  while (!try_once(hello, end)) {
    if (around_.stop > 0) return true;
    if (machine() != MachineState::ready || job_.hours_left(around_.now()) <= 0) return false;
    if (around_.now() > last)
      io_error("{}: cannot connect to {}: {}", job_.name, job_.unit(),
               escaped(first_line(end.error), 500));
    wait(around_.pace.poll);
  }
  return true;
}

void LifeCycle::send_files() {
  const Path own = around_.store.folder_of(job_.name);
  for (const auto& [name, text] : driver_->texts(job_))
    write_file_atomically(own / "bundle" / name, text);
  job_.has_files = true;
  save();
  const Claimed claimed = read_claim(ask(claim(*driver_, job_)).out);
  if (claimed == Claimed::taken)
    user_error(
        "--name {}: {} on {} belongs to another job, which another computer began, or another "
        "--jobs_dir; give another --name, or remove that folder if nobody needs it",
        job_.name, driver_->folder(job_), job_.target.name());
  const Path passing = own / "passing.tar";
  for (const ClientCommand& command : driver_->send(job_, own / "bundle", "", passing))
    ask(command);
  if (claimed == Claimed::fresh && has_output(job_.output)) {  // of attempts elsewhere
    log_info("{}: sending the output so far", job_.name);
    for (const ClientCommand& command : driver_->send(job_, job_.output, "output", passing))
      ask(command);
  }
  ask(driver_->shell(job_, fmt::format("touch {}/known", driver_->folder(job_))));
  std::filesystem::remove(passing);
}

void LifeCycle::start() {
  if (!has_time()) return;
  job_.phase = Phase::running;  // from here on there may be output that exists nowhere else
  job_.log_bytes = 0;
  save();
  ask(driver_->start(job_));
  log_info("{}: running on {}, attempt {}", job_.name, job_.target.name(), job_.attempt);
}

/// Polls the folder, and the job itself if the folder does not show its state.
UnitStatus LifeCycle::unit_status() {
  UnitStatus found = read_status(ask(poll_unit(*driver_, job_)).out);
  const ClientCommand question = driver_->ask_unit(job_);
  if (found.state == UnitState::gone && !question.words.empty()) {
    const bool exists = driver_->unit_exists(ask(question).out);
    const std::string log = found.log;
    job_.log_bytes += static_cast<int64_t>(log.size());
    // It may have ended between the two questions.
    found = read_status(ask(poll_unit(*driver_, job_)).out);
    if (found.state == UnitState::gone && exists) found.state = UnitState::running;
    found.log = log + found.log;
    job_.log_bytes -= static_cast<int64_t>(log.size());
  }
  return found;
}

bool LifeCycle::is_lost() {
  return driver_->has_machine() && machine() != MachineState::ready;
}

LifeCycle::Ending LifeCycle::follow() {
  int64_t next_fetch = around_.now() + static_cast<int64_t>(around_.pace.fetch);
  int64_t answered = around_.now();
  bool is_stopping = false;
  for (;;) {
    UnitStatus found;
    try {
      found = unit_status();
      answered = around_.now();
    } catch (const UserError& error) {
      if (error.code() != ExitCode::io) throw;
      if (is_lost()) return Ending::lost;
      if (static_cast<double>(around_.now() - answered) > around_.pace.patience) throw;
      log_warning("{}", error.what());
      wait(around_.pace.poll);
      continue;
    }
    if (!found.log.empty()) {
      around_.show_log(found.log);
      job_.log_bytes += static_cast<int64_t>(found.log.size());
      save();
      if (found.state != UnitState::running) continue;  // there may be more of it
    }
    if (found.state == UnitState::gone) return is_stopping ? Ending::stopped : Ending::lost;
    if (found.state == UnitState::ended) {
      job_.exit_code = found.exit_code;
      if (is_stopping) return Ending::stopped;
      return found.exit_code == kStopped ? Ending::preempted : Ending::code;
    }
    const bool is_over = job_.hours_left(around_.now()) <= 0;
    if (!is_stopping && (is_over || around_.stop > 0)) {
      if (is_over) log_warning("{}: its time of {:g} hours is over", job_.name, job_.hours);
      log_info("{}: asking it to save its state and end", job_.name);
      is_stopping = true;
      ask(driver_->stop(job_));
    }
    if (around_.now() >= next_fetch) {
      try_fetch_output();
      next_fetch = around_.now() + static_cast<int64_t>(around_.pace.fetch);
    }
    wait(around_.pace.poll);
  }
}

void LifeCycle::fetch_output() {
  const Path passing = around_.store.folder_of(job_.name) / "passing.tar";
  const Path part = part_of(job_.output, job_.name);
  std::filesystem::create_directories(part / "output");
  for (const ClientCommand& command : driver_->fetch(job_, part, job_.output, passing))
    ask(command);
  std::filesystem::remove(passing);
  move_output(part, job_.output, around_.is_whole);
}

/// The same; false if the machine is gone and its output with it.
bool LifeCycle::try_fetch_output() {
  try {
    fetch_output();
    return true;
  } catch (const UserError& error) {
    if (error.code() != ExitCode::io || !is_lost()) throw;
    return false;
  }
}

/// Whether the job starts again.
bool LifeCycle::prepare_next(Ending ending) {
  if (ending == Ending::code || ending == Ending::stopped) return false;
  if (!may_resume()) return false;
  log_info("{}: {}; resuming from its newest checkpoint", job_.name,
           ending == Ending::lost ? "its machine failed or was taken away" : "it was preempted");
  job_.phase = Phase::preparing;  // the output so far is fetched
  job_.attempt++;
  job_.exit_code = -1;
  job_.log_bytes = 0;
  save();
  return true;
}

int LifeCycle::run() {
  bool goes_on = job_.phase == Phase::running;  // another process began it
  for (bool more = job_.phase != Phase::fetched; more;) {
    Ending ending = Ending::stopped;
    bool was_ready = false;
    try {
      if (!goes_on) {
        if (!provide_machine()) break;
        was_ready = true;
        if (around_.stop == 0) send_files();
        if (around_.stop == 0) start();
        if (job_.phase != Phase::running) break;
      }
      goes_on = false;
      ending = follow();
    } catch (const UserError& error) {
      log_warning("{}", error.what());
      const bool is_taken = was_ready && error.code() == ExitCode::io && is_lost();
      if (!is_taken && job_.phase != Phase::preparing) throw;
      if (!is_taken) {
        remove_all();  // nothing ran: nothing is lost
        throw;
      }
      ending = Ending::lost;
    }
    const bool is_fetched = (ending != Ending::lost || !is_lost()) && try_fetch_output();
    if (!is_fetched) {
      log_warning("{}: files written since the last copy of its output are lost with the machine",
                  job_.name);
      remove_machine();  // so that it is not counted again
      if (ending != Ending::stopped) ending = Ending::lost;
    }
    more = prepare_next(ending);
  }
  const int code = job_.exit_code < 0 ? kStopped : job_.exit_code;
  if (job_.phase != Phase::fetched) {
    job_.phase = Phase::fetched;
    save();
  }
  remove_all();
  return code;
}

void LifeCycle::take_down(bool keep_output) {
  if (job_.phase == Phase::running && !is_lost()) {
    ask(driver_->stop(job_));
    // The driver kills the training after five minutes; wait half a minute longer for its end.
    const int64_t last = around_.now() + 330;
    while (keep_output && unit_status().state == UnitState::running && around_.now() < last)
      wait(around_.pace.poll);
    if (keep_output) fetch_output();
  }
  job_.phase = Phase::fetched;
  save();
  remove_all();
}

void LifeCycle::remove_all() {
  const ClientCommand remove_unit = driver_->remove_unit(job_);
  if (job_.has_files && !remove_unit.words.empty()) ask(remove_unit);
  if (!driver_->has_machine()) {
    if (job_.has_files) ask(driver_->clean(job_));
  } else if (driver_->outlives_machine() && job_.has_machine && !is_lost()) {
    ClientEnd end;
    if (!try_once(driver_->clean(job_), end) && !try_once(driver_->clean(job_), end))
      log_warning("{}: its files stay where they are, in {}", job_.name, driver_->folder(job_));
  }
  if (job_.has_machine) remove_machine();
  around_.store.forget(job_.name);
}

/// Removes the machine and makes sure of it.
void LifeCycle::remove_machine() {
  // A vendor may take a moment to list a new machine, so one answer of "none" is not enough.
  const int64_t last = around_.now() + 900;
  for (int absent = 0; absent < 2;) {
    const MachineState state = machine();
    if (state == MachineState::absent) {
      absent++;
    } else {
      absent = 0;
      ClientEnd end;
      if (!try_once(driver_->remove_machine(job_), end))
        log_info("{}: {} is not removed yet: {}", job_.name, job_.unit(),
                 escaped(first_line(end.error), 300));
    }
    if (around_.now() > last)
      io_error("{}: {} is still there; `tutti launch --down {}` tries again", job_.name,
               job_.unit(), job_.name);
    wait(around_.pace.retry);
  }
  log_info("{}: removed {}", job_.name, job_.unit());
  job_.has_machine = false;
  save();
}

}  // namespace tutti::launch
