# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import tree

import check_tests

TABLE = "| files | tests |\n|---|---|\n| `ir/le*`, `ir/log` | `ir/text_test.cpp` |\n"
UNTESTED = {"src/ir/lexer.cpp": "", "src/ir/log.cpp": "", "src/ir/text.h": "",
            "tests/ir/text_test.cpp": ""}


def problems(*names, table=TABLE, files=()):
    """Of a tree that the table is right for, with empty files of these names, and with texts."""
    base = {"src/CMakeLists.txt": "", "CONTRIBUTING.md": table, **UNTESTED}
    with tree({**base, **dict.fromkeys(names, ""), **dict(files)}) as root:
        return check_tests.check(root)


class CheckTests(unittest.TestCase):
    def expect_one(self, found, text):
        self.assertEqual(1, len(found), found)
        self.assertIn(text, found[0])

    def test_a_test_has_the_name_of_its_file_whatever_folder_either_is_in(self):
        self.assertEqual([], problems("src/ir/a/json.cpp", "tests/ir/json_test.cpp"))
        self.assertEqual([], problems("src/ir/json.cpp", "tests/ir/b/json_test.cpp"))
        self.assertEqual([], problems("src/ir/array.h", "tests/ir/array_test.cpp"))

    def test_a_test_may_have_the_beginning_of_the_name(self):
        self.assertEqual([], problems("src/ir/json.cpp", "src/ir/json_fast.cpp",
                                      "tests/ir/json_test.cpp"))
        self.expect_one(problems("src/ir/json.cpp", "src/ir/jsonfast.cpp",
                                 "tests/ir/json_test.cpp"), "src/ir/jsonfast.cpp")

    def test_ops_have_case_files(self):
        self.assertEqual([], problems("src/op/add.cpp", "tests/op/add.mlir",
                                      "src/backend/cpu/lower_add.cpp"))
        self.expect_one(problems("src/backend/lower_add.cpp"), "src/backend/lower_add.cpp")

    FILES = {"src/ir/lines.h": "int line_count();\nclass Lines {\n};\n", "src/ir/lines.cpp":
             "namespace {\nint helper() {\n}\n}  // namespace\nint line_count() {\n}\n"}

    def naming(self, text, path="tests/ir/text_test.cpp"):
        return problems(files={**self.FILES, path: f'#include "ir/lines.h"\n{text}\n'})

    def test_a_test_of_the_layer_names_what_a_file_declares(self):
        self.assertEqual([], self.naming("line_count();"))
        self.assertEqual([], self.naming("Lines lines;"))
        for text in ("", "// line_count()", '"line_count"', "helper();"):
            self.expect_one(self.naming(text), "src/ir/lines.cpp: no test has its name or names")
        self.expect_one(self.naming("line_count();", "tests/op/text_test.cpp")[:1], "ir/lines.cpp")

    def test_a_folders_tests_cover_what_it_alone_knows(self):
        folder = {"src/ir/raise/find.h": "int found();", "src/ir/raise/find.cpp": "int found() {}",
                  "src/ir/raise/use.cpp": '#include "ir/raise/find.h"\n',
                  "tests/ir/raise_all_test.cpp": "", "tests/ir/use_test.cpp": ""}
        self.assertEqual([], problems(files=folder))
        user = {"src/ir/text.h": '#include "ir/raise/find.h"\n'}
        self.expect_one(problems(files={**folder, **user}), "src/ir/raise/find.cpp")
        self.expect_one(problems("src/ir/raise/unused.cpp", files=folder), "unused.cpp")

    def test_the_table_names_other_files(self):
        self.expect_one(problems("src/ir/parser.cpp"), "write tests/ir/parser_test.cpp")

    def test_a_test_of_another_name_says_what_it_tests(self):
        self.expect_one(problems("tests/ir/lost_test.cpp"), "tests/ir/lost_test.cpp: there is no")
        self.assertEqual([], problems(files={"tests/ir/lost_test.cpp": "// SPDX\n// All of it.\n"}))

    def test_the_table_names_only_tests_that_are_there_and_files_that_need_it(self):
        found = problems(table=TABLE.replace("text_test", "gone_test"))
        self.assertEqual(["CONTRIBUTING.md: there is no test tests/ir/gone_test.cpp"], found)
        self.expect_one(problems("tests/ir/log_test.cpp"), "no file needs the row of `ir/log`")


if __name__ == "__main__":
    unittest.main()
