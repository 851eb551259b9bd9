"""Makes logs/: runs oaieval with the completion functions in players.py, one run per model and eval.

    pip install "evals==3.0.1.post1"
    python3 make_samples.py                       # or --oaieval PATH, --model NAME

No network is needed: no model is called, and the client that oaieval makes at its start is pointed to a
closed port. Afterwards scrub() takes out what describes the machine.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOGS = HERE / "logs"
EVALS = ["pocket_sums", "plain_reasons"]
GRADER = {"plain_reasons": "marker"}
MODELS = ["wren-1b", "wren-3b", "heron-7b", "kestrel-8b", "harrier-14b", "osprey-72b"]


def run(oaieval, model, name):
    """One run of the harness, from this folder and with relative paths only."""
    log = Path("logs") / name / f"{model}.jsonl"
    (HERE / log).parent.mkdir(parents=True, exist_ok=True)
    completion_fns = ",".join(filter(None, [model, GRADER.get(name)]))
    command = [oaieval, completion_fns, name, "--registry_path", "registry", "--record_path", str(log)]
    offline = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
    steady = {"EVALS_SEQUENTIAL": "1", "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1", "TZ": "UTC"}
    subprocess.run(command, cwd=HERE, env={**os.environ, **offline, **steady}, check=True)
    return HERE / log


def scrub(path):
    """Takes the machine out of the spec line. All other lines stay as the harness wrote them."""
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    record = json.loads(first)
    config = record["spec"]["run_config"]
    words = config["command"].split(" ")
    config["command"] = " ".join(["oaieval", *words[1:]])
    config["eval_spec"]["registry_path"] = "registry"
    path.write_text(json.dumps(record, ensure_ascii=False) + "\n" + rest, encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    for private in (str(HERE), str(Path.home()), tempfile.gettempdir() + os.sep):
        if private in text:
            sys.exit(f"{path.name} still contains {private}")


def main():
    options = argparse.ArgumentParser(description="Runs oaieval for every invented model and writes logs/.")
    options.add_argument("--oaieval", default="oaieval", help="the harness's program")
    options.add_argument("--model", action="append", choices=MODELS, help="only this model; repeatable")
    chosen = options.parse_args()
    if not chosen.model:
        shutil.rmtree(LOGS, ignore_errors=True)
    for name in EVALS:
        for model in chosen.model or MODELS:
            scrub(run(chosen.oaieval, model, name))


if __name__ == "__main__":
    main()
