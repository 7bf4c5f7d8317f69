// SPDX-License-Identifier: Apache-2.0
// Tutti's C interface: fine-tunes a model from any language, as `tutti train` does, asks models,
// and runs StableHLO programs.
//
// Texts are UTF-8 and end with a zero byte. A text that a function returns belongs to the caller,
// who gives it to tutti_free(). No exception and no exit crosses this interface: where a function
// fails, it returns NULL or a code, and tutti_error() has the sentence.
//
// A handle is used by one thread at a time; only tutti_training_stop() may be called from any
// thread, and from a signal's handler. Different handles may be used side by side.
#ifndef TUTTI_H
#define TUTTI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TUTTI_API __attribute__((visibility("default")))
#else
#define TUTTI_API
#endif

// What a function returns: the exit codes of `tutti`.
enum tutti_code {
  TUTTI_DONE = 0,
  TUTTI_INTERNAL = 1,         // a bug
  TUTTI_USAGE = 2,            // the input is wrong; the sentence says how to fix it
  TUTTI_MISSING_BACKEND = 3,  // there is no such device, or no plugin for it
  TUTTI_OUT_OF_MEMORY = 4,    // it does not fit; the sentence says what would
  TUTTI_IO = 5,               // a file or a server failed
  TUTTI_STOPPED = 75          // somebody asked it to stop; its state is saved
};

// The version of the library, "1.2.3"; it lives as long as the process.
TUTTI_API const char* tutti_version(void);
// The sentence and the code of this thread's last failure; the text lives until its next one.
TUTTI_API const char* tutti_error(void);
TUTTI_API int tutti_error_code(void);
TUTTI_API void tutti_free(char* text);

// Receives the library's messages; level 0 to 3: debug, info, warning, error. Without it they are
// dropped. Call this before any training is opened; `log` may be called on any thread.
typedef void (*tutti_log)(void* data, int level, const char* message);
TUTTI_API void tutti_set_log(tutti_log log, void* data);

// The settings of a training: the flags of `tutti train`, by name.
typedef struct tutti_settings tutti_settings;
TUTTI_API tutti_settings* tutti_settings_new(void);
TUTTI_API void tutti_settings_free(tutti_settings* settings);
// One setting from a text as the command line has it: "learning_rate", "3e-5".
TUTTI_API int tutti_settings_set(tutti_settings* settings, const char* name, const char* value);
// Several from a JSON object, as in a run file: {"learning_rate": 3e-5, "do_train": true}.
TUTTI_API int tutti_settings_set_json(tutti_settings* settings, const char* json);
// Those of a run file, JSON or YAML.
TUTTI_API int tutti_settings_set_file(tutti_settings* settings, const char* path);
// All of them as such an object; null: not set.
TUTTI_API char* tutti_settings_json(const tutti_settings* settings);
// A JSON list of all settings: name, group, help, type ("bool", "int", "float", "text"), choices.
TUTTI_API char* tutti_settings_list(const tutti_settings* settings);
// Threads of the cpu backend; 1 without it.
TUTTI_API int tutti_settings_set_threads(tutti_settings* settings, int threads);
// A variable of the environment as a training sees it: HOME and XDG_CACHE_HOME say where caches
// are, RANK and WORLD_SIZE which process of a job this is. The library reads no environment.
TUTTI_API int tutti_settings_set_variable(tutti_settings* settings, const char* name,
                                          const char* value);
// The path of the program `tutti`, which tries PJRT plugins in processes of its own; without it,
// the backends are cpu and reference.
TUTTI_API int tutti_settings_set_program(tutti_settings* settings, const char* path);

// Receives each event, on the thread that trains; `json` lives until it returns:
// "begin" [["model", "..."], ...]: the facts before its first step
// "step"     {"step": 3, "total": 10}
// "log"      {"step": 3, "loss": 1.5, "gradient_norm": 2.5, "learning_rate": 1e-5, "epoch": 0.1}
// "evaluate" {"done": 16, "total": 368}: features of an evaluation
// "output"   {"message": "the trained model is in ..."}
// "rank"     {"rank": 1, "has_met": true}: of a job of several processes
typedef void (*tutti_event)(void* data, const char* kind, const char* json);

typedef struct tutti_training tutti_training;
// Opens the model and its tokenizer. The settings are copied; `event` may be NULL.
TUTTI_API tutti_training* tutti_training_open(const tutti_settings* settings, tutti_event event,
                                              void* data);
TUTTI_API void tutti_training_free(tutti_training* training);
// What it will do and need, before its first step: {"total_steps", "batch", "micro_batches",
// "memory_bytes", "facts"}.
TUTTI_API char* tutti_training_plan(tutti_training* training);
// Trains and writes the model into output_dir. TUTTI_STOPPED if it was asked to stop.
TUTTI_API int tutti_training_train(tutti_training* training);
// Asks it to save its state and to end.
TUTTI_API void tutti_training_stop(tutti_training* training);
// Scores the model on validation_file: {"eval_f1": ..., ...}. "null" if it was stopped, and in
// all processes of a job but the first.
TUTTI_API char* tutti_training_evaluate(tutti_training* training);
// Answers one input, {"question": "...", "context": "..."} as the arguments of `tutti predict`:
// the object that `tutti predict --json` prints, with at most so many answers.
TUTTI_API char* tutti_training_predict(tutti_training* training, const char* inputs, int64_t most);
// Continues a prompt by at most so many tokens, with the model that was written last.
TUTTI_API char* tutti_training_generate(tutti_training* training, const char* prompt,
                                        int64_t max_new_tokens);
// Writes the model as it is now into a folder.
TUTTI_API int tutti_training_save(tutti_training* training, const char* folder);
// Writes all_results.json; in a job, waits for the other processes.
TUTTI_API int tutti_training_finish(tutti_training* training);
// Metrics of the training and of the evaluation.
TUTTI_API char* tutti_training_results(tutti_training* training);

// A trained model, opened once and asked many times. Of the settings it reads model_name_or_path,
// tokenizer_name, cache_dir, task, adapter, backend, precision and max_seq_length.
typedef struct tutti_model tutti_model;
TUTTI_API tutti_model* tutti_model_open(const tutti_settings* settings);
TUTTI_API void tutti_model_free(tutti_model* model);
// The task that it is for: "question-answering".
TUTTI_API char* tutti_model_task(tutti_model* model);
// As tutti_training_predict().
TUTTI_API char* tutti_model_predict(tutti_model* model, const char* inputs, int64_t most);
// Receives each piece of a text as it is written; a result other than 0 ends the text.
typedef int (*tutti_text)(void* data, const char* piece);
// Continues a text, {"prompt": "..."}, or a conversation, {"messages": [{"role": "user",
// "content": "..."}]}; beside it the flags of `tutti generate` that choose tokens. Gives
// {"generated_text", "finish_reason", "prompt_tokens", "new_tokens"}. `text` may be NULL.
TUTTI_API char* tutti_model_generate(tutti_model* model, const char* request, tutti_text text,
                                     void* data);

// A StableHLO program, compiled once and run many times: the compiler alone. Of the settings it
// reads backend.
typedef struct tutti_program tutti_program;
// The elements of an array in row-major order, little-endian; those of fewer than 8 bits take a
// byte each. The caller has the memory.
typedef struct tutti_array {
  const char* element_type;  // "f32", "bf16", "i1", "complex<f32>", as in a program's text
  int64_t rank;
  const int64_t* shape;
  void* data;
} tutti_array;
// Compiles one function of a program of `size` bytes; NULL means "main".
TUTTI_API tutti_program* tutti_program_compile(const char* source, int64_t size,
                                               const char* function,
                                               const tutti_settings* settings);
TUTTI_API void tutti_program_free(tutti_program* program);
// {"inputs": [{"element_type": "f32", "shape": [2, 3], "bytes": 24}, ...], "outputs": [...]}
TUTTI_API char* tutti_program_signature(const tutti_program* program);
// Runs it. `inputs` have exactly the types of its arguments; it fills the data of `outputs`, for
// which tutti_program_signature() gives the sizes.
TUTTI_API int tutti_program_run(tutti_program* program, const tutti_array* inputs, int64_t count,
                                const tutti_array* outputs, int64_t output_count);

#ifdef __cplusplus
}
#endif
#endif
