// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/tokenizer_class.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/json.h"

namespace tutti::data {
namespace {

using nlohmann::json;

/// A class and the types of models, separated by spaces, whose tokenizers it reads.
struct RegisteredClass {
  std::string_view name;
  std::string_view model_types;
};

// TOKENIZER_MAPPING_NAMES of transformers 5.23, and its other classes.
constexpr RegisteredClass kRegisteredClasses[] = {
    {"AlbertTokenizer", "albert yoso"},
    {"BartTokenizer", "florence2"},
    {"BarthezTokenizer", "barthez"},
    {"BartphoTokenizer", "bartpho"},
    {"BertGenerationTokenizer", "bert-generation"},
    {"BertJapaneseTokenizer", "bert-japanese"},
    {"BertTokenizer",
     "align bark bert blip bros chinese_clip convbert distilbert electra ernie flava git "
     "grounding-dino layoutlm megatron-bert mm-grounding-dino nezha nomic_bert qdqbert "
     "realm retribert squeezebert tvp vilt visual_bert"},
    {"BertTokenizerLegacy", ""},
    {"BertweetTokenizer", "bertweet"},
    {"BigBirdTokenizer", "big_bird"},
    {"BioGptTokenizer", "biogpt"},
    {"BlenderbotSmallTokenizer", "blenderbot-small"},
    {"BlenderbotTokenizer", "blenderbot"},
    {"ByT5Tokenizer", "byt5"},
    {"CLIPTokenizer",
     "aimv2 clip clipseg groupvit omdet-turbo oneformer owlv2 owlvit sam3 sam3_video xclip"},
    {"CTRLTokenizer", "ctrl"},
    {"CamembertTokenizer", "camembert"},
    {"CanineTokenizer", "canine"},
    {"ClvpTokenizer", "clvp"},
    {"CodeGenTokenizer", ""},
    {"CodeLlamaTokenizer", "code_llama"},
    {"CohereTokenizer", "aya_vision cohere cohere2"},
    {"ConvBertTokenizer", ""},
    {"CpmAntTokenizer", "cpmant"},
    {"CpmTokenizer", "cpm"},
    {"DPRContextEncoderTokenizer", ""},
    {"DPRQuestionEncoderTokenizer", "dpr"},
    {"DPRReaderTokenizer", ""},
    {"DebertaTokenizer", "deberta"},
    {"DebertaV2Tokenizer", "deberta-v2"},
    {"DiaTokenizer", "dia"},
    {"DistilBertTokenizer", ""},
    {"EsmTokenizer", "esm"},
    {"EsmcTokenizer", "esmc esmfold2"},
    {"FNetTokenizer", "fnet"},
    {"FSMTTokenizer", "fsmt"},
    {"FastSpeech2ConformerTokenizer", ""},
    {"FlaubertTokenizer", "flaubert"},
    {"FunnelTokenizer", "funnel"},
    {"GPT2Tokenizer",
     "blip-2 codegen dbrx emu3 gpt2 gpt_neo gptj hyperclovax_vision_v2 instructblip "
     "instructblipvideo jais2 opt phi starcoder2"},
    {"GPTNeoXJapaneseTokenizer", "gpt_neox_japanese"},
    {"GPTNeoXTokenizer", "falcon_mamba gpt_neox mamba mamba2 mpt olmo olmoe rwkv xlstm"},
    {"GPTSw3Tokenizer", "gpt-sw3"},
    {"GemmaTokenizer",
     "diffusion_gemma gemma gemma2 gemma3 gemma3_text gemma3n gemma3n_text recurrent_gemma "
     "shieldgemma2 t5gemma zaya"},
    {"HerbertTokenizer", "herbert"},
    {"LEDTokenizer", "led"},
    {"LasrTokenizer", "lasr_ctc lasr_encoder"},
    {"LayoutLMv2Tokenizer", "layoutlmv2"},
    {"LayoutLMv3Tokenizer", "layoutlmv3"},
    {"LayoutXLMTokenizer", "layoutxlm"},
    {"LlamaTokenizer", "idefics idefics2"},
    {"LukeTokenizer", "luke"},
    {"LxmertTokenizer", "lxmert"},
    {"M2M100Tokenizer", "m2m_100"},
    {"MBart50Tokenizer", "mbart50"},
    {"MBartTokenizer", "mbart"},
    {"MLukeTokenizer", "mluke"},
    {"MPNetTokenizer", "mpnet"},
    {"MarianTokenizer", "marian"},
    {"MarkupLMTokenizer", "markuplm"},
    {"MgpstrTokenizer", "mgp-str"},
    {"MobileBertTokenizer", "mobilebert"},
    {"MvpTokenizer", "mvp"},
    {"MyT5Tokenizer", "myt5"},
    {"NllbTokenizer", "nllb nllb-moe"},
    {"NougatTokenizer", "nougat pp_formulanet"},
    {"OpenAIGPTTokenizer", "openai-gpt"},
    {"PLBartTokenizer", "plbart"},
    {"ParakeetTokenizer",
     "granite_speech5_ctc nemotron3_5_asr nemotron_asr_streaming parakeet_ctc "
     "parakeet_rnnt parakeet_tdt"},
    {"PegasusTokenizer", "pegasus"},
    {"PerceiverTokenizer", "perceiver"},
    {"PhobertTokenizer", "phobert"},
    {"Pop2PianoTokenizer", ""},
    {"ProphetNetTokenizer", "prophetnet"},
    {"Qwen2Tokenizer",
     "audioflamingo3 colqwen2 cosmos3_omni dots3_note fun_asr_nano hunyuan_vl internvl "
     "lighton_ocr moss_transcribe_diarize ovis2 qianfan_ocr qwen2 qwen2_5_omni qwen2_5_vl "
     "qwen2_audio qwen2_moe qwen2_vl qwen3 qwen3_asr qwen3_moe qwen3_next qwen3_omni_moe "
     "qwen3_vl qwen3_vl_moe vibevoice"},
    {"Qwen3_5Tokenizer", "qwen3_5 qwen3_5_moe qwen3_5_moe_text qwen3_5_text qwen4_exp"},
    {"RagTokenizer", "rag"},
    {"ReformerTokenizer", "reformer"},
    {"RemBertTokenizer", "rembert"},
    {"RoCBertTokenizer", "roc_bert"},
    {"RoFormerTokenizer", "roformer"},
    {"RobertaTokenizer",
     "bart bridgetower clap data2vec-text ibert lilt longformer mega mra roberta roberta- "
     "prelayernorm"},
    {"SeamlessM4TTokenizer", "seamless_m4t seamless_m4t_v2"},
    {"Siglip2Tokenizer", "siglip2"},
    {"SiglipTokenizer", "siglip"},
    {"Speech2TextTokenizer", "speech_to_text"},
    {"SpeechT5Tokenizer", "speecht5"},
    {"SplinterTokenizer", "splinter"},
    {"T5Tokenizer", "mt5 musicgen musicgen_melody switch_transformers t5"},
    {"TapasTokenizer", "tapas"},
    {"Tipsv2Tokenizer", "tipsv2"},
    {"TokenizersBackend",
     "EvollaModel arctic aria beam bigbird_pegasus camembertv2-base canary chatlm "
     "cohere_asr ernie4_5 ernie4_5_moe flex_olmo fuyu glm glm4 glm4_moe glm4_moe_lite "
     "glm4v glm4v_moe glm_image glmasr got_ocr2 gpt_bigcode gradium_phonon_tts granite "
     "granitemoe granitemoehybrid granitemoeshared h2ovl_chat hyperclovax hyperclovax_vlm "
     "internlm2 internlm3 iquestcoder jamba kimi_k25 kimi_linear kosmos-2 llava llava_next "
     "mimo_v2_flash minicpm3 minicpm_ocr minicpmv minicpmv4_6 minicpmv4_7 minimax_m2 "
     "ministral ministral3 mistral mistral3 mistral_large4 mixtral modernbert modernbert- "
     "decoder molmo molmo2 nemo_speechlm nemotron nvfp4 nystromformer olmo2 olmo3 "
     "olmo_hybrid opencua openvla paddleocr_vl pegasus_x persimmon phi3 phi3_v phimoe "
     "pix2struct pixtral pocket_tts smolvlm stablelm step3_vl umt5 vipllava voxtral "
     "voxtral_realtime xlm-roberta-xl"},
    {"UdopTokenizer", "udop"},
    {"VideoPrismTokenizer", "videoprism"},
    {"VitsTokenizer", "vits"},
    {"Wav2Vec2CTCTokenizer",
     "data2vec-audio hubert unispeech unispeech-sat wav2vec2 wav2vec2-bert "
     "wav2vec2-conformer"},
    {"Wav2Vec2PhonemeCTCTokenizer", "wav2vec2_phoneme"},
    {"WhisperTokenizer", "whisper"},
    {"XGLMTokenizer", "xglm"},
    {"XLMRobertaTokenizer", "gte jina_embeddings_v3 metaclip_2 trocr xlm-roberta xmod"},
    {"XLMTokenizer", "xlm"},
    {"XLNetTokenizer", "xlnet"},
};

struct ClassAlias {
  std::string_view name, meaning;
};
constexpr ClassAlias kClassAliases[] = {
    {"BartTokenizer", "RobertaTokenizer"},       {"ElectraTokenizer", "BertTokenizer"},
    {"LayoutLMTokenizer", "BertTokenizer"},      {"LEDTokenizer", "RobertaTokenizer"},
    {"LongformerTokenizer", "RobertaTokenizer"}, {"LxmertTokenizer", "BertTokenizer"},
    {"MobileBertTokenizer", "BertTokenizer"},    {"MvpTokenizer", "RobertaTokenizer"},
    {"Phi3Tokenizer", "LlamaTokenizer"},         {"SqueezeBertTokenizer", "BertTokenizer"},
};

// Models whose files name wrong classes: transformers takes the class of the model's type.
constexpr std::string_view kTypesOfWrongFiles =
    "hyperclovax_vision_v2 qwen2 qwen3_5 qwen3_5_moe qwen3_5_moe_text qwen4_exp siglip2";

/// Whether a list that is separated by spaces has a word.
bool lists_word(std::string_view list, std::string_view word) {
  for (size_t at = 0; !word.empty() && at <= list.size();) {
    const size_t end = std::min(list.find(' ', at), list.size());
    if (list.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

/// The class of a type of model; empty where transformers registers none.
std::string_view class_of_type(std::string_view model_type) {
  for (const RegisteredClass& each : kRegisteredClasses)
    if (lists_word(each.model_types, model_type)) return each.name;
  return {};
}

std::string_view without_fast(std::string_view name) {
  constexpr std::string_view kSuffix = "Fast";
  if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
  return name;
}

/// The class that a name means; the generic one for a name that transformers does not know.
std::string meaning_of_name(std::string_view name) {
  name = without_fast(name);
  for (const ClassAlias& alias : kClassAliases)
    if (alias.name == name) return std::string(alias.meaning);
  const bool known = std::any_of(std::begin(kRegisteredClasses), std::end(kRegisteredClasses),
                                 [&](const RegisteredClass& each) { return each.name == name; });
  return known ? std::string(name) : kGenericTokenizerClass;
}

}  // namespace

ChosenTokenizerClass choose_tokenizer_class(const TokenizerClassSource& source) {
  const char* key = "tokenizer_class";
  const std::string own = format::json_string(source.config, key, source.config_name, "");
  const std::string of_model =
      format::json_string(source.model_config, key, source.model_config_name, "");
  const std::string type =
      format::json_string(source.model_config, "model_type", source.model_config_name, "");
  const std::string_view registered = class_of_type(type);
  const std::string& named = own.empty() ? of_model : own;
  const std::string named_by =
      fmt::format("{}: \"{}\"", own.empty() ? source.model_config_name : source.config_name, key);
  const std::string typed_by = fmt::format("{}: \"model_type\"", source.model_config_name);
  const bool wrong_files = lists_word(kTypesOfWrongFiles, type);

  // Llama 3 and others are byte-level, which this class is not.
  if (without_fast(named) == "LlamaTokenizer" && !wrong_files && source.has_byte_level)
    return {kGenericTokenizerClass, named_by};
  if (!named.empty() && !registered.empty() && registered != without_fast(named)) {
    if (registered == kGenericTokenizerClass) return {kGenericTokenizerClass, typed_by};
    if (wrong_files) return {meaning_of_name(registered), typed_by};
  }
  if (!named.empty()) return {meaning_of_name(named), named_by};
  if (!registered.empty()) return {meaning_of_name(registered), typed_by};
  return {kGenericTokenizerClass, ""};
}

}  // namespace tutti::data
