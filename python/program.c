/* SPDX-License-Identifier: Apache-2.0 */
/* The wheel's program: its code is in libtutti.so, which Python opens too. */
int tutti_main(int count, char** words);

int main(int count, char** words) {
  return tutti_main(count, words);
}
