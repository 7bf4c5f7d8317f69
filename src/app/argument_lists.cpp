// SPDX-License-Identifier: Apache-2.0
// What each command takes. Groups stand in the order in which help shows them.
#include "app/argument_groups.h"
#include "format/gguf_blocks.h"
#include "pass/pipeline.h"

namespace tutti::app {
namespace {

std::vector<std::string> gguf_choices() {
  std::vector<std::string> choices = format::gguf_type_names();
  choices.insert(choices.begin(), "none");
  return choices;
}

}  // namespace

ArgumentList list_arguments(EvaluateArguments& a) {
  ArgumentLister list;
  add_model(list, a, a.tasks);
  list.group("Data")
      .add("validation_file", a.validation_file, "file to evaluate on")
      .names(Names::input)
      .add("dataset_name", a.dataset_name, kDatasetName)
      .names(Names::input);
  add_length(list, a.max_seq_length);
  list.number("max_eval_samples", a.max_eval_samples, 1, kLargestCount,
              "evaluate the first N samples only")
      .add("overwrite_cache", a.overwrite_cache, "build the cached features again");
  list.group("Run")
      .number("per_device_eval_batch_size", a.per_device_eval_batch_size, 1, kLargestCount,
              "features of a batch")
      .number("seed", a.seed, 0, kLargestSeed, "of a head that the model lacks")
      .add("output_dir", a.output_dir,
           "folder for predictions and results, earlier ones are replaced; default: none written")
      .names(Names::output_folder);
  add_machine(list, a.backend, a.precision);
  add_pack(list, a.pack);
  return with_tasks(list, a.tasks);
}

ArgumentList list_arguments(PredictArguments& a) {
  ArgumentLister list;
  add_model(list, a, a.tasks);
  list.group("Answers")
      .number("top_k", a.top_k, 1, 1000, "answers to show")
      .number("seed", a.seed, 0, kLargestSeed, "of a head that the model lacks");
  add_length(list, a.max_seq_length);
  list.group("Benchmark")
      .add("benchmark", a.benchmark, "measure the time of a query")
      .number("iterations", a.iterations, 1, kLargestCount, "queries measured");
  add_machine(list, a.backend, a.precision);
  return with_tasks(list, a.tasks);
}

ArgumentList list_arguments(BenchmarkArguments& a) {
  ArgumentLister list;
  add_model(list, a, a.tasks);
  list.group("Work")
      .add("train_file", a.train_file, "file to train on: the rate depends on its lengths")
      .names(Names::input)
      .add("collectives", a.collectives,
           "measure instead how fast the processes of a job add and send, beside what the "
           "connection gives")
      .number("per_device_train_batch_size", a.per_device_train_batch_size, 1, kLargestCount,
              "features of a micro-batch")
      .number("gradient_accumulation_steps", a.gradient_accumulation_steps, 1, kLargestCount,
              "micro-batches of a step")
      .number("steps", a.steps, 1, kLargestCount, "steps measured")
      .number("seed", a.seed, 0, kLargestSeed, "of data order, dropout and a new head")
      .add("report", a.report,
           "measure instead what each of a step's switches gains beside plain float32, and write "
           "codesign.md, codesign.json and figures into this folder")
      .names(Names::output_folder)
      .number("repeats", a.repeats, 1, 1000, "rounds of --report, in which all switches run")
      .add("profile", a.profile,
           "show also the time of each kind of operation, its rates as a share of what this "
           "machine can do, and the most memory that a step needs at a time");
  list.group("Plan of more processes")
      .add("plan_world", a.plan_world,
           "numbers of processes, separated by commas: predict their steps by simulating what they "
           "send each other, with what this machine takes for one")
      .add("link", a.link,
           "what connects their hosts: bits per second and the time from one to the other, as "
           "25gbit,20us")
      .number("nproc_per_node", a.nproc_per_node, 1, kLargestCount,
              "processes of a host, which share its link")
      .add("local_link", a.local_link, "what connects each of those with the others")
      .number("micro_batches", a.micro_batches, 1, kLargestCount,
              "of a step, of all processes; default: gradient_accumulation_steps for each")
      .add("shares", a.shares,
           "how many of them each process computes, by rank, as 5,3; default: equally many");
  add_length(list, a.max_seq_length);
  add_lora(list, a.lora);
  add_machine(list, a.backend, a.precision);
  add_step(list, a);
  add_pack(list, a.pack);
  add_job(list, a);
  return with_tasks(list, a.tasks);
}

ArgumentList list_arguments(DoctorArguments& a) {
  ArgumentLister list;
  list.group("What")
      .add("distributed", a.distributed,
           "check also what processes of a job need: names, addresses, ports, token, "
           "clocks, instruction sets and the rates of their connections")
      .add("model", a.model.model_name_or_path,
           "check also which sizes of this model's matrices do not fit matrix units, and what it "
           "costs to pad them")
      .names(Names::input)
      .add("task", a.model.task, "of that model; default: found from its config.json");
  add_job(list, a);
  return list.take();
}

ArgumentList list_arguments(ValidateArguments& a) {
  ArgumentLister list;
  list.group("What")
      .add("model", a.model_name_or_path,
           "a model's folder, a name in the Hugging Face cache, or a program's .mlir file")
      .names(Names::input)
      .add("inputs", a.inputs, "safetensors file of a program's arguments: in.000, in.001, ...")
      .names(Names::input)
      .number("max_seq_length", a.max_seq_length, 8, kLargestCount, "tokens the input is padded to")
      .number("seed", a.seed, 0, kLargestSeed, "of a head that the model lacks");
  add_model_files(list, a);
  add_task(list, a.task, a.tasks);
  list.group("Comparison")
      .add("backend", a.backend,
           "backends to compare, separated by commas; default: all that are found")
      .add("reference", a.reference, "the backend that is right")
      .number("tolerance", a.tolerance, 0, 1e300,
              "largest difference; 0: 1e-4, of rocm, tpu and neuron 1e-3")
      .number("cosine_threshold", a.cosine_threshold, 0, 1,
              "smallest cosine similarity; 0: 0.9999, of rocm, tpu and neuron 0.999")
      .add("bisect", a.bisect, "run operation by operation too, as on a failure")
      .add("quick", a.quick, "fewer timings");
  list.group("Files")
      .add("record", a.record, "write inputs and the reference's results: FILE.safetensors, .json")
      .names(Names::output_file)
      .add("against", a.against, "compare with what --record wrote on another machine")
      .names(Names::input)
      .add("output", a.output, "folder of the reports")
      .names(Names::output_folder);
  return with_tasks(list, a.tasks);
}

ArgumentList list_arguments(ExportArguments& a) {
  ArgumentLister list;
  list.group("Program")
      .add("model", a.model_name_or_path, "a model's folder, or a name in the Hugging Face cache")
      .names(Names::input)
      .required()
      .choice("function", a.function, {"forward", "step"},
              "forward: logits; step: forward, loss, backward, clipping and AdamW")
      .number("batch_size", a.batch_size, 1, kLargestCount,
              "features, each a row padded to max_seq_length")
      .number("max_seq_length", a.max_seq_length, 8, kLargestCount, "tokens of a row")
      .choice("precision", a.precision, pass::precision_names(), "of products and activations")
      .add("no_dropout", a.no_dropout, "a step without dropout")
      .number("learning_rate", a.learning_rate, 0, 1e300, "of a step, constant")
      .number("weight_decay", a.weight_decay, 0, 1e300, "of a step")
      .add("adapter", a.adapter, "folder of a LoRA adapter that is put on the model")
      .names(Names::input)
      .add("cache_dir", a.cache_dir, "Hugging Face cache; default: $HF_HUB_CACHE or $HF_HOME/hub");
  add_task(list, a.task, a.tasks);
  list.group("Text")
      .add("generic", a.generic, "every operation in the generic form, which all plugins read")
      .add("output", a.output, "file; -: standard output")
      .names(Names::output_file);
  list.group("Model").choice(
      "gguf", a.gguf, gguf_choices(),
      "write weights, tokenizer and chat template of a decoder as one GGUF file instead, "
      "its matrices of this type");
  return list.take();
}

ArgumentList list_arguments(MergeArguments& a) {
  ArgumentLister list;
  list.positional("MODEL", a.model_name_or_path, true,
                  "the base model's folder, or its name in the Hugging Face cache")
      .names(Names::input)
      .group("Adapter")
      .add("adapter", a.adapter, "folder of the LoRA adapter, as PEFT writes it")
      .names(Names::input)
      .required()
      .add("output_dir", a.output_dir, "folder for the merged model")
      .names(Names::output_folder)
      .required()
      .choice("torch_dtype", a.dtype, {"auto", "float32", "bfloat16"},
              "of the merged weights; auto: that of the base's. What bfloat16 loses is told")
      .choice("gguf", a.gguf, gguf_choices(),
              "write model.gguf into the folder instead, with tokenizer and chat template, its "
              "matrices of this type, as llama.cpp and Ollama load it")
      .add("tokenizer_name", a.tokenizer_name,
           "folder or name of the tokenizer; default: the model's")
      .names(Names::input)
      .add("cache_dir", a.cache_dir, "Hugging Face cache; default: $HF_HUB_CACHE or $HF_HOME/hub");
  add_task(list, a.task, a.tasks);
  return list.take();
}

ArgumentList list_arguments(ScoreArguments& a) {
  ArgumentLister list;
  list.positional("DATASET", a.dataset, true, "a file that the task reads")
      .names(Names::input)
      .positional("PREDICTIONS", a.predictions, true,
                  "eval_predictions.json, as an evaluation writes it")
      .names(Names::input)
      .group("Metric");
  add_task(list, a.task, a.tasks);
  return with_tasks(list, a.tasks);
}

ArgumentList list_arguments(TokenizeArguments& a) {
  ArgumentLister list;
  list.positional("FILE", a.file, false, "a text a line; default: standard input")
      .names(Names::input)
      .group("Tokenizer")
      .add("json_lines", a.json_lines, "each line is a JSON string, which may hold line breaks")
      .add("model_name_or_path", a.model_name_or_path,
           "folder with tokenizer.json or vocab.txt, or a name in the Hugging Face cache")
      .names(Names::input)
      .required()
      .add("cache_dir", a.cache_dir, "Hugging Face cache; default: $HF_HUB_CACHE or $HF_HOME/hub")
      .add("no_special_tokens", a.no_special_tokens,
           "without the tokens that the tokenizer adds, such as [CLS] or <s>");
  list.group("Rows to train on")
      .add("chat", a.chat,
           "FILE has rows for --task text-generation (.jsonl, .json, .csv, .tsv, .parquet): shows "
           "what the model reads of them, and marks what counts in the loss")
      .number("max_samples", a.max_samples, 1, kLargestCount, "rows to show");
  add_length(list, a.max_seq_length);
  task::causal::list_arguments(a.data, /*trains=*/true, list);
  return list.take();
}

ArgumentList list_ir_arguments(IrArguments& a, IrCommand command) {
  ArgumentLister list;
  list.positional("FILE", a.file, true, "program text in StableHLO's form; -: standard input")
      .names(Names::input);
  list.group("Module");
  if (command == IrCommand::run)
    list.add("function", a.function, "default: main, or every public one that takes no argument");
  if (command == IrCommand::grad || command == IrCommand::adapt || command == IrCommand::lower)
    list.add("function", a.function, "default: main");
  if (command == IrCommand::adapt)
    list.add("lora_target_modules", a.lora_target_modules,
             "the arguments that are weights: all-linear; or names or their ends, separated by "
             "commas; "
             "or a regular expression. An argument's name is its tutti.name, or in its location")
        .number("lora_r", a.lora_r, 1, 1 << 20, "rank of the adapters")
        .number("lora_alpha", a.lora_alpha, 1e-9, 1e9,
                "an adapter's part is scaled by lora_alpha / lora_r");
  if (command == IrCommand::run || command == IrCommand::lower)
    list.add("backend", a.backend, "reference, cpu, pjrt=cuda, pjrt=tpu, ..., or pjrt=PLUGIN");
  if (command == IrCommand::run)
    list.add("inputs", a.inputs, "safetensors file of the arguments: in.000, in.001, ...")
        .names(Names::input)
        .add("outputs", a.outputs, "safetensors file for the results: out.000, out.001, ...")
        .names(Names::output_file)
        .number("repeat", a.repeat, 0, 1'000'000,
                "run so many times more, and tell how long each took; not on the reference")
        .number("timeout", a.timeout, 0, 1e6,
                "end loops that still run so many seconds after the start; 0: never. On the "
                "reference and the cpu")
        .add(
            "profile", a.profile,
            "write a trace (Chrome's format) of every instruction of the cpu backend to this file, "
            "and print where the time went")
        .names(Names::output_file)
        .number("replicas", a.replicas, 1, 1024,
                "replicas of a grid of processes; on the reference and the cpu")
        .number("partitions", a.partitions, 1, 1024,
                "partitions of each replica; in.000@1,0 is replica 1's alone");
  if (command != IrCommand::verify && command != IrCommand::run)
    list.add("generic", a.generic, "every operation in the generic form, which all plugins read");
  if (command == IrCommand::print)
    list.add("locations", a.locations, "with every loc(...) of the text");
  if (command == IrCommand::lower)
    list.add("gradient", a.gradient, "add the gradient of the function")
        .add("bf16", a.bf16, "activations and products in bf16");
  if (command == IrCommand::lower || command == IrCommand::run)
    list.add("skip", a.skip, passes_to_leave_out());
  if (command == IrCommand::lower)
    list.add("dump", a.dump, "the module after each pass and the backend's memory plan, on stderr");
  return list.take();
}

}  // namespace tutti::app
