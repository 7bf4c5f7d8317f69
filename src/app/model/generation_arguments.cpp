// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti generate` and `tutti chat`, with transformers' names.
#include "app/model/generation_arguments.h"

#include "pass/pipeline.h"
#include "run/setting_groups.h"

namespace tutti::app {
namespace {

void add_decoder(ArgumentLister& list, run::GenerationSettings& a) {
  run::add_model_name(
      list.group("Model"), a.model_name_or_path,
      "folder with config.json, weights and tokenizer files, a GGUF file, the folder of "
      "an adapter that names its model, or a name in the Hugging Face cache")
      .required()
      .add("tokenizer_name", a.tokenizer_name,
           "folder or name of the tokenizer; default: the model's")
      .names(Names::input)
      .add("cache_dir", a.cache_dir, "Hugging Face cache; default: $HF_HUB_CACHE or $HF_HOME/hub")
      .add("adapter", a.adapter,
           "folder of a LoRA adapter to merge into the weights; bf16 loses small changes")
      .names(Names::input);
}

void add_prompts(ArgumentLister& list, GenerateArguments& a) {
  list.group("Prompts")
      .add("prompt", a.prompt, "the text to continue")
      .add("apply_chat_template", a.apply_chat_template,
           "treat the prompt as a user's message, formatted by the model's chat template")
      .add("prompts", a.prompts,
           "file of records instead (.jsonl, .json, .csv, .tsv), with a \"prompt\" (a text or a "
           "list of messages) or \"messages\"; the output adds \"generated_text\" to each")
      .names(Names::input)
      .add("output", a.output, "file of JSON lines for the records; default: standard output")
      .names(Names::output_file)
      .number("batch_size", a.batch_size, 1, 1024, "prompts continued together");
}

void add_generation_machine(ArgumentLister& list, run::GenerationSettings& a) {
  std::vector<std::string> precisions = pass::precision_names();
  precisions.insert(precisions.begin(), "auto");
  list.group("Machine")
      .add("backend", a.backend,
           "cpu, reference (slow, the standard), pjrt=cuda, pjrt=tpu, ..., or pjrt=PLUGIN")
      .names(Names::backend)
      .choice(
          "precision", a.precision, std::move(precisions),
          "precision of weights, products and the key-value cache; auto: the fastest one on this "
          "machine");
}

}  // namespace

ArgumentList list_arguments(GenerateArguments& a) {
  ArgumentLister list;
  add_decoder(list, a);
  add_prompts(list, a);
  run::add_sampling(list.group("Generation (default: the model's generation_config.json)"), a);
  add_generation_machine(list, a);
  list.add("benchmark", a.benchmark,
           "continue the prompt a second time, with compiled programs, and print the time");
  return list.take();
}

ArgumentList list_arguments(ChatArguments& a) {
  ArgumentLister list;
  add_decoder(list, a);
  list.group("Conversation")
      .add("system", a.system,
           "system message: how the model should answer; default: the chat template's");
  run::add_sampling(list.group("Generation (default: the model's generation_config.json)"), a);
  add_generation_machine(list, a);
  return list.take();
}

}  // namespace tutti::app
