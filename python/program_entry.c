/* SPDX-License-Identifier: Apache-2.0 */
/* What the wheel's program finds in libtutti.so. */
int program_main(int count, char** words); /* main() of src/main.cpp, under another name */

__attribute__((visibility("default"))) int tutti_main(int count, char** words) {
  return program_main(count, words);
}
