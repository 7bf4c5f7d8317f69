// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti encode`: their names, limits and meaning.
#include "app/model/encode_arguments.h"

#include "run/setting_groups.h"
#include "task/embedding/pooling.h"

namespace tutti::app {

ArgumentList list_arguments(EncodeArguments& a) {
  ArgumentLister list;
  run::add_model_name(list, a.model_name_or_path,
                      "folder of a model, perhaps as sentence-transformers writes it, or a name in "
                      "the Hugging Face cache")
      .required()
      .positional("FILE", a.file, true,
                  "texts, one a line; or records: .jsonl, .json, .csv, .tsv, .parquet")
      .names(Names::input)
      .group("Model");
  run::add_model_files(list, a);
  std::vector<std::string> ways = task::embedding::pooling_names();
  list.choice("pooling", a.pooling, std::move(ways),
              "how a text's tokens become one vector; default: as modules.json says, else mean")
      .add("normalize_embeddings", a.normalize_embeddings,
           "divide embeddings by their norms; default: as modules.json says, else false");
  list.group("Texts")
      .add("text_column", a.text_column,
           "column of the text in records; default: text, or the only one of texts")
      .add("prompt", a.prompt, "a text to put before each")
      .add("prompt_name", a.prompt_name,
           "the model's own prompt of this name, as query or document; default: the model's "
           "default");
  run::add_length(list, a.max_seq_length);
  list.group("Embeddings")
      .add("output", a.output,
           "file that ends in .safetensors, .npy or .jsonl; default: lines of JSON on standard "
           "output")
      .names(Names::output_file)
      .number("dim", a.dim, 1, 1 << 16,
              "keep the first numbers of each embedding, divided by their norm, as models trained "
              "with --matryoshka_dims allow")
      .number("batch_size", a.batch_size, 1, kLargestCount, "texts of mean length in a batch");
  run::add_machine(list, a.backend, a.precision);
  return list.take();
}

}  // namespace tutti::app
