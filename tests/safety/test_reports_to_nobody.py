"""The runtime of the networks reports to its makers unless it is told not to: a device id would lie in the home."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ASKED = """
from autoviz.readers.default import network
import sys
known = network()
sys.stdout.write(str(known is not None and len(known.encode(["revenue by region"]))))
"""


def test_a_network_is_opened_and_its_runtime_keeps_no_device_id(tmp_path):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    environment = {**kept, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", ASKED], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.rglob("*") if "deviceid" in path.name or path.name == "Microsoft"] == []
