// SPDX-License-Identifier: Apache-2.0
#include "comm/registry.h"

#include <stdexcept>

#include "base/log.h"
#include "base/text.h"
#include "base/token.h"
#include "comm/proof.h"
#include "comm/thread_without_signals.h"

namespace tutti::comm {
namespace {

constexpr std::chrono::milliseconds kLookTime{500};
constexpr std::string_view kEntry = "tutti-leader-1";
constexpr size_t kRunBytes = 8;

std::string seal_of(const std::string& said, const std::string& token) {
  return keyed_hash(token, "entry " + said);
}

}  // namespace

std::string sealed_text(const LeaderEntry& entry, const std::string& token) {
  const std::string said = fmt::format("{} {} {} {} {}", kEntry, entry.run, entry.generation,
                                       entry.port, fmt::join(entry.hosts, " "));
  return fmt::format("{} {}\n", said, seal_of(said, token));
}

std::optional<LeaderEntry> parse_sealed(const std::string& text, const std::string& token) {
  const size_t last = text.rfind(' ');
  if (last == std::string::npos || !text.ends_with('\n')) return std::nullopt;
  const std::string said = text.substr(0, last);
  if (!equal_secrets(text.substr(last + 1), seal_of(said, token) + "\n")) return std::nullopt;
  const std::vector<std::string> words = words_of(said);
  if (words.size() < 5 || words[0] != kEntry) return std::nullopt;
  return LeaderEntry{words[1],
                     std::atoll(words[2].c_str()),
                     std::atoi(words[3].c_str()),
                     {words.begin() + 4, words.end()}};
}

bool is_replaced(const std::optional<LeaderEntry>& found, const LeaderEntry& own, bool is_new) {
  if (!found) return true;
  if (found->run == own.run) return found->generation <= own.generation;
  // A process that waits for others to begin a job gives way to a job that runs.
  return is_new || (own.generation > 0 && found->generation == 0);
}

Registry::Registry(std::unique_ptr<SharedText> text, std::string token)
    : text_(std::move(text)), token_(std::move(token)) {}

Registry::~Registry() {
  leave();
}

LeaderEntry Registry::read() {
  const auto text = text_->read();
  if (!text) throw std::runtime_error("no process has registered there yet");
  auto entry = parse_sealed(*text, token_);
  if (!entry)
    throw std::runtime_error(
        "it has no complete entry of this job; does the job have another token?");
  const std::lock_guard lock(mutex_);
  if (!own_) run_ = entry->run;
  return std::move(*entry);
}

Socket Registry::connect(TimePoint end) {
  const LeaderEntry entry = read();
  std::string problem;
  for (const std::string& host : entry.hosts) try {
      return connect_to(host, entry.port, end);
    } catch (const std::runtime_error& error) {
      problem += fmt::format("{}{} port {}: {}", problem.empty() ? "" : "; ", escaped(host),
                             entry.port, error.what());
    }
  throw std::runtime_error(problem);
}

void Registry::lead(int64_t generation, std::vector<std::string> hosts, int port) {
  const std::lock_guard lock(mutex_);
  if (generation == 0) run_ = random_hex(kRunBytes);
  own_ = LeaderEntry{run_, generation, port, std::move(hosts)};
  is_changed_ = true;
  changed_.notify_all();
  if (!thread_.joinable()) thread_ = thread_without_signals([this] { keep(); });
}

void Registry::leave() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  try {
    if (!written_.empty()) text_->remove(written_);
  } catch (const std::runtime_error& error) {
    log_warning("{}: the entry of this process stays: {}", name(), escaped(error.what()));
  }
  written_.clear();
  own_.reset();
  ends_ = false;
}

void Registry::keep() {
  while (true) {
    LeaderEntry own;
    {
      const std::lock_guard lock(mutex_);
      if (ends_) return;
      own = *own_;
      is_changed_ = false;
    }
    std::string problem;
    try {
      check_entry(own);
    } catch (const std::runtime_error& error) {
      problem = error.what();
    }
    if (!problem.empty() && problem != problem_)
      log_warning("{}: other processes cannot learn there that this one leads: {}", name(),
                  escaped(problem));
    problem_ = std::move(problem);
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLookTime, [&] { return ends_ || is_changed_; });
  }
}

void Registry::check_entry(const LeaderEntry& own) {
  const auto text = text_->read();
  const bool is_new = !(own == last_);
  if (!is_new && text == written_) return text_->renew();
  const auto found = text ? parse_sealed(*text, token_) : std::nullopt;
  if (!is_replaced(found, own, is_new)) return;
  const std::string wanted = sealed_text(own, token_);
  if (!text_->replace(text, wanted)) return;
  written_ = wanted;
  last_ = own;
}

}  // namespace tutti::comm
