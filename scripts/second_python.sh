#!/usr/bin/env bash
# A quick part of the tests on another supported Python than .venv has, in a plain install without extras.
set -euo pipefail
cd "$(dirname "$0")/.."

version='import sys; print("%d.%d" % sys.version_info[:2])'
used=$(.venv/bin/python -c "$version")
second=
for name in python3.13 python3.12 python3.11 "$HOME"/.pyenv/versions/3.1[123].*/bin/python3; do
  found=$("$name" -c "$version" 2>/dev/null || true)
  case $found in 3.11 | 3.12 | 3.13) if [ "$found" != "$used" ]; then second=$name; break; fi ;; esac
done
if [ -z "$second" ]; then
  echo "Skipped: this machine has no supported Python beside $used (3.11, 3.12 or 3.13)."
  exit 0
fi

echo "Python $found ($second)"
if [ ! -e ".venv-second/$found" ] || [ pyproject.toml -nt ".venv-second/$found" ]; then
  rm -rf .venv-second
  "$second" -m venv .venv-second
  .venv-second/bin/python -m pip install --disable-pip-version-check -q -c constraints.txt -e . pytest hypothesis
  touch ".venv-second/$found"
fi
.venv-second/bin/python -m pytest -q -p no:cacheprovider -m "not browser and not spark and not slow" \
  tests/model tests/drawing tests/query/test_{check,code,grammar,snippets,sql,sql_errors}.py tests/test_pipeline.py \
  tests/safety/test_{package_source,handed_over_files,numbers_read_or_told,paths}.py tests/test_{errors,import_time}.py
.venv-second/bin/autoviz demo >/dev/null
