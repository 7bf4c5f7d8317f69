/* SPDX-License-Identifier: Apache-2.0 */
/* Fine-tunes a question-answering model for ten steps from C, and asks it.
 * Usage: fine_tune MODEL_FOLDER TRAIN_FILE OUTPUT_FOLDER */
#include <stdio.h>
#include <string.h>
#include <tutti.h>

static void show(void* data, const char* kind, const char* json) {
  (void)data;
  if (strcmp(kind, "log") == 0) printf("%s\n", json);
}

static int failed(const char* what) {
  fprintf(stderr, "%s: %s\n", what, tutti_error());
  return tutti_error_code();
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  tutti_settings* settings = tutti_settings_new();
  if (tutti_settings_set(settings, "model_name_or_path", argv[1]) != TUTTI_DONE ||
      tutti_settings_set(settings, "train_file", argv[2]) != TUTTI_DONE ||
      tutti_settings_set(settings, "output_dir", argv[3]) != TUTTI_DONE ||
      tutti_settings_set_json(settings, "{\"do_train\": true, \"max_steps\": 10, "
                                        "\"logging_steps\": 5, "
                                        "\"allow_missing_tensors\": true}") != TUTTI_DONE)
    return failed("settings");
  tutti_training* training = tutti_training_open(settings, show, NULL);
  tutti_settings_free(settings);
  if (!training) return failed("open");
  if (tutti_training_train(training) != TUTTI_DONE) return failed("train");
  char* answer = tutti_training_predict(
      training, "{\"question\": \"Where is the tower?\", \"context\": \"It is in Paris.\"}", 1);
  if (!answer) return failed("predict");
  printf("%s\n", answer);
  tutti_free(answer);
  tutti_training_free(training);
  return 0;
}
