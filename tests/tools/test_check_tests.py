# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import tree

import check_tests

TABLE = "| files | tests |\n|---|---|\n| `ir/le*`, `ir/log` | `ir/text_test.cpp` |\n"


def problems(*names, table=TABLE):
    files = {"src/CMakeLists.txt": "", "tests/ir/text_test.cpp": "", "CONTRIBUTING.md": table}
    with tree(files | dict.fromkeys(names, "")) as root:
        return check_tests.check(root)


class CheckTests(unittest.TestCase):
    def test_a_test_has_the_name_of_its_file_whatever_folder_either_is_in(self):
        self.assertEqual([], problems("src/ir/a/json.cpp", "tests/ir/json_test.cpp"))
        self.assertEqual([], problems("src/ir/json.cpp", "tests/ir/b/json_test.cpp"))
        self.assertEqual([], problems("src/ir/array.h", "tests/ir/array_test.cpp"))

    def test_a_test_may_have_the_beginning_of_the_name(self):
        self.assertEqual([], problems("src/ir/json.cpp", "src/ir/json_fast.cpp",
                                      "tests/ir/json_test.cpp"))
        self.assertEqual(1, len(problems("src/ir/json.cpp", "src/ir/jsonfast.cpp",
                                         "tests/ir/json_test.cpp")))

    def test_ops_have_case_files(self):
        self.assertEqual([], problems("src/op/add.cpp", "tests/op/add.mlir"))

    def test_the_table_names_other_files_and_tests(self):
        self.assertEqual([], problems("src/ir/lexer.cpp", "src/ir/log.cpp"))
        found = problems("src/ir/parser.cpp")
        self.assertEqual(1, len(found), found)
        self.assertIn("src/ir/parser.cpp: no tests/ir/parser_test.cpp", found[0])
        found = problems("tests/ir/lost_test.cpp")
        self.assertEqual(1, len(found), found)
        self.assertIn("tests/ir/lost_test.cpp: there is no src/ir/lost.cpp", found[0])

    def test_the_table_names_no_test_that_is_not_there(self):
        found = problems(table=TABLE + "| `ir/a` | `ir/gone_test.cpp` |\n")
        self.assertEqual(["CONTRIBUTING.md: there is no test tests/ir/gone_test.cpp"], found)


if __name__ == "__main__":
    unittest.main()
