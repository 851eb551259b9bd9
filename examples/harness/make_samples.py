"""Makes ../logs: runs lm-evaluation-harness against server.py, one run per model.

    pip install "lm-eval[api]==0.4.13"
    python3 make_samples.py                       # or --lm-eval PATH, --port N, --model NAME

The harness writes one folder per model; afterwards scrub() takes out what describes the machine.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

sys.dont_write_bytecode = True

from server import MODELS, serve  # noqa: E402

HERE = Path(__file__).resolve().parent
LOGS = HERE.parent / "logs"
TASKS = ["corner_facts", "word_sums", "house_rules"]

# What results_*.json says about the machine or the checkout, and what it says instead after scrub().
MACHINE = {"git_hash": None, "upper_git_hash": None, "pretty_env_info": "removed", "transformers_version": "removed"}


def run(lm_eval, model, port, cache):
    """One run of the harness, from this folder and with relative paths only."""
    model_args = [
        f"model={model}",
        f"base_url=http://127.0.0.1:{port}/v1/completions",
        "tokenizer_backend=remote",
        "tokenized_requests=False",
        "num_concurrent=1",
        "max_length=4096",
    ]
    command = [lm_eval, "run", "--model", "local-completions", "--model_args", ",".join(model_args)]
    command += ["--tasks", ",".join(TASKS), "--include_path", "tasks", "--batch_size", "1"]
    command += ["--log_samples", "--output_path", "../logs"]
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": cache, "PYTHONDONTWRITEBYTECODE": "1"}
    neutral = {"TZ": "UTC", "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
    shutil.rmtree(LOGS / model, ignore_errors=True)
    subprocess.run(command, cwd=HERE, env={**os.environ, **offline, **neutral}, check=True)


def relative(value):
    """Strings with the path of this folder made relative to it."""
    if isinstance(value, dict):
        return {key: relative(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [relative(inner) for inner in value]
    if isinstance(value, str):
        return value.replace(f"{HERE}{os.sep}", "").replace(str(HERE), ".")
    return value


def scrub(folder):
    """Takes the machine out of the results files. Sample files stay as the harness wrote them."""
    for path in sorted(folder.glob("results_*.json")):
        results = relative(json.loads(path.read_text(encoding="utf-8")))
        results.update(MACHINE)
        path.write_text(json.dumps(results, indent=2, ensure_ascii=False), encoding="utf-8")
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        for private in (str(HERE), str(Path.home()), tempfile.gettempdir() + os.sep):
            if private in text:
                sys.exit(f"{path.name} still contains {private}")


def main():
    options = argparse.ArgumentParser(description="Runs the harness for every invented model and writes ../logs.")
    options.add_argument("--lm-eval", default="lm_eval", help="the harness's program")
    options.add_argument("--port", type=int, default=8117)
    options.add_argument("--model", action="append", choices=list(MODELS), help="only this model; repeatable")
    chosen = options.parse_args()
    server = serve(chosen.port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with tempfile.TemporaryDirectory() as cache:
            for model in chosen.model or MODELS:
                run(chosen.lm_eval, model, chosen.port, cache)
                scrub(LOGS / model)
    finally:
        server.shutdown()


if __name__ == "__main__":
    main()
