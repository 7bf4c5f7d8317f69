// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti export`: their names, limits and meaning.
#include "app/model/export_arguments.h"

#include "pass/precision.h"
#include "portable/module_writer.h"
#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(ExportArguments& a) {
  ArgumentLister list;
  run::add_model_name(list.group("Program"), a.model_name_or_path,
                      "a model's folder, or a name in the Hugging Face cache")
      .required()
      .choice("function", a.function, {"forward", "step"},
              "forward: logits; step: forward, loss, backward, clipping and AdamW")
      .number("batch_size", a.batch_size, 1, kLargestCount,
              "features, each in a row padded to max_seq_length")
      .number("max_seq_length", a.max_seq_length, 8, kLargestCount, "tokens of a row")
      .choice("precision", a.precision, pass::precision_names(),
              "precision of products and activations")
      .add("no_dropout", a.no_dropout, "export a step without dropout")
      .number("learning_rate", a.learning_rate, 0, 1e300, "constant learning rate of a step")
      .number("weight_decay", a.weight_decay, 0, 1e300, "weight decay of a step")
      .add("adapter", a.adapter, "folder of a LoRA adapter to apply to the model")
      .names(Names::input)
      .add("cache_dir", a.cache_dir, "Hugging Face cache; default: $HF_HUB_CACHE or $HF_HOME/hub");
  run::add_task(list, a.task, a.tasks);
  list.group("Form")
      .add("bytecode", a.bytecode, "write a portable artifact in MLIR bytecode instead of text")
      .add("target", a.target, portable::kTargetHelp)
      .choice("jax_export", a.jax_export, {"none", "cpu", "cuda", "rocm", "tpu"},
              "write a file that jax.export.deserialize reads, for this platform of JAX")
      .add("generic", a.generic,
           "write every operation in the generic form, which all plugins read")
      .add("output", a.output, "file; -: standard output")
      .names(Names::output_file);
  list.group("Model")
      .choice("gguf", a.gguf, run::gguf_choices(),
              "write a decoder's weights, tokenizer and chat template as one GGUF file instead, "
              "with matrices of this type")
      .add("adapter_gguf", a.adapter_gguf,
           "write the adapter of a decoder as a GGUF file instead, for llama.cpp's --lora");
  return list.take();
}

}  // namespace tutti::app
