# SPDX-License-Identifier: Apache-2.0
"""Trainer and TrainingArguments with transformers' names, for scripts that exist:

    from tutti import Trainer, TrainingArguments

The model is a folder or a name, not a torch module: what Tutti trains it reads itself.
"""
from __future__ import annotations

import os
import pathlib
import tempfile
from typing import Any, Dict, Mapping, NamedTuple, Optional, Union

from . import _library as lib
from ._model import Model, load
from ._training import Run, train


class TrainOutput(NamedTuple):
    """As transformers' Trainer.train() returns it."""

    global_step: int
    training_loss: float
    metrics: Dict[str, Any]


class TrainingArguments:
    """Settings by name; those of transformers that Tutti has, with the same meaning. A name that
    it lacks is a TypeError with the nearest one."""

    def __init__(self, output_dir: Union[str, "os.PathLike[str]"] = "trainer_output",
                 **settings: Any) -> None:
        # transformers' switches of Python alone, which change no result.
        for name in ("remove_unused_columns", "push_to_hub", "dataloader_pin_memory"):
            if settings.pop(name, False) and name == "push_to_hub":
                raise lib.UserError("push_to_hub: upload the folder by `hf upload` afterwards")
        lib.expect_known(settings, "TrainingArguments()")
        self.output_dir = os.fspath(output_dir)
        self._settings = settings

    def __getattr__(self, name: str) -> Any:
        settings = self.__dict__.get("_settings", {})
        if name in settings:
            return settings[name]
        if name in lib.known_settings():
            return None
        raise AttributeError(f"TrainingArguments has no {name}")

    def to_dict(self) -> Dict[str, Any]:
        """The settings that were given."""
        return {"output_dir": self.output_dir, **self._settings}


def _lora_settings(config: Any) -> Dict[str, Any]:
    """PEFT's LoraConfig, or a dict of its members, as flags."""
    members: Mapping[str, Any] = config if isinstance(config, Mapping) else vars(config)
    names = {"r": "lora_r", "lora_alpha": "lora_alpha", "lora_dropout": "lora_dropout",
             "target_modules": "lora_target_modules", "use_rslora": "use_rslora",
             "use_dora": "use_dora", "modules_to_save": "lora_modules_to_save"}
    settings: Dict[str, Any] = {"use_peft": True}
    for member, flag in names.items():
        value = members.get(member)
        if value is not None and flag in lib.known_settings():
            settings[flag] = sorted(value) if isinstance(value, set) else value
    return settings


class Trainer:
    """Trains, evaluates and saves as transformers' Trainer and TRL's SFTTrainer are asked to.

    model: a folder or a name. train_dataset, eval_dataset: rows or files, as tutti.train() takes
    them. peft_config: PEFT's LoraConfig or a dict of its members. task: what is learned; by
    default what the model is for.
    """

    def __init__(self, model: Union[str, "os.PathLike[str]", Any], args: Any = None,
                 train_dataset: Any = None, eval_dataset: Any = None, *, peft_config: Any = None,
                 task: Optional[str] = None, **settings: Any) -> None:
        path = getattr(getattr(model, "config", None), "_name_or_path", None) or model
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"model: found {type(model).__name__}, expected a folder or a name")
        self._model = os.fspath(path)
        self.args = args if args is not None else TrainingArguments()
        self._train_dataset, self._eval_dataset = train_dataset, eval_dataset
        self._more: Dict[str, Any] = {**settings}
        if task:
            self._more["task"] = task
        if peft_config is not None:
            self._more.update(_lora_settings(peft_config))
        self._run: Optional[Run] = None

    def _settings(self) -> Dict[str, Any]:
        return {"model": self._model, **self.args.to_dict(), **self._more}

    def train(self, resume_from_checkpoint: Union[bool, str, None] = None) -> TrainOutput:
        """Trains and writes the model into args.output_dir."""
        settings = self._settings()
        if resume_from_checkpoint:
            settings["resume_from_checkpoint"] = (
                "auto" if resume_from_checkpoint is True else resume_from_checkpoint)
        if self._eval_dataset is not None:
            settings.setdefault("do_eval", True)
            settings["validation_file"] = self._eval_dataset
        self._run = train(train_file=self._train_dataset, **settings)
        metrics = self._run.metrics
        return TrainOutput(int(metrics.get("train_steps", metrics.get("global_step", 0))),
                           float(metrics.get("train_loss", float("nan"))), metrics)

    def evaluate(self, eval_dataset: Any = None) -> Dict[str, Any]:
        """Metrics of the trained model, or of the given one before a training."""
        dataset = eval_dataset if eval_dataset is not None else self._eval_dataset
        settings = self._settings()
        if self._run is not None:
            settings["model"] = self._run.output_dir
        for name in [name for name in settings if name.startswith(("use_peft", "lora_"))]:
            del settings[name]
        with tempfile.TemporaryDirectory() as folder:  # of the evaluation's own files
            settings["output_dir"] = folder
            return train(do_train=False, do_eval=True, validation_file=dataset,
                         **settings).metrics

    def save_model(self, output_dir: Union[str, "os.PathLike[str]", None] = None) -> None:
        """Copies the trained model's files into a folder; without one they are in
        args.output_dir already."""
        import shutil

        if self._run is None:
            raise lib.UserError("save_model(): nothing was trained yet")
        if output_dir is None or pathlib.Path(output_dir) == self._run.output_dir:
            return
        os.makedirs(output_dir, exist_ok=True)
        for file in self._run.output_dir.iterdir():
            if file.is_file() and file.name not in ("metrics.jsonl", "run.json"):
                shutil.copy2(file, output_dir)

    @property
    def model(self) -> Model:
        """The model, ready to be asked."""
        return load(self._run.output_dir if self._run else self._model)

    @property
    def state(self) -> Any:
        """log_history, as transformers' TrainerState has it."""
        return type("TrainerState", (), {
            "log_history": self._run.log_history if self._run else []})()
