// SPDX-License-Identifier: Apache-2.0
#include "app/run.h"

int main(int argc, char** argv) {
  return tutti::app::run(argc, argv);
}
