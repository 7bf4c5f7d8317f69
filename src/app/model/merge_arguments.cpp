// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti merge`: their names, limits and meaning.
#include "app/model/merge_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(MergeArguments& a) {
  ArgumentLister list;
  run::add_model_name(
      list, a.model_name_or_path,
      "the base model's folder, or its name in the Hugging Face cache; or the folder of "
      "an adapter that names it")
      .required()
      .group("Adapter")
      .add("adapter", a.adapter,
           "folder of the LoRA adapter in PEFT's format, unless the model is one")
      .names(Names::input)
      .add("output_dir", a.output_dir, "folder for the merged model")
      .names(Names::output_folder)
      .required()
      .choice("torch_dtype", a.dtype, {"auto", "float32", "bfloat16"},
              "type of the merged weights; auto: the base's. Prints the loss of precision with "
              "bfloat16")
      .choice("gguf", a.gguf, run::gguf_choices(),
              "write model.gguf for llama.cpp and Ollama into the folder instead, with tokenizer, "
              "chat template and matrices of this type")
      .add("tokenizer_name", a.tokenizer_name,
           "folder or name of the tokenizer; default: the model's")
      .names(Names::input)
      .add("cache_dir", a.cache_dir, "Hugging Face cache; default: $HF_HUB_CACHE or $HF_HOME/hub");
  run::add_task(list, a.task, a.tasks);
  return list.take();
}

}  // namespace tutti::app
