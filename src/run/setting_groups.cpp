// SPDX-License-Identifier: Apache-2.0
#include "run/setting_groups.h"

#include "format/gguf_blocks.h"
#include "pass/pipeline.h"

namespace tutti::run {
namespace {

const std::vector<std::string> kPacks = {"auto", "always", "none"};

std::vector<std::string> precisions_or_auto() {
  std::vector<std::string> names = pass::precision_names();
  names.insert(names.begin(), "auto");
  return names;
}

}  // namespace

ArgumentLister& add_model_name(ArgumentLister& list, std::string& model, std::string help) {
  return list.add("model_name_or_path", model, std::move(help))
      .also_called("model")
      .or_first_word()
      .names(Names::input);
}

void add_model_files(ArgumentLister& list, ModelSettings& a) {
  list.add("tokenizer_name", a.tokenizer_name,
           "folder or name of the tokenizer; default: the model's")
      .names(Names::input)
      .add("cache_dir", a.cache_dir, "Hugging Face cache; default: $HF_HUB_CACHE or $HF_HOME/hub")
      .add("adapter", a.adapter, "folder of a LoRA adapter in PEFT's format to apply to the model")
      .names(Names::input)
      .add("allow_missing_tensors", a.allow_missing_tensors,
           "initialize all tensors missing from the model's files at random; default: only a new "
           "head")
      .add("ignore_mismatched_sizes", a.ignore_mismatched_sizes,
           "reinitialize a head whose number of classes differs from the files'");
}

void add_task(ArgumentLister& list, std::string& task, const task::TaskKinds& tasks) {
  std::vector<std::string> names;
  for (const auto& kind : tasks) names.emplace_back(kind->name());
  const std::string help =
      "the model's task; default: from its config.json's architectures, else " + names[0];
  list.choice("task", task, std::move(names), help);
}

void add_model(ArgumentLister& list, ModelSettings& a, const task::TaskKinds& tasks) {
  add_model_name(list.group("Model"), a.model_name_or_path,
                 "folder with config.json, model.safetensors and tokenizer files, a GGUF file, the "
                 "folder of an adapter that names its model, or a name in the Hugging Face cache");
  add_model_files(list, a);
  add_task(list, a.task, tasks);
}

void add_length(ArgumentLister& list, std::optional<int64_t>& max_seq_length) {
  list.number("max_seq_length", max_seq_length, 8, kLargestCount,
              "tokens of a feature, including special tokens; also called max_length, as in TRL; "
              "default: 384; for text-generation 1024, or the model's positions if fewer")
      .also_called("max_length");
}

ArgumentList with_tasks(ArgumentLister& list, const task::TaskKinds& tasks) {
  ArgumentList all = list.take();
  for (const auto& kind : tasks)
    for (Argument& argument : kind->arguments())  // one that tasks share is set in the first
      if (!find_argument(all, argument.name)) all.push_back(std::move(argument));
  return all;
}

void add_machine(ArgumentLister& list, std::string& backend, std::string& precision,
                 const char* backends) {
  list.group("Machine")
      .add("backend", backend, backends)
      .names(Names::backend)
      .choice("precision", precision, precisions_or_auto(),
              "precision of products and activations; auto: the fastest one on this machine");
}

void add_step(ArgumentLister& list, StepSettings& a) {
  list.add("bf16", a.bf16, "run_qa's name for --precision bf16")
      .add("fp16", a.fp16, "run_qa's name for --precision fp16")
      .add("loss_scale", a.loss_scale,
           "loss scale for --precision fp16: a number, or dynamic, which starts at 65536; default: "
           "dynamic")
      .number("loss_scale_growth_interval", a.loss_scale_growth_interval, 1, kLargestCount,
              "consecutive updates after which a dynamic loss scale doubles")
      .add("memory_budget", a.memory_budget,
           "memory for a step besides parameters and moments: 1.5GiB, 60% of the usual, or min. "
           "Values that are not kept are recomputed, with the same bits")
      .add("gradient_checkpointing", a.gradient_checkpointing,
           "transformers' name for --memory_budget min")
      .add("pad_to_multiple_of", a.pad_to_multiple_of,
           "pad matrix sizes on the device for its matrix units: to multiples of a number, or "
           "auto: the fastest measured, possibly none. Files do not change")
      .add("offload_optimizer", a.offload_optimizer,
           "keep AdamW's moments off the device and compute AdamW on this machine: cpu: in its "
           "memory; or FILE: in a new, unnamed file beside FILE")
      .names(Names::scratch_file, {"cpu"});
}

void add_pack(ArgumentLister& list, std::string& pack) {
  list.choice("pack", pack, kPacks,
              "none: pad every feature to max_seq_length, like run_qa; auto: pad only evaluations "
              "in float32, whose n-best lists then equal run_qa's; always: never pad");
}

std::string passes_to_leave_out() {
  return fmt::format("passes to skip, separated by commas: {}",
                     fmt::join(pass::pass_names(), ", "));
}

/// Where a process meets the others of its job, and its rank.
void add_meeting_place(ArgumentLister& list, JobSettings& a) {
  list.number("rank", a.rank, 0, kLargestCount,
              "rank of this process, from 0; default: set by torchrun, mpirun, srun or tutti "
              "launch")
      .number("world_size", a.world_size, 1, kLargestCount,
              "number of processes of the job; default: likewise")
      .add("master_addr", a.master_addr, "name or address of rank 0's machine; default: likewise")
      .number("master_port", a.master_port, 1, 65535,
              "port on which rank 0 listens; default: 29500; under torchrun, one next to its "
              "store's")
      .add("comm_ports", a.comm_ports,
           "FIRST-LAST: ports for processes to listen on besides --master_port, two per process of "
           "a machine; default: any free ports")
      .add("rendezvous", a.rendezvous,
           "where the leading process publishes its address, instead of --master_addr: "
           "file:///FOLDER/NAME on a shared disk, or etcd://HOST:PORT/NAME; default: "
           "$TUTTI_RENDEZVOUS")
      .names(Names::scratch_file)
      .add("token_file", a.token_file,
           "file with a secret of at least 16 characters, shared by all processes of the job; "
           "default: $TUTTI_TOKEN");
}

void add_job(ArgumentLister& list, JobSettings& a) {
  list.group("Several processes, on any machines")
      .choice(
          "comm_engine", a.comm_engine, {"tcp", "gloo", "mpi", "nccl", "rccl"},
          "library that moves the bytes: with tcp and gloo, the job continues when a process dies; "
          "mpi needs OpenMPI's or MPICH's mpirun, but neither address nor token; nccl and rccl "
          "need GPUs of one vendor")
      .choice(
          "comm_encryption", a.comm_encryption, {"aes_gcm", "none"},
          "encryption of tcp, with keys from the token; none: only hashes, which detect damage but "
          "not deliberate changes. The other engines encrypt nothing");
  add_meeting_place(list, a);
  list.number("rendezvous_timeout", a.rendezvous_timeout, 1, 1e6,
              "seconds for all processes to arrive")
      .number("collective_timeout", a.collective_timeout, 0.1, 1e6,
              "seconds to wait for a process's message before giving the process up");
}

std::vector<std::string> gguf_choices() {
  std::vector<std::string> choices = format::gguf_type_names();
  choices.insert(choices.begin(), "none");
  return choices;
}

}  // namespace tutti::run
