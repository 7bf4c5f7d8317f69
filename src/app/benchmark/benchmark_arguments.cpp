// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti benchmark`: their names, limits and meaning.
#include "app/benchmark/benchmark_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(run::BenchmarkSettings& a) {
  ArgumentLister list;
  run::add_model(list, a, a.tasks);
  list.group("Work")
      .add("train_file", a.train_file, "file to train on; the rate depends on its text lengths")
      .names(Names::input)
      .add("collectives", a.collectives,
           "instead measure how fast a job's processes add and send, compared with the plain "
           "connection")
      .number("per_device_train_batch_size", a.per_device_train_batch_size, 1, kLargestCount,
              "features of a micro-batch")
      .number("gradient_accumulation_steps", a.gradient_accumulation_steps, 1, kLargestCount,
              "micro-batches of a step")
      .number("steps", a.steps, 1, kLargestCount, "steps measured")
      .number("seed", a.seed, 0, kLargestSeed, "seed of data order, dropout and a new head")
      .add("report", a.report,
           "instead measure the gain of each step switch over plain float32, and write "
           "codesign.md, codesign.json and figures into this folder")
      .names(Names::output_folder)
      .number("repeats", a.repeats, 1, 1000, "rounds of --report, in which all switches run")
      .add("profile", a.profile,
           "also show the time of each kind of operation, its rates as a share of this machine's "
           "limits, and a step's peak memory");
  list.group("Prediction of more processes")
      .add("plan_world", a.plan_world,
           "numbers of processes, separated by commas: predict their steps by simulating their "
           "messages, from one process measured here")
      .add("link", a.link,
           "link between their hosts: bits per second and one-way latency, such as 25gbit,20us")
      .number("nproc_per_node", a.nproc_per_node, 1, kLargestCount,
              "processes per host, which share its link")
      .add("local_link", a.local_link, "link between the processes of a host")
      .number("micro_batches", a.micro_batches, 1, kLargestCount,
              "micro-batches of a step, over all processes; default: gradient_accumulation_steps "
              "per process")
      .add("shares", a.shares,
           "micro-batches of each process, by rank, such as 5,3; default: equal");
  run::add_length(list, a.max_seq_length);
  run::add_lora(list, a.lora);
  run::add_machine(list, a.backend, a.precision);
  run::add_step(list, a);
  run::add_pack(list, a.pack);
  run::add_job(list, a);
  return run::with_tasks(list, a.tasks);
}

}  // namespace tutti::app
