"""Keeps what lm_eval.simple_evaluate returns, and ranks it. Python 3.9 or newer, nothing to install.

    results = lm_eval.simple_evaluate(model=..., tasks=[...])      # log_samples=True is its default
    save(results, "results/", name="my-model")                     # a folder that eip-lm-eval reads
    rank("results/")                                               # every run in the folder, one table

`save` writes the files that `lm_eval --output_path results/ --log_samples` would have written:
results/my-model/results_DATE.json and one samples_TASK_DATE.jsonl a task. `results` is not changed.
"""

import json
import os
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

PROGRAM = ("npx", "--yes", "@eip-eval/lm-eval-adapter")


def save(results, folder, name=None):
    """Writes one run, and returns its folder as a Path; None on the ranks that have no results.

    name: what the model is called. Needed where simple_evaluate was given a model object.
    Each file appears whole or not at all, so `eip-lm-eval watch` may look on.
    Raises ValueError where there are no samples, or no name.
    """
    if results is None:
        return None
    samples = results.get("samples")
    if not samples:
        raise ValueError("no samples in the results: call simple_evaluate with log_samples=True")
    name = name or _model_name(results)
    if not name:
        raise ValueError('no name of the model in the results: save(results, folder, name="my-model")')
    place = Path(folder) / _file_name(name)
    place.mkdir(parents=True, exist_ok=True)
    date = _free_date(place)
    totals = {key: value for key, value in results.items() if key != "samples"}
    totals["model_name"] = name
    _write(place / f"results_{date}.json", [json.dumps(_plain(totals), indent=2, ensure_ascii=False)])
    for task, records in samples.items():
        _write(place / f"samples_{_file_name(task)}_{date}.jsonl", map(_line, records))
    return place


def rank(*paths, command="rank", program=PROGRAM, options=()):
    """Runs eip-lm-eval on files and folders, on this program's own output; returns its exit code.

    rank("results/", options=["--markdown", "-o", "board.md"])
    rank("old/", "new/", command="compare", options=["--max-drop", "1pt"])   # 0 passed, 1 failed, 2 undecided
    """
    sys.stdout.flush()
    return subprocess.call([*program, command, *options, "--", *map(str, paths)])


def _model_name(results):
    """The name as the harness takes it: the first of these in model_args."""
    given = (results.get("config") or {}).get("model_args") or {}
    if isinstance(given, str):
        given = dict(pair.split("=", 1) for pair in given.split(",") if "=" in pair)
    for key in ("peft", "delta", "pretrained", "model", "path", "engine"):
        if given.get(key):
            return str(given[key])
    return results.get("model_name")


def _line(record):
    """A record as the harness writes it: prompts by number, answers and target as text."""
    asked = {
        f"gen_args_{at}": {f"arg_{place}": part for place, part in enumerate(one)}
        for at, one in enumerate(record.get("arguments") or ())
    }
    texts = {key: _texts(record[key]) for key in ("resps", "filtered_resps") if key in record}
    target = {"target": str(record["target"])} if "target" in record else {}
    return json.dumps(_plain({**record, **texts, **target, "arguments": asked}), ensure_ascii=False)


def _texts(value):
    if isinstance(value, (list, tuple)):
        return [_texts(one) for one in value]
    return str(value)


def _plain(value):
    """What JSON can hold: numpy values and tensors as numbers and lists, anything unknown as text."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(inner) for inner in value), key=str)
    if callable(getattr(value, "tolist", None)):
        return _plain(value.tolist())
    return str(value)


def _file_name(name):
    """The spelling that the harness gives a name in a path; never a way out of the folder."""
    safe = re.sub(r'["<>:/|\\?*\[\]\x00-\x1f]+', "__", str(name))[:200]
    return safe if safe.strip(".") else "__"


def _free_date(place):
    """The date in the names, local time as the harness has it. Two runs never share one."""
    while True:
        date = datetime.now().isoformat(timespec="microseconds").replace(":", "-")
        if not (place / f"results_{date}.json").exists():
            return date


def _write(path, lines):
    hidden = path.with_name(f".{path.name}.part")
    with open(hidden, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        for line in lines:
            file.write(line + "\n")
    os.replace(hidden, path)
