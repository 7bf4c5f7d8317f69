// SPDX-License-Identifier: Apache-2.0
// How long a step takes with any number of processes: the schedule by which comm/tree_sum.h sends
// (comm/tree.h, comm/sum_schedule.h) runs message by message over links of given rates. All
// processes are alike. Times are in seconds, rates in bytes per second.
#pragma once

#include <vector>

#include "comm/tree.h"

namespace tutti::comm {

/// Of one host, the same in both directions, which do not disturb each other.
struct Link {
  double rate = 0;     // of what programs send, without what the network adds
  double latency = 0;  // from one end to the other
};

/// Sums that become final together, while the last micro-batch of a node is computed.
struct Bucket {
  int64_t elements = 0;  // float32
  double final_at = 1;   // after which part of the time of a micro-batch
};

/// The work of a process in a step.
struct StepCosts {
  double before = 0;         // before the first micro-batch
  double micro_batch = 0;    // forward and backward
  double node = 0;           // to copy the sums of a node to where they are sent from
  double after = 0;          // once all sums have come: the update
  double addition = 0;       // to add an element to another one
  double message = 0;        // to send or to receive a message
  double byte = 0;           // to send or to receive a byte
  double waking = 0;         // from the arrival of a message until a process that waits goes on
  int64_t header_bytes = 0;  // that the communication library adds to a message
};

/// The world whose step is simulated.
struct SimulatedWorld {
  std::vector<int64_t> shares;  // micro-batches of each process, by rank
  int64_t most_leaves = 0;      // of leaf_sizes()
  std::vector<Bucket> buckets;  // in the order in which they become final
  int64_t ranks_per_host = 1;   // they share the network, and reach each other by `local`
  Link network, local;
  StepCosts costs;
};

struct StepForecast {
  double step = 0;                    // until the last process is done
  double exposed = 0;                 // of it, what the step takes longer than without any sending
  double ring = 0;                    // a step in which a ring adds the sums, after the last node
  std::vector<int64_t> bytes_sent{};  // by rank, without headers
};

/// The time of a step. Beyond some hundred processes, those with equal shares are simulated as
/// groups, and beyond some million messages several chunks travel as one: so 16,384 processes take
/// about a second and some tens of megabytes. The shares have a positive sum.
StepForecast simulate_step(const SimulatedWorld& world);

}  // namespace tutti::comm
