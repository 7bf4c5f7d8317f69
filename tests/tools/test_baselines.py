# SPDX-License-Identifier: Apache-2.0
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench"))

import baselines
import machine
import speed_pictures

ZEN_4 = "AMD EPYC family 25 model 17, 2 threads, kernels AVX3, products AVX512-BF16"
ZEN_5 = "AMD EPYC family 26 model 2, 2 threads, kernels AVX3, products AVX512-BF16"
ZEN_4_AVX2 = "AMD EPYC family 25 model 17, 2 threads, kernels AVX2, products OpenBLAS Zen"


def result(on, ratio):
    return {"work": "training", "model": "MiniLM", "date": "2026-11-23", "machine": on,
            "rate": 10.0, "batch": 16, "precision": "bf16",
            "peers": {"R2g": {"rate": 5.0, "ratio": ratio, "deviation": 0.01}}}


class Baselines(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)
        without_pictures = mock.patch.object(speed_pictures, "draw")
        without_pictures.start()
        self.addCleanup(without_pictures.stop)
        baselines.write(result(ZEN_5, 3.09), "./dev bench", self.folder)

    def judged(self, on, ratio):
        with contextlib.redirect_stdout(io.StringIO()):
            return baselines.judge(result(on, ratio), self.folder)

    def test_the_same_machine_is_judged(self):
        self.assertTrue(self.judged(ZEN_5, 3.05))
        with self.assertRaisesRegex(SystemExit, "slower than the stored ratios to R2g"):
            self.judged(ZEN_5, 2.31)

    def test_another_processor_or_instruction_set_is_added_and_never_judged(self):
        for on in (ZEN_4, ZEN_4_AVX2):
            self.assertFalse(self.judged(on, 2.31))
            baselines.write(result(on, 2.31), "./dev bench", self.folder)
            self.assertTrue(self.judged(on, 2.3))
        self.assertEqual(3, len(baselines.stored_results(self.folder)))

    def test_the_page_shows_each_machine(self):
        baselines.write(result(ZEN_4, 2.31), "./dev bench", self.folder)
        page = (self.folder / "performance.md").read_text()
        for text in (f"## {ZEN_4}\n", f"## {ZEN_5}\n", "| 2.31 x |", "| 3.09 x |"):
            self.assertIn(text, page)


class Pictures(unittest.TestCase):
    def test_bars_of_what_is_stored_are_at_most_ten_and_in_words(self):
        stored = baselines.stored_results().values()
        for question, works in speed_pictures.QUESTIONS.values():
            bars = [bar for _, group in speed_pictures.groups_of(stored, works) for bar in group]
            self.assertTrue(0 < len(bars) <= 10, question)
            for words, _, _ in bars:
                self.assertIn(words, speed_pictures.PEERS.values())

    def test_the_newest_are_shown_where_not_all_fit(self):
        def training(machine_name, date, count):
            row = {"ratio": 2.0, "deviation": 0.1}
            return result(machine_name, 1) | {"date": date, "peers": {
                name: row for name in list(speed_pictures.PEERS)[:count]}}

        groups = speed_pictures.groups_of([training(ZEN_4, "2026-01-01", 6),
                                           training(ZEN_5, "2026-02-01", 6)], ("training",))
        self.assertEqual(["MiniLM, batch 16, bf16, on AMD EPYC family 26 model 2, 2 threads, "
                          "AVX512-BF16"], [title for title, _ in groups])


class Machine(unittest.TestCase):
    def test_processors_of_one_name_have_their_own_models(self):
        zen_4 = "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n"
        self.assertEqual("family 25 model 17", machine.processor(zen_4))
        arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n"
        self.assertEqual("implementer 0x41 part 0xd40", machine.processor(arm))


if __name__ == "__main__":
    unittest.main()
