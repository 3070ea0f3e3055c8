#!/usr/bin/env bash
# Installs what the tests need beside Python, where it may: Chromium for the browser tests, Java for the Spark tests.
set -euo pipefail

wanted=()
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || wanted+=(chromium)
command -v java >/dev/null || wanted+=(default-jre-headless)
[ ${#wanted[@]} -gt 0 ] || exit 0

skip() { echo "Not installed: ${wanted[*]} ($1). The tests that need them are skipped."; exit 0; }

command -v apt-get >/dev/null || skip "this system has no apt-get"
if [ "$(id -u)" -eq 0 ]; then as_root=(env); else as_root=(sudo -n env); sudo -n true 2>/dev/null || skip "it takes root or passwordless sudo"; fi

echo "Installing ${wanted[*]} for the tests"
"${as_root[@]}" apt-get update -qq || echo "The package lists could not be refreshed; trying with those there are."
"${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" || skip "apt-get failed"
