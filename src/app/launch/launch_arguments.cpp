// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti launch`: their names, limits and meaning.
#include "app/launch/launch_arguments.h"

namespace tutti::app {

ArgumentList list_arguments(LaunchArguments& a) {
  ArgumentLister list;
  list.number("nproc_per_node", a.nproc_per_node, 1, 4096, "processes to start on this machine")
      .number("nnodes", a.nnodes, 1, 65536, "machines, on each of which this command runs")
      .number("node_rank", a.node_rank, 0, 65535, "which of them this one is, from 0")
      .add("master_addr", a.master_addr, "name or address of machine 0, where there are several")
      .number("master_port", a.master_port, 1, 65535,
              "that rank 0 listens at; default: 29500, or one that is free on a single machine")
      .add("rendezvous", a.rendezvous, "instead of both, as of tutti train")
      .number(
          "max_restarts", a.max_restarts, 0, kLargestCount,
          "how often a process of this machine that failed is started again, to join the others, "
          "which go on meanwhile; where all have failed they begin again from the newest "
          "checkpoint");
  list_target_arguments(list, a);
  return list.take();
}

}  // namespace tutti::app
