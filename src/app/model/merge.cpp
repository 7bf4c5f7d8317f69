// SPDX-License-Identifier: Apache-2.0
// `tutti merge`: a model with its adapter in its weights, as a folder that transformers reads or as
// a GGUF file.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "app/model/merge_arguments.h"
#include "app/process/addresses.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "base/log.h"
#include "base/text.h"
#include "format/json.h"
#include "model/tensor_file.h"
#include "run/model_weights.h"
#include "run/opened_model.h"
#include "task/gguf_model.h"
#include "train/merged_model.h"

namespace tutti::app {
namespace {

using ir::ElementType;

/// What rounding takes from the changes that an adapter makes.
struct RoundingLoss {
  int64_t changed = 0;  // entries that the adapter changed
  int64_t lost = 0;     // those of them that round to the base's value
  double change = 0;    // the sum of squares of all changes
  double error = 0;     // the same of what rounding adds to them

  double lost_share() const {
    return changed ? static_cast<double>(lost) / static_cast<double>(changed) : 0;
  }
  double relative_error() const { return change > 0 ? std::sqrt(error / change) : 0; }
};

/// Rounds the values once, and adds what was lost of the changes.
ir::Tensor rounded(const train::MergedTensor& tensor, ElementType element, RoundingLoss& loss) {
  const std::vector<double> values = tensor.read();
  ir::Tensor result = ir::Tensor::of(ir::Type::tensor(element, tensor.shape), values);
  if (!tensor.changed) return result;
  const ir::Tensor base = tensor.read_base();
  std::vector<double> unchanged(values.size());
  for (size_t i = 0; i < values.size(); i++) unchanged[i] = base.float_at(static_cast<int64_t>(i));
  const ir::Tensor base_rounded = ir::Tensor::of(result.type(), unchanged);
  for (size_t i = 0; i < values.size(); i++) {
    const auto at = static_cast<int64_t>(i);
    const double change = values[i] - unchanged[i];
    if (change == 0) continue;
    const double error = result.float_at(at) - values[i];
    loss.changed++;
    loss.lost += result.float_at(at) == base_rounded.float_at(at);
    loss.change += change * change;
    loss.error += error * error;
  }
  return result;
}

ElementType element_named(const std::string& dtype, const model::Weights& weights) {
  if (dtype == "bfloat16") return ElementType::bf16;
  if (dtype == "float32") return ElementType::f32;
  for (size_t i = 0; i < weights.size(); i++)  // auto: that of the base's first matrix
    if (weights.stored_as(i) == ElementType::bf16) return ElementType::bf16;
  return ElementType::f32;
}

/// config.json of the merged model.
nlohmann::ordered_json merged_config(const run::OpenedModel& model,
                                     const train::MergedModel& merged, ElementType element) {
  nlohmann::ordered_json config = model.config();
  const std::string dtype = element == ElementType::bf16 ? "bfloat16" : "float32";
  // transformers 5 says dtype, 4 says torch_dtype.
  config[config.contains("dtype") ? "dtype" : "torch_dtype"] = dtype;
  if (merged.unties_head) config["tie_word_embeddings"] = false;
  return config;
}

/// How programs generate text with the model, if its folder says how.
void copy_generation_config(const run::OpenedModel& model, const Path& folder) {
  constexpr const char* kName = "generation_config.json";
  if (const Path file = model.path() / kName; std::filesystem::is_regular_file(file))
    write_file_atomically(folder / kName, read_file(file));
}

/// Writes the folder as transformers reads it, and adds what is worth reporting to the result.
void write_folder(const run::OpenedModel& model, const train::MergedModel& merged,
                  ElementType element, const Path& output, nlohmann::ordered_json& result) {
  RoundingLoss loss;
  std::vector<format::TensorSource> sources;
  for (const train::MergedTensor& tensor : merged.tensors)
    sources.push_back({tensor.name, model::dtype_of(element), tensor.shape,
                       [&tensor, &loss, element](const WritePiece& write) {
                         const ir::Tensor rounded_once = rounded(tensor, element, loss);
                         const auto bytes = rounded_once.stored();
                         write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
                       }});
  format::write_safetensors(output / "model.safetensors", std::move(sources), {{"format", "pt"}});
  write_file_atomically(output / "config.json",
                        merged_config(model, merged, element).dump(2) + "\n");
  model.write_tokenizer(output);
  copy_generation_config(model, output);
  result["changed_entries"] = loss.changed;
  result["lost_entries"] = loss.lost;
  result["relative_rounding_error"] = loss.relative_error();
  if (element != ElementType::f32)
    log_info(
        "rounding to {} took the change from {:.2f} % of the changed entries; its error is {:.2f} "
        "% of the whole change (--torch_dtype float32 keeps it)",
        ir::name_of(element), 100 * loss.lost_share(), 100 * loss.relative_error());
}

/// The last name of a folder's path, which may end with a slash or be relative.
std::string folder_name(const Path& folder) {
  const Path absolute = std::filesystem::absolute(folder);
  return absolute.has_filename() ? absolute.filename() : absolute.parent_path().filename();
}

/// Writes the GGUF file, whose values are rounded once, from those of the merged weights.
void write_gguf(const run::OpenedModel& model, const train::MergedModel& merged,
                const std::string& type, const Path& output) {
  std::vector<format::TensorInfo> infos;
  std::map<std::string, const train::MergedTensor*> by_name;
  for (const train::MergedTensor& tensor : merged.tensors) {
    const auto bytes = static_cast<uint64_t>(ir::element_count(tensor.shape)) * sizeof(float);
    infos.push_back({tensor.name, format::Dtype::f32, tensor.shape, 0, bytes});
    by_name.emplace(tensor.name, &tensor);
  }
  const auto read = [&](const format::TensorInfo& info, std::span<std::byte> out) {
    const auto float32 = ir::Type::tensor(ElementType::f32, info.shape);
    const ir::Tensor tensor = ir::Tensor::of(float32, by_name.at(info.name)->read());
    std::memcpy(out.data(), tensor.stored().data(), out.size());
  };
  const format::ShardedTensors tensors(output, std::move(infos), read, {});
  task::write_gguf_model(output / "model.gguf",
                         {model.path(), tensors, format::gguf_type_named(type), folder_name(output),
                          nlohmann::json(merged_config(model, merged, ElementType::f32))});
}

}  // namespace

ExitCode run_merge(const GlobalOptions& global, const MergeArguments& arguments) {
  const bool as_gguf = arguments.gguf != "none";
  if (as_gguf && arguments.dtype != "auto")
    user_error("--torch_dtype: the weights of a GGUF file are of the type that --gguf says");
  const run::OpenedModel model(arguments, arguments.tasks, task::Use::validate, context_of(global));
  if (!model.adapter())
    user_error(
        "--adapter is missing: expected the folder of the adapter to merge, or that folder in the "
        "place of the model");
  const Path output = arguments.output_dir;
  for (const std::string& read :
       {model.path().string(), arguments.model_name_or_path, arguments.adapter}) {
    std::error_code ignored;
    if (std::filesystem::equivalent(output, read, ignored))
      user_error("--output_dir {}: this is a folder that is read, expected another one",
                 escaped(output.string()));
  }
  const model::Weights weights = run::read_weights(model, {}, model.adapter()->weights);
  const train::MergedModel merged =
      train::merged_model(model.task().objective(), model.adapter()->config, weights);
  make_output_folder(output);
  const FolderLock lock(output);
  const auto changed = std::count_if(merged.tensors.begin(), merged.tensors.end(),
                                     [](const auto& tensor) { return tensor.changed; });
  const ElementType element = element_named(arguments.dtype, weights);
  const std::string type = as_gguf ? arguments.gguf : std::string(ir::name_of(element));
  nlohmann::ordered_json result = {{"output_dir", arguments.output_dir},
                                   {"dtype", type},
                                   {"tensors", merged.tensors.size()},
                                   {"changed_tensors", changed},
                                   {"unties_head", merged.unties_head}};
  if (as_gguf)
    write_gguf(model, merged, arguments.gguf, output);
  else
    write_folder(model, merged, element, output, result);
  if (merged.unties_head)
    log_info("the embedding and the output head differ now: tie_word_embeddings is false");
  log_output(fmt::format("wrote {}: {} of {} tensors changed, as {}",
                         escaped(output.string(), 1000), changed, merged.tensors.size(), type));
  if (global.json) write_result_json(result);
  return ExitCode::done;
}

}  // namespace tutti::app
