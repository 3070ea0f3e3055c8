"""`autoviz serve-model`: a local vLLM server with the right flags, and the line that makes a notebook use it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path

from autoviz.base_model.files import BASES
from autoviz.base_model.peft import peft_folder, rank_of
from autoviz.doctor import model_server
from autoviz.errors import FileError, MissingPackageError, ModelError

SUMMARY = "start a local vLLM server and wait until it answers"
DEFAULT_MODEL = "Qwen/Qwen2.5-1.5B-Instruct"
PLANNER_MODEL = "Qwen/Qwen2.5-Coder-0.5B-Instruct"
"""What our adapter is made for where no other is named; there is one for the same model of 1.5B too."""
PATIENCE = 0.5
FEW_CORES = 4
_WEIGHTS = ("*.safetensors", "*.bin", "*.gguf")


def arguments(parser: ArgumentParser) -> None:
    """The model, where it listens, and what it runs on."""
    parser.add_argument("model", nargs="?", default="", help=f"a folder or a name; else {DEFAULT_MODEL}")
    parser.add_argument("--device", choices=("auto", "cpu", "gpu"), default="auto", help="auto: a GPU where one is")
    parser.add_argument("--host", default="127.0.0.1", help="who may ask; by default this machine alone")
    parser.add_argument("--port", type=int, default=8000, help="where it listens; 8000 by default")
    parser.add_argument("--name", help="the name it is served under; else the last part of the model's")
    parser.add_argument(
        "--adapter", nargs="?", const="", metavar="FILE", help="serve it for the planner, with our adapter or this one"
    )
    parser.add_argument("--python", default=sys.executable, help="a Python that has vLLM, where this one has not")
    parser.add_argument("--wait", type=float, default=600.0, metavar="SECONDS", help="how long to wait for it; 600")
    parser.add_argument("--print", action="store_true", dest="only_print", help="print the command and start nothing")


def run(options: Namespace) -> int:
    """Start the server, say how to use it, and stay until it ends or Ctrl-C is pressed."""
    options.model = options.model or (DEFAULT_MODEL if options.adapter is None else PLANNER_MODEL)
    device = _device(options.device)
    command = command_line(options, device)
    if options.only_print:
        _say(shlex.join(command))
        return 0
    _refuse_without_vllm(options.python)
    _refuse_without_model(options.model)
    url = f"http://{options.host}:{options.port}/v1"
    if _answers(url):
        raise ModelError(f"Something answers at {url} already", "Use it, or choose another --port.")
    # However we are ended, the server ends with us.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    server = subprocess.Popen(command, env={**os.environ, **environment(device, options.model)})
    try:
        _wait(server, url, options.wait)
        _say(f"\nReady. In a notebook:\n\n{_used_by(url, options.adapter)}\n")
        _say("Ctrl-C stops the server.")
        return server.wait()
    finally:
        _stop(server)
        signal.signal(signal.SIGTERM, before)


def command_line(options: Namespace, device: str) -> list[str]:
    """The vLLM command for this machine; the module form also works where only a rebuild of vLLM is installed."""
    name = options.name or options.model.rstrip("/").rpartition("/")[2]
    place = ["--host", options.host, "--port", str(options.port)]
    module = [options.python, "-m", "vllm.entrypoints.openai.api_server"]
    # Every question has a schema of its own, whose bounded texts xgrammar compiles for seconds to minutes; guidance has
    # its masks as it goes. With whitespace allowed, a small model pads its JSON until its tokens are spent.
    grammar = ["--structured-outputs-config", '{"backend":"guidance","disable_any_whitespace":true}']
    slim = ["--dtype", "float32", "--max-num-seqs", "4", "--enforce-eager", "--distributed-executor-backend", "uni"]
    fits = ["--max-model-len", "4096" if device == "cpu" else "8192"]
    chosen = slim if device == "cpu" else ["--dtype", "auto", "--gpu-memory-utilization", "0.8"]
    served = ["--model", options.model, "--served-model-name", name]
    return [*module, *served, *place, *fits, *chosen, *grammar, *_adapted(options.adapter, options.model)]


def _adapted(adapter: str | None, model: str) -> list[str]:
    """What makes vLLM serve an adapter beside the model."""
    if adapter is None:
        return []
    from autoviz.readers.default import SERVED_AS, adapter_of

    size = next((size for size in BASES if size.casefold() in model.casefold()), None)
    if not adapter and size is None:
        told = f"Of {model} it is not known how large it is, so that no adapter of ours can be chosen"
        ours = " and ".join(base.name for base in BASES.values())
        raise FileError(told, f"Name one: --adapter FILE. Ours are for {ours}.")
    file = Path(adapter).expanduser() if adapter else adapter_of(str(size))
    folder = peft_folder(file)
    return ["--enable-lora", "--lora-modules", f"{SERVED_AS}={folder}", "--max-lora-rank", str(rank_of(folder))]


def _used_by(url: str, adapter: str | None) -> str:
    """The lines that make a notebook ask this server."""
    if adapter is None:
        return f"%config AutoViz.model_url = {url!r}\n%config AutoViz.reader = 'llm'"
    asked = f"%config AutoViz.planner_model = {url!r}\n%config AutoViz.reader = 'planner'"
    return f"{asked}\n%config AutoViz.share_values = True  # the planner shows its model values of the table"


def environment(device: str, model: str) -> dict[str, str]:
    """No usage reports; on a CPU a small cache and all of few cores; a model in a folder needs no hub."""
    told = {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
    if Path(model).is_dir():
        told["HF_HUB_OFFLINE"] = "1"
    if device == "cpu":
        told["VLLM_CPU_KVCACHE_SPACE"] = "1"
        cores = os.cpu_count() or 1
        if cores <= FEW_CORES:  # vLLM would keep one of them idle
            told["VLLM_CPU_OMP_THREADS_BIND"] = os.environ.get("VLLM_CPU_OMP_THREADS_BIND", f"0-{cores - 1}")
    return told


def _device(wanted: str) -> str:
    """What was asked for, or a GPU where the driver shows one."""
    if wanted != "auto":
        return wanted
    return "gpu" if Path("/proc/driver/nvidia/version").exists() or Path("/dev/kfd").exists() else "cpu"


def _refuse_without_vllm(python: str) -> None:
    known = find_spec("vllm") is not None if python == sys.executable else _has_vllm(python)
    if not known:
        raise MissingPackageError(
            f"vLLM is not installed in {python}",
            'On a GPU: pip install "autoviz-notebook[vllm]". On a CPU: `make test-llm` sets one up in .venv-llm; then '
            "add --python .venv-llm/bin/python.",
        )


def _has_vllm(python: str) -> bool:
    look = "import importlib.util, sys; sys.exit(importlib.util.find_spec('vllm') is None)"
    try:
        return subprocess.run([python, "-c", look], check=False).returncode == 0
    except OSError as error:
        raise FileError(f"There is no Python at {python}", "Name one that has vLLM.") from error


def _refuse_without_model(model: str) -> None:
    """A folder must hold a model; a name is looked for in the cache or at the hub by vLLM itself."""
    folder = Path(model)
    if not folder.is_dir():
        if model.startswith((".", "/", "~")):
            raise FileError(f"There is no folder {model}", "Name a folder with a model, or a model of a hub.")
        return
    if not (folder / "config.json").is_file() or not any(path for form in _WEIGHTS for path in folder.glob(form)):
        raise FileError(f"{folder} holds no model", "It needs config.json, a tokenizer and weights (*.safetensors).")


def _wait(server: subprocess.Popen[bytes], url: str, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not _answers(url):
        if server.poll() is not None:
            raise ModelError(
                f"vLLM ended with status {server.returncode} before it answered",
                "Its last lines above say why; often the model is not in the cache and no hub can be reached.",
            )
        if time.monotonic() > end:
            raise ModelError(f"The server did not answer within {seconds:.0f} s", "Give it more with --wait.")
        time.sleep(PATIENCE)


def _answers(url: str) -> bool:
    return model_server(url).state == "ok"


def _stop(server: subprocess.Popen[bytes]) -> None:
    """End the server, first by asking."""
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
