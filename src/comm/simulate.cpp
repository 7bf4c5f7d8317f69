// SPDX-License-Identifier: Apache-2.0
#include "comm/simulate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>

#include "base/error.h"
#include "comm/sum_schedule.h"

namespace tutti::comm {
namespace {

constexpr int64_t kMostGroups = 256;
constexpr int64_t kMostMessages = int64_t{4} << 20;
constexpr double kNotKnown = std::numeric_limits<double>::infinity();

/// One direction of a link, or a thread that handles messages, one at a time.
struct Resource {
  double free = 0;  // from then on

  /// Occupies it for `seconds` from `start`, or from when it is free. Returns the end.
  double take(double start, double seconds) { return free = std::max(start, free) + seconds; }
};

struct LinkEnds {
  Resource out, in;
};

/// Messages that a process begins to send together: the sums of a node in a bucket, or a chunk of
/// the results.
struct Sending {
  size_t bucket = 0;
  int64_t first_chunk = 0, chunks = 0;
  double ready = kNotKnown;  // messages leave in the order in which they are ready
};

enum Kind : size_t { kSums, kResults };
enum Lane : size_t { kNetwork, kLocal };  // between hosts, inside of a host

/// The next message of a kind: its number within the next sending.
struct Cursor {
  size_t sending = 0;
  int64_t message = 0;
};

/// A group's messages sent through a lane, and its next event.
struct LaneState {
  std::array<Cursor, 2> cursors{};  // by kind
  double time = kNotKnown;
  int64_t order = -1;
};

/// Ranks that act identically and simultaneously; if there are few, each rank is a group.
struct Group {
  double members = 1;
  double hosts = 1;                                // their links to the network
  double computed = 0;                             // when their last node is
  int64_t nodes = 0;                               // of each member
  std::array<std::vector<Sending>, 2> sendings{};  // by kind
  std::vector<std::vector<Slice>> chunks{};        // [bucket]: of the part that one member adds
  std::vector<size_t> first_chunk{};  // [bucket]: its place among the chunks of all buckets
  std::vector<int64_t> missing{};     // by chunk: messages still missing
  std::vector<double> arrived{};      // when the latest one came
  size_t added = 0;                   // chunks
  double adding_end = 0;              // of the last one
  double end = 0;                     // when all results are there, so far
  double bytes = 0;                   // that one member has sent, without headers
  std::array<LaneState, 2> lanes{};   // by lane
  Resource sends{}, receives{};       // the threads of each member
  LinkEnds local{};

  /// Inside of a host each member has a link of its own.
  double links(Lane lane) const { return lane == kLocal ? members : hosts; }
};

struct Event {
  double time = 0;
  int64_t order = 0;  // of events of one time
  size_t group = 0;
  Lane lane = kNetwork;

  bool operator>(const Event& other) const {
    return time != other.time ? time > other.time : order > other.order;
  }
};

/// A message, or the same one between all members of two groups.
struct SimulatedMessage {
  size_t to = 0;
  size_t chunk = 0;  // of all buckets, one after another
  double elements = 0;
  double copies_sent = 0, copies_received = 0;  // of each member, by this lane
};

class Simulation {
 public:
  explicit Simulation(const SimulatedWorld& world);
  StepForecast run();

 private:
  void make_groups(const std::vector<Node>& nodes);
  int64_t messages_to(size_t group) const;
  /// What a member with these nodes sends, and when the data is ready.
  void add_sendings(Group& group, const std::vector<Node>& nodes) const;
  /// The share of a message's copies that go through a lane.
  double part_of_lane(size_t from, size_t to, Lane lane) const;
  LinkEnds& link(size_t group, Lane lane);

  void put(size_t group, Lane lane, double time);
  void go_on(const Event& event);
  /// The next message of a sending, or nullopt after the last.
  std::optional<SimulatedMessage> next_of(size_t from, Lane lane, Kind kind);
  /// Returns the time of receipt.
  double move(size_t from, Lane lane, double now, const SimulatedMessage& message);
  void receive_sums(size_t group, size_t chunk, double time);
  void add_chunks(size_t group);
  double ring_end() const;

  const SimulatedWorld& world_;
  const StepCosts& costs_;
  const int64_t ranks_;
  std::vector<int64_t> leaf_sizes_;
  int64_t nodes_ = 0;
  int64_t chunk_elements_ = kChunk;
  std::vector<size_t> group_of_;  // by rank
  std::vector<Group> groups_;
  std::vector<LinkEnds> networks_;  // by host, or by group where groups have several ranks
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  int64_t puts_ = 0;
};

double elements_of(const std::vector<Bucket>& buckets) {
  double elements = 0;
  for (const Bucket& bucket : buckets) elements += static_cast<double>(bucket.elements);
  return elements;
}

/// How many elements to send together to limit the number of messages: each chunk of a part takes
/// one message per node and one per rank that gets the results.
int64_t elements_of_chunk(const SimulatedWorld& world, int64_t nodes) {
  const auto ranks = static_cast<int64_t>(world.shares.size());
  int64_t chunks = 0;
  for (const Bucket& bucket : world.buckets) chunks += bucket.elements / ranks / kChunk + 1;
  const int64_t groups = std::min(ranks, kMostGroups);
  const int64_t messages = chunks * groups * groups * (1 + (nodes + ranks - 1) / ranks);
  return kChunk * (1 + messages / kMostMessages);
}

Simulation::Simulation(const SimulatedWorld& world)
    : world_(world), costs_(world.costs), ranks_(static_cast<int64_t>(world.shares.size())) {
  check(world.ranks_per_host > 0 && !world.buckets.empty(), "a world without hosts or sums");
  leaf_sizes_ = leaf_sizes(std::accumulate(world.shares.begin(), world.shares.end(), int64_t{0}),
                           world.most_leaves);
  const std::vector<Node> nodes = place_nodes(scaled_shares(world.shares, std::ssize(leaf_sizes_)));
  nodes_ = static_cast<int64_t>(nodes.size());
  chunk_elements_ = elements_of_chunk(world, nodes_);
  make_groups(nodes);
}

void Simulation::make_groups(const std::vector<Node>& nodes) {
  std::vector<std::vector<Node>> of_rank(static_cast<size_t>(ranks_));
  for (const Node& node : nodes) of_rank[static_cast<size_t>(node.owner)].push_back(node);
  std::vector<size_t> order(static_cast<size_t>(ranks_));
  std::iota(order.begin(), order.end(), size_t{0});
  const int64_t count = std::min(ranks_, kMostGroups);
  if (count < ranks_)
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return world_.shares[a] < world_.shares[b]; });
  groups_.resize(static_cast<size_t>(count));
  networks_.resize(groups_.size());
  group_of_.resize(order.size());
  for (int64_t g = 0; g < count; g++) {
    Group& group = groups_[static_cast<size_t>(g)];
    const Slice ranks = slice_of(ranks_, g, count);
    for (int64_t i = ranks.begin; i < ranks.end; i++)
      group_of_[order[static_cast<size_t>(i)]] = static_cast<size_t>(g);
    group.members = static_cast<double>(ranks.size());
    if (count < ranks_) group.hosts = group.members / static_cast<double>(world_.ranks_per_host);
    size_t chunks = 0;
    for (const Bucket& bucket : world_.buckets) {
      group.first_chunk.push_back(chunks);
      group.chunks.push_back(chunks_of({0, bucket.elements}, ranks.begin, ranks_, chunk_elements_));
      chunks += group.chunks.back().size();
    }
    group.missing.resize(chunks);
    group.arrived.resize(chunks);
    // The last of a group has the largest share.
    add_sendings(group, of_rank[order[static_cast<size_t>(ranks.end - 1)]]);
  }
  for (size_t to = 0; to < groups_.size(); to++)
    std::fill(groups_[to].missing.begin(), groups_[to].missing.end(), messages_to(to));
}

/// The message that brings the sums of a chunk.
int64_t Simulation::messages_to(size_t to) const {
  int64_t messages = 0;
  for (size_t from = 0; from < groups_.size(); from++) {
    if (from == to && groups_[from].members <= 1) continue;
    for (const Lane lane : {kNetwork, kLocal})
      if (part_of_lane(from, to, lane) > 0) messages += groups_[from].nodes;
  }
  return messages;
}

void Simulation::add_sendings(Group& group, const std::vector<Node>& nodes) const {
  const double all = elements_of(world_.buckets);
  double now = costs_.before;
  for (const Node& node : nodes) {
    const int64_t micro_batches = std::accumulate(leaf_sizes_.begin() + node.first,
                                                  leaf_sizes_.begin() + node.last, int64_t{0});
    const double last = now + static_cast<double>(micro_batches - 1) * costs_.micro_batch;
    double copied = 0;
    for (size_t b = 0; b < world_.buckets.size(); b++) {
      const Bucket& bucket = world_.buckets[b];
      copied += all > 0 ? static_cast<double>(bucket.elements) / all : 1;
      now = last + bucket.final_at * costs_.micro_batch + copied * costs_.node;
      // Parts differ by an element, so another rank's may have one chunk more than this one's.
      group.sendings[kSums].push_back({b, 0, std::ssize(group.chunks[b]) + 1, now});
    }
    now = last + costs_.micro_batch + copied * costs_.node;  // what follows the last sum, too
  }
  group.nodes = static_cast<int64_t>(nodes.size());
  group.computed = group.end = now;
  for (size_t b = 0; b < world_.buckets.size(); b++)
    for (size_t i = 0; i < group.chunks[b].size(); i++)
      group.sendings[kResults].push_back({b, static_cast<int64_t>(i), 1, kNotKnown});
}

double Simulation::part_of_lane(size_t from, size_t to, Lane lane) const {
  double local = 0;
  if (static_cast<int64_t>(groups_.size()) == ranks_) {
    const auto of_host = static_cast<size_t>(world_.ranks_per_host);
    local = from / of_host == to / of_host ? 1 : 0;
  } else if (from == to) {
    const double members = groups_[from].members;
    const auto of_host = static_cast<double>(world_.ranks_per_host);
    local = members > 1 ? (std::min(of_host, members) - 1) / (members - 1) : 0;
  }
  return lane == kLocal ? local : 1 - local;
}

LinkEnds& Simulation::link(size_t group, Lane lane) {
  if (lane == kLocal) return groups_[group].local;
  if (static_cast<int64_t>(groups_.size()) < ranks_) return networks_[group];
  return networks_[group / static_cast<size_t>(world_.ranks_per_host)];
}

/// Of several events of a lane only the earliest counts.
void Simulation::put(size_t group, Lane lane, double time) {
  LaneState& state = groups_[group].lanes[lane];
  if (state.time <= time) return;
  state.time = time;
  state.order = puts_++;
  events_.push({time, state.order, group, lane});
}

/// A group sends its next message through a lane once the group, its link and the message are
/// ready.
void Simulation::go_on(const Event& event) {
  Group& group = groups_[event.group];
  LaneState& lane = group.lanes[event.lane];
  if (event.order != lane.order) return;
  lane.time = kNotKnown;
  const double free = std::max(group.sends.free, link(event.group, event.lane).out.free);
  if (free > event.time) return put(event.group, event.lane, free);
  while (true) {
    const auto ready = [&](Kind kind) {
      const auto& sendings = group.sendings[kind];
      const size_t next = lane.cursors[kind].sending;
      return next < sendings.size() ? sendings[next].ready : kNotKnown;
    };
    const Kind kind = ready(kResults) < ready(kSums) ? kResults : kSums;
    if (ready(kind) > event.time) return put(event.group, event.lane, ready(kind));
    if (const auto message = next_of(event.group, event.lane, kind)) {
      const double received = move(event.group, event.lane, event.time, *message);
      if (kind == kSums)
        receive_sums(message->to, message->chunk, received);
      else
        groups_[message->to].end = std::max(groups_[message->to].end, received);
      return put(event.group, event.lane, event.time);
    }
    lane.cursors[kind] = {lane.cursors[kind].sending + 1, 0};
  }
}

std::optional<SimulatedMessage> Simulation::next_of(size_t from, Lane lane, Kind kind) {
  const auto count = static_cast<int64_t>(groups_.size());
  const Group& group = groups_[from];
  const int64_t inside = group.members > 1 ? 1 : 0;  // members send to each other first
  const int64_t of_chunk = count - 1 + inside;
  Cursor& cursor = groups_[from].lanes[lane].cursors[kind];
  const Sending& sending = group.sendings[kind][cursor.sending];
  while (cursor.message < sending.chunks * of_chunk) {
    const int64_t n = cursor.message++;
    const auto chunk = static_cast<size_t>(sending.first_chunk + n / of_chunk);
    const int64_t other = n % of_chunk - inside;
    const size_t to =
        other < 0 ? from
                  : static_cast<size_t>(nth_message(other, static_cast<int64_t>(from), count).to);
    const double part = part_of_lane(from, to, lane);
    const auto& chunks = groups_[kind == kResults ? from : to].chunks[sending.bucket];
    if (part <= 0 || chunk >= chunks.size()) continue;
    const double inner = to == from ? 1 : 0;
    return SimulatedMessage{to, groups_[to].first_chunk[sending.bucket] + chunk,
                            static_cast<double>(chunks[chunk].size()),
                            part * (groups_[to].members - inner), part * (group.members - inner)};
  }
  return std::nullopt;
}

double Simulation::move(size_t from, Lane lane, double now, const SimulatedMessage& message) {
  Group &sender = groups_[from], &receiver = groups_[message.to];
  const double payload = message.elements * sizeof(float);
  const double bytes = payload + static_cast<double>(costs_.header_bytes);
  const Link& speed = lane == kLocal ? world_.local : world_.network;
  const double moved = message.copies_sent * sender.members * bytes;
  const double handling = costs_.message + bytes * costs_.byte;
  const double sent = sender.sends.take(now, message.copies_sent * handling);
  const double left = link(from, lane).out.take(now, moved / (sender.links(lane) * speed.rate));
  const double came =
      link(message.to, lane)
          .in.take(now + speed.latency, moved / (receiver.links(lane) * speed.rate));
  const double arrived = std::max({came, left + speed.latency, sent + speed.latency});
  // It is taken from the socket while it arrives.
  Resource& receives = receiver.receives;
  receives.free =
      std::max(receives.free + message.copies_received * handling, arrived + costs_.message);
  sender.bytes += message.copies_sent * payload;
  return receives.free + costs_.waking;
}

void Simulation::receive_sums(size_t index, size_t chunk, double time) {
  Group& group = groups_[index];
  group.arrived[chunk] = std::max(group.arrived[chunk], time);
  group.missing[chunk]--;
  add_chunks(index);
}

/// Adds the next chunks in order, as far as all their messages have arrived.
void Simulation::add_chunks(size_t index) {
  Group& group = groups_[index];
  for (; group.added < group.missing.size() && group.missing[group.added] == 0; group.added++) {
    Sending& results = group.sendings[kResults][group.added];
    const Slice& chunk = group.chunks[results.bucket][static_cast<size_t>(results.first_chunk)];
    double begin = std::max(group.arrived[group.added], group.adding_end);
    if (group.nodes > 0) {  // the last of its own has come
      const auto& sums = group.sendings[kSums];
      begin = std::max(begin, sums[sums.size() - world_.buckets.size() + results.bucket].ready);
    }
    const auto additions = static_cast<double>((nodes_ - 1) * chunk.size());
    results.ready = group.adding_end = begin + additions * costs_.addition;
    group.end = std::max(group.end, results.ready);
    for (const Lane lane : {kNetwork, kLocal}) put(index, lane, results.ready);
  }
}

/// Every process sends a part of the sums to the next one, 2 (ranks - 1) times, and adds in the
/// first half of them.
double Simulation::ring_end() const {
  double begin = 0;
  for (const Group& group : groups_) begin = std::max(begin, group.computed);
  const Link& slowest = ranks_ > world_.ranks_per_host ? world_.network : world_.local;
  const double part = elements_of(world_.buckets) / static_cast<double>(ranks_);
  const double bytes = part * sizeof(float) + static_cast<double>(costs_.header_bytes);
  const double transfer =
      std::max(bytes / slowest.rate, 2 * (costs_.message + bytes * costs_.byte)) + slowest.latency +
      costs_.waking;
  return begin + static_cast<double>(ranks_ - 1) * (2 * transfer + part * costs_.addition);
}

StepForecast Simulation::run() {
  for (size_t g = 0; g < groups_.size(); g++) {
    add_chunks(g);
    for (const Lane lane : {kNetwork, kLocal}) put(g, lane, 0);
  }
  while (!events_.empty()) {
    const Event event = events_.top();
    events_.pop();
    go_on(event);
  }
  StepForecast forecast;
  double computed = 0;
  for (const Group& group : groups_) {
    check(group.added == group.missing.size(), "sums are missing");
    forecast.step = std::max(forecast.step, group.end + costs_.after);
    computed = std::max(computed, group.computed + costs_.after);
  }
  forecast.exposed = forecast.step - computed;
  forecast.ring = ring_end() + costs_.after;
  for (const size_t group : group_of_)
    forecast.bytes_sent.push_back(std::llround(groups_[group].bytes));
  return forecast;
}

}  // namespace

StepForecast simulate_step(const SimulatedWorld& world) {
  return Simulation(world).run();
}

}  // namespace tutti::comm
