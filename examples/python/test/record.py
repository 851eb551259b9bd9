"""A result of simple_evaluate as 0.4.13 returns it, made small, saved by the shim into the folder given."""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from eip_after_eval import rank, save  # noqa: E402


class Scalar:
    """Stands for a numpy value."""

    def __init__(self, value):
        self.value = value

    def tolist(self):
        return self.value

    def __str__(self):
        return str(self.value)


def sample(at, score, filter_name, **more):
    return {
        "doc_id": at,
        "doc": {"question": f"q{at} \u2028 \ud83d\ude00", "when": Scalar([1, 2])},
        "target": at,
        "arguments": [(f"Question {at}", {"until": ["\n"], "do_sample": False})],
        "resps": [[f"answer {at}"]],
        "filtered_resps": [(-3.25, False)],
        "filter": filter_name,
        "metrics": ["exact_match"],
        "doc_hash": f"{at:064x}",
        "prompt_hash": f"{at + 100:064x}",
        "target_hash": f"{at + 200:064x}",
        "exact_match": score,
        **more,
    }


def result(solved):
    rows = [sample(at, Scalar(float(at < solved)), "strict-match") for at in range(30)]
    rows += [sample(at, float(at < solved + 2), "flexible-extract") for at in range(30)]
    totals = {"alias": "sums", "exact_match,strict-match": Scalar(solved / 30)}
    totals["exact_match,flexible-extract"] = (solved + 2) / 30
    filters = [{"name": name, "filter": [{"function": "take_first"}]} for name in ("strict-match", "flexible-extract")]
    metric = {"metric": "exact_match", "aggregation": "mean", "higher_is_better": True}
    return {
        "results": {"sums": totals},
        "group_subtasks": {"sums": []},
        "configs": {"sums": {"task": "sums", "metric_list": [metric], "filter_list": filters, "process_docs": len}},
        "versions": {"sums": 1.0},
        "n-shot": {"sums": 0},
        "higher_is_better": {"sums": {"exact_match": True}},
        "n-samples": {"sums": {"original": 30, "effective": 30}},
        "samples": {"sums": rows},
        "config": {"model": "hf", "model_args": {"pretrained": "acme/heron-7b", "dtype": object}, "limit": None},
        "git_hash": None,
        "date": 1764460000.5,
    }


def fails(call):
    try:
        call()
    except ValueError as error:
        return str(error)
    return "no error"


if __name__ == "__main__":
    folder, program = sys.argv[1], sys.argv[2:]
    first = result(20)
    before = repr(first["samples"]["sums"][0]["arguments"])
    print(save(first, folder).relative_to(folder))
    assert repr(first["samples"]["sums"][0]["arguments"]) == before and "samples" in first
    print(save(result(11), folder, name="../../up").relative_to(folder))
    print(save(result(5), folder, name="..").relative_to(folder))
    print(save(None, folder))
    print(fails(lambda: save({**first, "samples": {}}, folder)))
    print(fails(lambda: save({**first, "config": {"model_args": "dtype=auto"}}, folder)))
    print(rank(folder, program=program, options=["--csv"]))
    print(rank("no-such-folder", program=program))
