# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import tree

import check_names


def problems(name, content):
    with tree({"src/CMakeLists.txt": "", name: content}) as root:
        return check_names.check(root)


class CheckNames(unittest.TestCase):
    def test_a_model_and_a_task_are_named_where_they_live(self):
        for name in ("src/model/bert.cpp", "src/model/bert_config.h", "src/model/models.def",
                     "src/task/squad/objective.cpp"):
            self.assertEqual([], problems(name, "model::BertConfig config;\n"))
        for name in ("src/task/squad/score.h", "src/task/tasks.def"):
            self.assertEqual([], problems(name, "namespace tutti::task::squad {\n"))

    def test_other_files_name_neither_in_code_nor_in_comments(self):
        for name in ("src/app/train.cpp", "src/model/weights.cpp", "src/CMakeLists.txt"):
            found = problems(name, "int a;\n// as BERT does\n")
            self.assertEqual(1, len(found), found)
            self.assertIn(f"{name}:2: names BERT; only these may: src/model/albert", found[0])
        found = problems("src/model/bert.cpp", '#include "task/squad/labels.h"\n')
        self.assertEqual(1, len(found), found)
        self.assertIn("src/model/bert.cpp:1: names SQuAD", found[0])

    def test_a_path_may_not_name_them_either(self):
        self.assertIn("src/app/squad_commands.cpp: the path names SQuAD",
                      problems("src/app/squad_commands.cpp", "int a;\n")[0])

    def test_parts_of_tokenizers_have_the_names_that_their_files_give_them(self):
        self.assertEqual([], problems("src/data/tokenizer/bert_normalizer.cpp",
                                      '{"BertNormalizer", bert_normalizer},\n'))

    def test_tests_and_documents_may_name_them(self):
        self.assertEqual([], problems("tests/train/bert_test.cpp", "// BERT on SQuAD\n"))


if __name__ == "__main__":
    unittest.main()
