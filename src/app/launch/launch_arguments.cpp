// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti launch`: their names, limits and meaning.
#include "app/launch/launch_arguments.h"

namespace tutti::app {

ArgumentList list_arguments(LaunchArguments& a) {
  ArgumentLister list;
  list.number("nproc_per_node", a.nproc_per_node, 1, 4096, "processes to start on this machine")
      .number("nnodes", a.nnodes, 1, 65536, "machines; run this command on each")
      .number("node_rank", a.node_rank, 0, 65535, "index of this machine, from 0")
      .add("master_addr", a.master_addr, "name or address of machine 0, if there are several")
      .number("master_port", a.master_port, 1, 65535,
              "port on which rank 0 listens; default: 29500, or any free port on a single machine")
      .add("rendezvous", a.rendezvous, "instead of both, as for tutti train")
      .number("max_restarts", a.max_restarts, 0, kLargestCount,
              "how often failed processes of this machine are restarted, to join the others, which "
              "continue meanwhile; if all have failed, they restart from the newest checkpoint");
  list_target_arguments(list, a);
  return list.take();
}

}  // namespace tutti::app
