# SPDX-License-Identifier: Apache-2.0
"""The Python package on the library that was built, or on a wheel that is installed."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import tutti

ROOT = pathlib.Path(__file__).resolve().parents[2]
BERT = ROOT / "examples" / "quickstart" / "tiny_bert"
TRAIN = ROOT / "examples" / "quickstart" / "train.json"
CHAT = ROOT / "examples" / "quickstart" / "chat" / "tiny.gguf"
SHORT = {"model": BERT, "allow_missing_tensors": True, "max_steps": 4, "logging_steps": 2,
         "per_device_train_batch_size": 4, "max_seq_length": 64, "save_strategy": "no",
         "threads": 1, "progress": False}
SQUAD = {**SHORT, "train_file": TRAIN, "doc_stride": 16, "max_train_samples": 64}
ROWS = [{"text": f"a {word} film", "label": word} for word in ("good", "bad") * 8]


class Package(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_a_training_is_that_of_the_command_line(self):
        run = tutti.train(**SQUAD, output_dir=self.folder / "python")
        self.assertEqual([2, 4], [entry["step"] for entry in run.log_history])
        self.assertIn("train_loss", run.metrics)
        words = ["--model_name_or_path", BERT, "--allow_missing_tensors", "--max_steps", "4",
                 "--logging_steps", "2", "--per_device_train_batch_size", "4",
                 "--max_seq_length", "64", "--save_strategy", "no", "--threads", "1",
                 "--train_file", TRAIN, "--doc_stride", "16", "--max_train_samples", "64",
                 "--do_train", "--output_dir", self.folder / "program"]
        subprocess.run([tutti.program(), "train", *words], check=True, capture_output=True)
        self.assertEqual((self.folder / "program" / "model.safetensors").read_bytes(),
                         (run.output_dir / "model.safetensors").read_bytes())

    def test_rows_are_as_good_as_a_file(self):
        settings = {**SHORT, "task": "text-classification"}
        rows = tutti.train(**settings, train_file=ROWS, output_dir=self.folder / "rows")
        file = self.folder / "rows.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
        files = tutti.train(**settings, train_file=file, output_dir=self.folder / "files")
        self.assertEqual((rows.output_dir / "model.safetensors").read_bytes(),
                         (files.output_dir / "model.safetensors").read_bytes())
        model = tutti.load(rows.output_dir, threads=1)
        self.assertEqual("text-classification", model.task)
        labels = [answer["label"] for answer in model.classify("a good film", top_k=2)]
        self.assertEqual({"good", "bad"}, set(labels))
        self.assertEqual(2, len(model.classify(["a good film", "a bad film"])))

    def test_a_generator_of_rows_is_read_once(self):
        run = tutti.train(**SHORT, task="text-classification", train_file=iter(ROWS),
                          output_dir=self.folder / "out")
        self.assertEqual(4, run.log_history[-1]["step"])

    def test_events_follow_a_training_and_it_can_be_stopped(self):
        run = tutti.train(**{**SQUAD, "max_steps": 100000, "save_strategy": "steps"}, stream=True,
                          output_dir=self.folder / "out")
        for event in run:
            if event.kind == "step" and event.step == 3:
                run.stop()
        self.assertTrue(list((self.folder / "out").glob("checkpoint-*")))
        self.assertLess(run.log_history[-1]["step"] if run.log_history else 0, 1000)

    def test_a_run_file_and_keywords_over_it(self):
        file = self.folder / "run.yaml"
        file.write_text("max_steps: 2\nlogging_steps: 1\n")
        settings = {key: value for key, value in SQUAD.items()
                    if key not in ("max_steps", "logging_steps")}
        run = tutti.train(file, **settings, output_dir=self.folder / "out")
        self.assertEqual([1, 2], [entry["step"] for entry in run.log_history])

    def test_errors_are_those_of_the_program(self):
        with self.assertRaisesRegex(TypeError, "learning_rte.*Did you mean learning_rate"):
            tutti.train(learning_rte=1)
        with self.assertRaises(tutti.FileError) as caught:
            tutti.train(model="/no/such", train_file=TRAIN, output_dir=self.folder / "out")
        self.assertEqual(5, caught.exception.exit_code)
        with self.assertRaisesRegex(tutti.UserError, "learning_rate"):
            tutti.train(**{**SQUAD, "learning_rate": "fast"}, output_dir=self.folder / "out")
        with self.assertRaisesRegex(TypeError, "row of str"):
            tutti.train(**SHORT, task="text-classification", train_file=["text"],
                        output_dir=self.folder / "out")
        with self.assertRaisesRegex(tutti.UserError, "model_name_or_path is missing"):
            tutti.estimate(train_file=TRAIN)

    def test_a_text_is_the_same_in_pieces(self):
        model = tutti.load(CHAT, threads=1)
        self.assertEqual("text-generation", model.task)
        whole = model.generate("The tower", max_new_tokens=12, temperature=0)
        self.assertEqual(whole, "".join(model.generate("The tower", max_new_tokens=12,
                                                       temperature=0, stream=True)))
        for _piece in model.generate("The tower", max_new_tokens=12, stream=True):
            break  # the rest is not written
        with self.assertRaisesRegex(tutti.UserError, "max_tokens"):
            model.generate("The tower", max_tokens=3)

    def test_an_estimate_has_memory_and_time(self):
        settings = {key: value for key, value in SQUAD.items() if key != "progress"}
        result = tutti.estimate(**settings, measured_steps=0)
        self.assertIn("memory", result)

    def test_what_transformers_scripts_write(self):
        arguments = tutti.TrainingArguments(
            output_dir=self.folder / "out", max_steps=2, per_device_train_batch_size=4,
            save_strategy="no", learning_rate=5e-5)
        trainer = tutti.Trainer(BERT, arguments, train_dataset=ROWS, eval_dataset=ROWS,
                                task="text-classification", allow_missing_tensors=True,
                                max_seq_length=64, threads=1)
        output = trainer.train()
        self.assertGreater(output.training_loss, 0)
        self.assertIn("eval_accuracy", output.metrics)
        self.assertIn("eval_accuracy", trainer.evaluate())
        trainer.save_model(self.folder / "copy")
        self.assertTrue((self.folder / "copy" / "model.safetensors").exists())
        with self.assertRaisesRegex(TypeError, "Did you mean"):
            tutti.TrainingArguments(output_dir="x", learning_rat=1)

    def test_handles_end_with_a_fork(self):
        code = ("import os, sys, tutti\n"
                f"model = tutti.load({str(CHAT)!r}, threads=1)\n"
                "if os.fork() == 0:\n"
                "    try: model.generate('x')\n"
                "    except tutti.Error as error: os._exit('forked' not in str(error))\n"
                "    os._exit(1)\n"
                "sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))\n")
        subprocess.run([sys.executable, "-c", code], check=True)

    def test_the_module_is_the_program(self):
        done = subprocess.run([sys.executable, "-m", "tutti", "--version"], check=True,
                              capture_output=True, text=True)
        self.assertEqual(f"tutti {tutti.__version__}\n", done.stdout)


@unittest.skipUnless(os.environ.get("TUTTI_TEST_NUMPY"), "NumPy is tested where ./dev wheel has it")
class Arrays(unittest.TestCase):
    ADD = ("func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, "
           "tensor<2x3xi1>) {\n"
           "  %0 = stablehlo.add %x, %y : tensor<2x3xf32>\n"
           "  %1 = stablehlo.compare GT, %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
           "tensor<2x3xi1>\n"
           "  return %0, %1 : tensor<2x3xf32>, tensor<2x3xi1>\n}\n")

    def test_a_program_takes_and_gives_arrays(self):
        import numpy

        program = tutti.compile(self.ADD, threads=1)
        self.assertEqual("[tensor<2x3xf32>, tensor<2x3xf32>]", str(program.inputs))
        x = numpy.arange(6, dtype=numpy.float32).reshape(2, 3)
        total, greater = program(x, x[::-1])
        numpy.testing.assert_array_equal(x + x[::-1], total)
        numpy.testing.assert_array_equal(x > x[::-1], greater)
        with self.assertRaisesRegex(tutti.UserError, "argument 1.*float64"):
            program(x, x.astype(numpy.float64))
        with self.assertRaises(TypeError):
            program(x)

    def test_a_wrong_program_says_where(self):
        with self.assertRaisesRegex(tutti.UserError, "the program:1:"):
            tutti.compile("func.func @main() { nothing }")


if __name__ == "__main__":
    unittest.main()
