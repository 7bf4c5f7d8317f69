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
      .add("adapter", a.adapter,
           "folder of a LoRA adapter, as PEFT writes it, that is put on the model")
      .names(Names::input)
      .add(
          "allow_missing_tensors", a.allow_missing_tensors,
          "give tensors that the model's files lack random values, all where there are no weights; "
          "else only a new head gets them")
      .add("ignore_mismatched_sizes", a.ignore_mismatched_sizes,
           "make a head of another number of classes than the files have anew, of random values");
}

void add_task(ArgumentLister& list, std::string& task, const task::TaskKinds& tasks) {
  std::vector<std::string> names;
  for (const auto& kind : tasks) names.emplace_back(kind->name());
  const std::string help =
      "what the model is for; default: as its config.json's architectures say, else " + names[0];
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
              "tokens of a feature, special tokens included; also called max_length, as in TRL; "
              "default: 384, for text-generation 1024 or as many as the model has positions")
      .also_called("max_length");
}

ArgumentList with_tasks(ArgumentLister& list, const task::TaskKinds& tasks) {
  ArgumentList all = list.take();
  for (const auto& kind : tasks)
    for (Argument& argument : kind->arguments()) all.push_back(std::move(argument));
  return all;
}

void add_machine(ArgumentLister& list, std::string& backend, std::string& precision,
                 const char* backends) {
  list.group("Machine")
      .add("backend", backend, backends)
      .names(Names::backend)
      .choice("precision", precision, precisions_or_auto(),
              "of products and activations; auto: what this machine gains from");
}

void add_step(ArgumentLister& list, StepSettings& a) {
  list.add("bf16", a.bf16, "run_qa's name of --precision bf16")
      .add("fp16", a.fp16, "run_qa's name of --precision fp16")
      .add("loss_scale", a.loss_scale,
           "of --precision fp16: dynamic, which begins at 65536 and is the default, or a number")
      .number("loss_scale_growth_interval", a.loss_scale_growth_interval, 1, kLargestCount,
              "updates in a row after which a dynamic loss scale doubles")
      .add("memory_budget", a.memory_budget,
           "what a step may take besides parameters and moments: 1.5GiB, 60% of what it takes "
           "otherwise, or min. What is not kept is computed again, to the same bits")
      .add("gradient_checkpointing", a.gradient_checkpointing,
           "transformers' name of --memory_budget min")
      .add("pad_to_multiple_of", a.pad_to_multiple_of,
           "pad odd sizes of matrices on the device for its matrix units: a number, or auto: what "
           "is measured to be faster, or nothing. Files are as without")
      .add("offload_optimizer", a.offload_optimizer,
           "where AdamW's moments are: cpu, in this machine's memory instead of the device's, or "
           "FILE, in a new file beside it that has no name. This machine computes AdamW then")
      .names(Names::scratch_file, {"cpu"});
}

void add_pack(ArgumentLister& list, std::string& pack) {
  list.choice("pack", pack, kPacks,
              "none: pad every feature to max_seq_length, as run_qa does; auto: pad only an "
              "evaluation in float32, whose n-best are then run_qa's; always: pad nothing");
}

std::string passes_to_leave_out() {
  return fmt::format("passes to leave out, separated by commas: {}",
                     fmt::join(pass::pass_names(), ", "));
}

/// Where a process meets the others of its job, and its rank.
void add_meeting_place(ArgumentLister& list, JobSettings& a) {
  list.number("rank", a.rank, 0, kLargestCount,
              "of this process, from 0; default: what torchrun, mpirun, srun or tutti launch say")
      .number("world_size", a.world_size, 1, kLargestCount, "processes of the job; likewise")
      .add("master_addr", a.master_addr, "name or address of rank 0's machine; likewise")
      .number("master_port", a.master_port, 1, 65535,
              "that rank 0 listens at; default: 29500; under torchrun one beside its own store's")
      .add("comm_ports", a.comm_ports,
           "FIRST-LAST, at which processes listen beside --master_port: two for each process of a "
           "machine; default: any that are free")
      .add("rendezvous", a.rendezvous,
           "where it is written which process leads, instead of --master_addr: file:///FOLDER/NAME "
           "on a shared disk, or etcd://HOST:PORT/NAME; default: the variable TUTTI_RENDEZVOUS")
      .names(Names::scratch_file)
      .add("token_file", a.token_file,
           "file with a secret of at least 16 characters that all processes of the job have; "
           "default: the variable TUTTI_TOKEN");
}

void add_job(ArgumentLister& list, JobSettings& a) {
  list.group("Several processes, on any machines")
      .choice(
          "comm_engine", a.comm_engine, {"tcp", "gloo", "mpi", "nccl", "rccl"},
          "what moves the bytes: tcp and gloo go on when a process dies; mpi needs OpenMPI's or "
          "MPICH's mpirun, and neither address nor token; nccl and rccl need GPUs of one vendor")
      .choice(
          "comm_encryption", a.comm_encryption, {"aes_gcm", "none"},
          "of what tcp moves, with keys from the token; none: hashes find damage, but not what is "
          "done on purpose. The other engines encrypt nothing");
  add_meeting_place(list, a);
  list.number("rendezvous_timeout", a.rendezvous_timeout, 1, 1e6,
              "seconds for all processes to come")
      .number("collective_timeout", a.collective_timeout, 0.1, 1e6,
              "seconds without a message after which a process that should send one is given up");
}

std::vector<std::string> gguf_choices() {
  std::vector<std::string> choices = format::gguf_type_names();
  choices.insert(choices.begin(), "none");
  return choices;
}

}  // namespace tutti::run
