// SPDX-License-Identifier: Apache-2.0
// Predicts the time of a step with any number of processes: simulates the schedule of
// comm/tree_sum.h (comm/tree.h, comm/sum_schedule.h) message by message over links of given rates.
// All processes are alike. Times are in seconds, rates in bytes per second.
#pragma once

#include <vector>

#include "comm/tree.h"

namespace tutti::comm {

/// A host's link, equal in both directions, which do not disturb each other.
struct Link {
  double rate = 0;     // of program data, without network headers
  double latency = 0;  // one way
};

/// Sums that become final together during the last micro-batch of a node.
struct Bucket {
  int64_t elements = 0;  // float32
  double final_at = 1;   // as a fraction of the micro-batch's time
};

/// The work of a process in a step.
struct StepCosts {
  double before = 0;         // before the first micro-batch
  double micro_batch = 0;    // forward and backward
  double node = 0;           // to copy the sums of a node to the send buffer
  double after = 0;          // after all sums have arrived: the update
  double addition = 0;       // to add two elements
  double message = 0;        // to send or receive a message
  double byte = 0;           // to send or receive a byte
  double waking = 0;         // from a message's arrival until the waiting process runs
  int64_t header_bytes = 0;  // which the communication library adds to a message
};

/// The world whose step is simulated.
struct SimulatedWorld {
  std::vector<int64_t> shares;  // micro-batches of each process, by rank
  int64_t most_leaves = 0;      // of leaf_sizes()
  std::vector<Bucket> buckets;  // in the order in which they become final
  int64_t ranks_per_host = 1;   // they share `network`, and reach each other by `local`
  Link network, local;
  StepCosts costs;
};

struct StepForecast {
  double step = 0;                    // until the last process is done
  double exposed = 0;                 // its excess over a step without communication
  double ring = 0;                    // the step's time if a ring adds the sums after the last node
  std::vector<int64_t> bytes_sent{};  // by rank, without headers
};

/// The time of a step. Beyond some hundred processes, simulates those with equal shares as groups,
/// and beyond some million messages several chunks as one, so that 16,384 processes take about a
/// second and some tens of megabytes. The shares have a positive sum.
StepForecast simulate_step(const SimulatedWorld& world);

}  // namespace tutti::comm
