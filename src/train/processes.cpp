// SPDX-License-Identifier: Apache-2.0
#include "train/processes.h"

#include <bit>
#include <cmath>
#include <numeric>

#include "base/log.h"
#include "base/text.h"
#include "train/accumulate.h"
#include "train/step_batches.h"

namespace tutti::train {
namespace {

using StepClock = std::chrono::steady_clock;

constexpr int64_t kStepsBetweenShares = 4;
// How to make a value the same in all processes: arithmetic, and all others.
constexpr const char* kSameArithmetic =
    "for processors, set ONEDNN_MAX_CPU_ISA on all to one that all have: AVX512_CORE, or AVX2 if "
    "one has no AVX-512; devices of other kinds need --mixed_backends";
constexpr const char* kSameInput =
    "give all of them the same flags, the same files and the same program";

/// The message that each process sends to each other in a step. Shares are in parts of kWhole.
struct StepMessage {
  float seconds_per_token;  // of Pace
  uint32_t waiting : 9, hidden : 9, exposed : 9;
  uint32_t signs : 5;
};
static_assert(sizeof(StepMessage) == sizeof(uint64_t));
constexpr uint32_t kWhole = (1U << 9) - 1, kSigns = (1U << 5) - 1;

uint32_t parts_of_whole(double share) {
  return static_cast<uint32_t>(std::lround(kWhole * std::clamp(share, 0.0, 1.0)));
}

double share_of(uint32_t parts) {
  return static_cast<double>(parts) / kWhole;
}

double seconds_since(StepClock::time_point begin) {
  return std::chrono::duration<double>(StepClock::now() - begin).count();
}

/// Those whose state is not the one that most have.
struct OddRanks {
  std::vector<size_t> ranks;
  size_t like = 0;           // a rank of those that most are like
  bool is_majority = false;  // more than half are
};

OddRanks odd_ranks(const std::vector<std::string>& hashes) {
  OddRanks result;
  const auto count = [&](size_t rank) {
    return std::count(hashes.begin(), hashes.end(), hashes[rank]);
  };
  for (size_t rank = 1; rank < hashes.size(); rank++)
    if (count(rank) > count(result.like)) result.like = rank;
  for (size_t rank = 0; rank < hashes.size(); rank++)
    if (hashes[rank] != hashes[result.like]) result.ranks.push_back(rank);
  result.is_majority = 2 * static_cast<size_t>(count(result.like)) > hashes.size();
  return result;
}

/// Compiles what the batches need, so that no compiling is measured.
void compile_for(Programs& programs, const std::vector<std::vector<data::Batch>>& rounds) {
  for (const auto& batches : rounds)
    for (const std::string_view function : {step::kGradients, step::kMerge})
      programs.get(function, shape_of(batches[0]));
}

}  // namespace

Processes::Processes(comm::Communicator& communicator, std::vector<int64_t> shares)
    : communicator_(&communicator), shares_(std::move(shares)) {
  check(static_cast<int64_t>(shares_.size()) == communicator.size(), "{} shares of {} processes",
        shares_.size(), communicator.size());
}

Processes::Processes(comm::Job& job, std::vector<int64_t> shares)
    : job_(&job), shares_(std::move(shares)) {
  check(is_newcomer() || static_cast<int64_t>(shares_.size()) == communicator().size(), "{} shares",
        shares_.size());
}

void Processes::mix(const std::string& name, DeviceCopy* device) {
  own_device_ = name;
  device_ = device;
  if (!is_newcomer())
    devices_ = communicator().all_gather(name, "the names of devices", comm::kNoLimit);
}

comm::Regrouping Processes::regroup(const std::string& cause) {
  sum_.reset();
  agreement_.reset();
  seconds_per_token_.clear();
  if (!is_newcomer()) {
    const comm::Regrouping result = job_->regroup(cause);
    std::vector<int64_t> next;
    for (const int64_t rank : result.former)
      next.push_back(rank < 0 || former_.empty() ? rank : former_.at(static_cast<size_t>(rank)));
    former_ = std::move(next);
    return result;
  }
  const comm::Regrouping result = job_->enter([this](const std::string& terms) {
    const std::string found = difference(
        nlohmann::json::parse(terms, nullptr, /*allow_exceptions=*/false), terms_, "this one");
    if (!found.empty()) user_error("{}", found);
  });
  former_.assign(result.former.size(), -1);
  return result;
}

std::vector<int64_t> Processes::shares_of_left() const {
  if (former_.empty()) return shares_;
  int64_t sum = 0, known = 0;
  for (const int64_t rank : former_)
    if (rank >= 0) {
      sum += shares_.at(static_cast<size_t>(rank));
      known++;
    }
  std::vector<int64_t> shares;
  // As many times as there are known ones, so that the average is a whole number.
  for (const int64_t rank : former_)
    shares.push_back(rank < 0 ? sum : shares_.at(static_cast<size_t>(rank)) * known);
  const int64_t all = std::accumulate(shares_.begin(), shares_.end(), int64_t{0});
  if (sum == 0 || std::all_of(shares_.begin(), shares_.end(),
                              [&](int64_t share) { return std::abs(share - shares_[0]) <= 1; }))
    return comm::even_shares(all, static_cast<int64_t>(former_.size()));
  return comm::scaled_shares(shares, all);
}

Processes::Agreement Processes::agree_on(const Standing& standing, const nlohmann::json& value,
                                         bool stop) {
  constexpr std::string_view kWhat = "the agreement after a meeting";
  const nlohmann::json own = {{"step", standing.step},
                              {"entries", standing.entries},
                              {"stop", stop},
                              {"device", own_device_}};
  std::vector<Standing> standings;
  Agreement result;
  devices_.clear();
  for (const std::string& text : communicator().all_gather(own.dump(), kWhat, comm::kNoLimit)) {
    const auto other = nlohmann::json::parse(text);
    standings.push_back({other["step"].get<int64_t>(), other["entries"].get<int64_t>()});
    result.stop = result.stop || other["stop"].get<bool>();
    devices_.push_back(other["device"].get<std::string>());
  }
  const auto furthest = std::max_element(standings.begin(), standings.end());
  if (furthest->step < 0) io_error("no process with the training's state is left");
  result.from = furthest - standings.begin();
  result.step = furthest->step;
  result.all_equal = std::all_of(standings.begin(), standings.end(),
                                 [&](const Standing& one) { return one.step == furthest->step; });
  nlohmann::json told;
  if (result.from == rank()) told = {{"value", value}, {"shares", shares_of_left()}};
  const auto texts = communicator().all_gather(told.dump(), kWhat, comm::kNoLimit);
  told = nlohmann::json::parse(texts[static_cast<size_t>(result.from)]);
  shares_ = told["shares"].get<std::vector<int64_t>>();
  former_.clear();
  result.value = std::move(told["value"]);
  return result;
}

std::string Processes::difference(const nlohmann::json& first, const nlohmann::json& other,
                                  const std::string& who) {
  // Another precision uses other instructions, so "arithmetic" is named only if nothing else is.
  std::string sentence;
  for (const auto& [name, value] : first.items()) {
    const auto found = other.is_object() ? other.value(name, nlohmann::json()) : nlohmann::json();
    const bool is_arithmetic = name == "arithmetic";
    if (found == value || (is_arithmetic && !sentence.empty())) continue;
    sentence = fmt::format("the processes' trainings differ: {} is {} on rank 0, but {} on {}; {}",
                           name, escaped(value.dump()), escaped(found.dump()), who,
                           is_arithmetic ? kSameArithmetic : kSameInput);
    if (!is_arithmetic) break;
  }
  return sentence;
}

void Processes::refuse_together(const std::string& reason) {
  // A process that left before the others have found the reason too would keep them from it.
  try {
    communicator().barrier("the end of a comparison", comm::kNoLimit);
  } catch (const comm::PeerFailed&) {
    // Another one left, which it does only when all have it.
  }
  user_error("{}", reason);
}

void Processes::expect_same(const nlohmann::json& values) {
  const auto texts =
      communicator().all_gather(values.dump(), "the comparison of settings", comm::kNoLimit);
  const auto parsed = [&](size_t rank) {
    return nlohmann::json::parse(texts[rank], nullptr, /*allow_exceptions=*/false);
  };
  for (size_t rank = 1; rank < texts.size(); rank++)
    if (const std::string found = difference(parsed(0), parsed(rank), fmt::format("rank {}", rank));
        !found.empty())
      refuse_together(found);
}

void Processes::expect_same_state(const TrainingState& state, const std::string& where) {
  constexpr std::string_view kWhat = "the comparison of states";
  const auto hashes = communicator().all_gather(state.hash(), kWhat, comm::kNoLimit);
  if (std::all_of(hashes.begin(), hashes.end(),
                  [&](const std::string& hash) { return hash == hashes[0]; }))
    return;
  std::vector<std::vector<std::string>> fields;
  for (const std::string& text : communicator().all_gather(
           nlohmann::json(state.field_hashes()).dump(), kWhat, comm::kNoLimit))
    fields.push_back(nlohmann::json::parse(text).get<std::vector<std::string>>());
  const OddRanks odd = odd_ranks(hashes);
  size_t field = 0;
  while (field + 1 < fields[0].size() && fields[odd.ranks[0]][field] == fields[odd.like][field])
    field++;
  const std::string& name = state.layout().state()[field].name;
  const std::string advice =
      "a memory or a processor made an error there. Checkpoints are written only of states that "
      "were the same everywhere, so go on from the newest one, without that machine";
  if (!odd.is_majority)
    refuse_together(fmt::format(
        "{} the processes' states differ, first in {}, and no majority agrees, so the right one is "
        "unknown: {}",
        where, name, advice));
  refuse_together(
      fmt::format("{} the state of rank {} differs from the other processes', first in {}: {}",
                  where, fmt::join(odd.ranks, " and of rank "), name, advice));
}

void Processes::expect_shared_folder(const Path& folder) {
  constexpr std::string_view kWhat = "the comparison of folders";
  const std::string name = from_first(std::filesystem::absolute(folder).string(), kWhat);
  const bool sees = std::filesystem::is_directory(name);
  const auto answers = communicator().all_gather(sees ? "yes" : "no", kWhat, comm::kNoLimit);
  std::vector<size_t> blind;
  for (size_t rank = 0; rank < answers.size(); rank++)
    if (answers[rank] != "yes") blind.push_back(rank);
  if (!blind.empty())
    refuse_together(fmt::format(
        "--save_sharded: rank {} cannot access {}, the folder of rank 0; expected an --output_dir "
        "on a file system that all processes share, or no --save_sharded",
        fmt::join(blind, " and rank "), escaped(name)));
}

void Processes::set_terms(const nlohmann::json& values) {
  terms_ = values;
  if (job_) job_->set_terms(values.dump());
}

nlohmann::json Processes::from_first(const nlohmann::json& value, std::string_view what) {
  return nlohmann::json::parse(communicator().broadcast(value.dump(), what, comm::kNoLimit));
}

void Processes::share_state(TrainingState& state, int64_t from) {
  check(state.replicas().size() == 1, "a process with {} devices", state.replicas().size());
  // Into memory of its own, so that the state stays as it is where the giver fails on the way.
  std::vector<ir::Tensor> received;
  for (size_t i = 0; i < state.layout().state().size(); i++) {
    const ir::Type& type = state.layout().state()[i].type;
    std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
    if (rank() == from) bytes = state.read(i).expanded();
    communicator().broadcast(bytes, "the state", from);
    if (rank() != from) received.emplace_back(type, std::move(bytes));
  }
  if (rank() != from) state.replace(received);
  if (device_) device_->forget();
}

std::vector<comm::Node> Processes::nodes_of(int64_t step, int64_t leaves) const {
  if (replayed_) return replayed_->nodes(step, leaves, devices_);
  return comm::place_nodes(comm::scaled_shares(shares_, leaves));
}

DeviceBuffers Processes::gradients(Programs& programs, TrainingState& state, data::Loader& loader,
                                   int64_t step) {
  backend::Backend& backend = programs.backend();
  if (!elements_) elements_.emplace(programs);
  if (!sum_) {
    sum_.emplace(communicator());
    bucket_bytes_ ? elements_->cut(bucket_bytes_) : elements_->cut_for(communicator().size());
  }
  Programs& computing = device_ ? device_->programs() : programs;
  const int64_t micro_batches = micro_batches_of(loader, step);
  const auto leaf_sizes = comm::leaf_sizes(micro_batches, programs.options().most_leaves);
  const std::vector<comm::Node> nodes = nodes_of(step, std::ssize(leaf_sizes));
  elements_->begin(loader, step, micro_batches);
  if (is_mixed() && !replayed_) record_.note(step, shares_, devices_);
  DeviceBuffers arguments;
  sum_->begin(nodes, elements_->buckets());
  comm::BackgroundSum adding(communicator(), *sum_);
  for (size_t k = 0; k < nodes.size(); k++) {
    if (nodes[k].owner != rank()) continue;
    const NodeBatches batches = node_batches(loader, step, nodes[k], leaf_sizes);
    compile_for(computing, batches.rounds);
    const auto begin = StepClock::now();
    if (arguments.empty())
      arguments =
          device_ ? device_->gradient_arguments(state, backend) : state.gradient_arguments();
    compute(k, computing, arguments, batches, adding);
    times_.busy += seconds_since(begin);
    for (const auto& round : batches.rounds) times_.tokens += round[0].rows * round[0].length;
  }
  const auto begin = StepClock::now();
  const std::span<const float> all = adding.finish();
  times_.hidden += adding.hidden_seconds();
  times_.exposed += seconds_since(begin);
  times_.waited = times_.exposed;
  return elements_->unpack(programs, all);
}

void Processes::compute(size_t node, Programs& computing, const DeviceBuffers& arguments,
                        const NodeBatches& batches, comm::BackgroundSum& adding) {
  std::vector<size_t> missing = elements_->sums_of_buckets();
  report_gradients(computing, arguments, batches,
                   [&](size_t i, std::span<const backend::Buffer> terms) {
                     elements_->pack(computing.backend(), i, terms, sum_->part(node));
                     const size_t bucket = elements_->bucket_of(i);
                     if (--missing[bucket] == 0) adding.send(node, bucket);
                   });
}

std::vector<comm::Slice> Processes::parts_of(int64_t count) const {
  std::vector<comm::Slice> parts;
  int64_t next = 0;
  for (const int64_t share : comm::scaled_shares(shares_, count)) {
    parts.push_back({next, next + share});
    next += share;
  }
  return parts;
}

std::vector<std::vector<data::Batch>> Processes::own_batches(data::Loader& loader, int64_t step,
                                                             int64_t most_leaves) {
  std::vector<std::vector<data::Batch>> all;
  const auto leaf_sizes = comm::leaf_sizes(micro_batches_of(loader, step), most_leaves);
  for (const comm::Node& node : nodes_of(step, std::ssize(leaf_sizes)))
    if (node.owner == rank())
      for (auto& round : node_batches(loader, step, node, leaf_sizes).rounds)
        all.push_back(std::move(round));
  return all;
}

void Processes::begin_agreement(uint16_t signs) {
  StepMessage message{};
  message.seconds_per_token = pace_.seconds_per_token();
  message.waiting = parts_of_whole(pace_.waiting()) & kWhole;
  message.hidden = parts_of_whole(pace_.hidden()) & kWhole;
  message.exposed = parts_of_whole(pace_.exposed()) & kWhole;
  message.signs = signs & kSigns;
  agreement_ = communicator().begin_gather(std::bit_cast<uint64_t>(message), "the end of a step");
  step_begin_ = StepClock::now();
  times_ = {};
}

uint16_t Processes::agree(int64_t steps) {
  const auto begin = StepClock::now();
  const auto told = communicator().finish_gather(std::move(*agreement_));
  agreement_.reset();
  if (job_) job_->note_step();
  times_.waited += seconds_since(begin);
  times_.all = seconds_since(step_begin_);
  pace_.add(times_);
  uint16_t signs = 0;
  seconds_per_token_.clear();
  loads_.clear();
  for (const uint64_t one : told) {
    const auto message = std::bit_cast<StepMessage>(one);
    const float seconds = message.seconds_per_token;
    signs = static_cast<uint16_t>(signs | message.signs);
    seconds_per_token_.push_back(seconds);
    loads_.push_back({seconds > 0 ? 1 / static_cast<double>(seconds) : 0, 0,
                      share_of(message.waiting), share_of(message.hidden),
                      share_of(message.exposed)});
  }
  if (follows_speeds_ && steps % kStepsBetweenShares == 0) follow(steps);
  return signs;
}

/// All processes have been told the same numbers, so that they come to the same shares.
void Processes::follow(int64_t steps) {
  const std::vector<int64_t> next = next_shares(shares_, seconds_per_token_);
  if (next == shares_) return;
  shares_ = next;
  std::vector<std::string> speeds;
  for (const ProcessLoad& load : loads())
    speeds.push_back(fmt::format("{:.0f}", load.tokens_per_second));
  log_info("after step {} the processes compute {} micro-batches, at {} tokens/s", steps,
           fmt::join(shares_, ":"), fmt::join(speeds, ":"));
}

std::vector<ProcessLoad> Processes::loads() const {
  if (seconds_per_token_.size() != shares_.size()) return {};  // between two groups
  std::vector<ProcessLoad> loads = loads_;
  for (size_t rank = 0; rank < shares_.size(); rank++) loads[rank].share = shares_[rank];
  return loads;
}

}  // namespace tutti::train
