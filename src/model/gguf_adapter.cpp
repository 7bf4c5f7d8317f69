// SPDX-License-Identifier: Apache-2.0
#include "model/gguf_adapter.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/gguf.h"
#include "format/safetensors.h"
#include "model/adapter_modules.h"
#include "model/convert_elements.h"
#include "model/gguf_rearrangement.h"
#include "model/gguf_tensors.h"

namespace tutti::model {
namespace {

constexpr std::string_view kPrefix = "base_model.model.", kA = ".lora_A.weight",
                           kB = ".lora_B.weight";

void expect_plain(const AdapterConfig& config, std::string_view where) {
  const auto refuse = [&](std::string_view what) {
    user_error("{}: a GGUF adapter cannot say {}; tutti merge --gguf writes the merged model",
               where, what);
  };
  if (config.dora) refuse("use_dora");
  if (!config.saved.empty()) refuse("modules_to_save");
  if (config.bias != AdapterConfig::Bias::none) refuse("trained biases");
}

std::vector<float> values_of(const format::SafetensorsFile& file, const format::TensorInfo& info) {
  std::vector<std::byte> bytes(info.bytes());
  file.read(info, bytes);
  return float_elements(info.dtype, bytes);
}

class Writer {
 public:
  Writer(const GgufAdapter& adapter, std::string_view where)
      : adapter_(adapter),
        where_(where),
        file_(adapter.tensors),
        decoder_(gguf_decoder(adapter.base, where)),
        names_(gguf_tensor_names(decoder_.architecture, decoder_.layers)) {
    // llama.cpp divides it by the rank of each tensor.
    alpha_ = adapter.config.alpha;
    if (adapter.config.rslora) alpha_ *= std::sqrt(static_cast<double>(adapter.config.rank));
  }

  size_t write(const Path& path) const {
    std::vector<format::GgufSource> sources;
    for (const format::TensorInfo& info : file_.tensors()) sources.push_back(source_of(info));
    format::write_gguf(path,
                       {{"general.architecture", std::string(gguf_name_of(decoder_.architecture))},
                        {"general.type", std::string("adapter")},
                        {"general.name", adapter_.name},
                        {"adapter.type", std::string("lora")},
                        {"adapter.lora.alpha", static_cast<float>(alpha_)}},
                       sources);
    return sources.size();
  }

 private:
  format::GgufSource source_of(const format::TensorInfo& info) const {
    const std::string& name = info.name;
    const bool is_a = name.ends_with(kA);
    if (!name.starts_with(kPrefix) || (!is_a && !name.ends_with(kB)) || info.shape.size() != 2)
      user_error("{}: {}: a GGUF adapter has no place for it: it has those of linear layers alone",
                 where_, escaped(name));
    const std::string module =
        name.substr(kPrefix.size(), name.size() - kPrefix.size() - (is_a ? kA : kB).size());
    const auto found = std::find_if(names_.begin(), names_.end(), [&](const GgufTensorName& one) {
      return one.ours == module + ".weight";
    });
    if (found == names_.end())
      user_error("{}: {}: GGUF files of {} have no such module", where_, escaped(name),
                 gguf_name_of(decoder_.architecture));
    const std::string gguf = found->gguf + (is_a ? ".lora_a" : ".lora_b");
    return {gguf, format::GgufType::f32, info.shape,
            [this, &info, is_a, order = found->order, module] {
              std::vector<float> values = values_of(file_, info);
              return is_a ? values : b_of(std::move(values), info, order, module);
            }};
  }

  /// Its rows are in the order of the base's rows.
  std::vector<float> b_of(std::vector<float> values, const format::TensorInfo& info,
                          GgufOrder order, const std::string& module) const {
    const bool in_pairs = order == GgufOrder::query_pairs || order == GgufOrder::key_pairs;
    Rearrangement how = rearrangement(
        in_pairs ? order : GgufOrder::same, info.shape,
        order == GgufOrder::query_pairs ? decoder_.heads : decoder_.key_heads, where_, info.name);
    how.to_gguf = true;
    std::vector<float> ordered = rearranged(how, std::move(values));
    const double theirs = alpha_ / static_cast<double>(adapter_rank(adapter_.config, module));
    const double factor = adapter_scale(adapter_.config, module) / theirs;
    if (std::abs(factor - 1) > 1e-12)
      for (float& value : ordered) value = static_cast<float>(value * factor);
    return ordered;
  }

  const GgufAdapter& adapter_;
  std::string_view where_;
  format::SafetensorsFile file_;
  GgufDecoder decoder_;
  std::vector<GgufTensorName> names_;
  double alpha_;
};

}  // namespace

size_t write_gguf_adapter(const Path& file, const GgufAdapter& adapter, std::string_view where) {
  expect_plain(adapter.config, where);
  return Writer(adapter, where).write(file);
}

}  // namespace tutti::model
