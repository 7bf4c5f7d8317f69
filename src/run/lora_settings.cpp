// SPDX-License-Identifier: Apache-2.0
// The flags of a new adapter: their names, limits and meaning.
#include "model/adapter_config.h"
#include "run/setting_groups.h"

namespace tutti::run {

void add_lora(ArgumentLister& list, LoraSettings& a) {
  list.group("Adapter")
      .add("use_peft", a.use_peft, "freeze the model and train a LoRA adapter, in PEFT's format")
      .number("lora_r", a.lora_r, 1, 1 << 20, "rank of the adapter")
      .number("lora_alpha", a.lora_alpha, 1e-9, 1e9,
              "scale the adapter's output by lora_alpha / lora_r")
      .number("lora_dropout", a.lora_dropout, 0, 0.999, "dropout of an adapted module's input")
      .add("lora_target_modules", a.lora_target_modules,
           "modules to adapt: all-linear: every linear module except the output head; or names or "
           "name endings, as several words or separated by commas; or a regular expression that "
           "matches whole names")
      .several()
      .add("lora_exclude_modules", a.lora_exclude_modules, "modules not to adapt, likewise")
      .several()
      .add("lora_modules_to_save", a.lora_modules_to_save,
           "name endings, likewise, of modules to train and save whole; always includes a new head")
      .several()
      .choice("lora_bias", a.lora_bias, model::adapter_bias_names(),
              "biases of the model to train and save")
      .add("use_rslora", a.use_rslora, "scale by lora_alpha / sqrt(lora_r) instead")
      .add("use_dora", a.use_dora, "learn the weights' magnitudes separately (DoRA)");
}

ArgumentList list_lora_settings(LoraSettings& a) {
  ArgumentLister list;
  add_lora(list, a);
  return list.take();
}

}  // namespace tutti::run
