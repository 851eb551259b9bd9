"""Runs the real harness from Python against the server of the samples, and saves what it returns."""

import json
import os
import sys
import threading
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
HARNESS = HERE.parent.parent / "harness"
sys.path[:0] = [str(HERE.parent), str(HARNESS)]
folder = Path(sys.argv[1]).resolve()
os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", HF_HOME=str(folder / "cache"), NO_PROXY="127.0.0.1")
os.chdir(HARNESS)

import lm_eval  # noqa: E402
from lm_eval.tasks import TaskManager  # noqa: E402
from server import serve  # noqa: E402

from eip_after_eval import save  # noqa: E402

server = serve(0)
threading.Thread(target=server.serve_forever, daemon=True).start()
expected = {}
for model in ("heron-7b", "wren-1b"):
    results = lm_eval.simple_evaluate(
        model="local-completions",
        model_args={
            "model": model,
            "base_url": f"http://127.0.0.1:{server.server_address[1]}/v1/completions",
            "tokenizer_backend": "remote",
            "tokenized_requests": False,
            "max_length": 4096,
        },
        tasks=["corner_facts", "word_sums", "house_rules"],
        task_manager=TaskManager(include_path="tasks"),
        batch_size=1,
        limit=12,
        bootstrap_iters=0,
    )
    save(results, folder / "out")
    expected[model] = {
        task: sum(float(row[metric]) for row in rows if row["filter"] == name)
        for task, metric, name in (
            ("corner_facts", "acc_norm", "none"),
            ("word_sums", "exact_match", "strict-match"),
            ("house_rules", "prompt_level_acc", "none"),
        )
        for rows in [results["samples"][task]]
    }
server.shutdown()
(folder / "expected.json").write_text(json.dumps(expected))
