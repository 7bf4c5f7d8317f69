# SPDX-License-Identifier: Apache-2.0
# Starts two processes, one on each of the emulated hosts h0 and h1, by an MPI's launcher. Sourced
# by scripts that have set `cluster`, a program with the commands `launch HOST CMD...` and `rsh NAME
# CMD...`, and `folder`, one of their own.
# shellcheck shell=bash

# shellcheck disable=SC2154  # cluster and folder are the caller's
printf '#!/bin/sh\nexec "%s" rsh "$@"\n' "$cluster" >"$folder/rsh"
chmod +x "$folder/rsh"

by_openmpi=("$cluster" launch 0 env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
            mpirun.openmpi -n 2 -H h0,h1 -x TUTTI_TOKEN --mca plm_rsh_agent "$folder/rsh"
            --mca plm_rsh_no_tree_spawn 1 --mca oob_tcp_if_include eth0 --mca btl tcp,self
            --mca btl_tcp_if_include eth0)
by_mpich=("$cluster" launch 0 mpiexec.mpich -n 2 -hosts h0,h1 -launcher ssh
          -launcher-exec "$folder/rsh" -iface eth0)
