#!/usr/bin/env bash
# report-install.sh  installs the tools of `bin/bench report` that Debian does not have or has in old versions, from PyPI
# and the Go proxy into .tools. What cannot be installed is left out, and the report says so.
set -uo pipefail
cd "$(dirname "$0")/.."
python() { # FOLDER PACKAGE==VERSION...
  local folder=.tools/$1
  shift
  [ ! -e "$folder" ] || return 0
  { /usr/bin/python3 -m venv "$folder.part" && "$folder.part/bin/pip" install -q --no-input --timeout 20 --retries 1 "$@"; } ||
    { rm -rf "$folder.part"; return 1; }
  # Scripts of a virtual environment name their interpreter by its path.
  mv "$folder.part" "$folder" && sed -i "s|/$(basename "$folder").part/|/$(basename "$folder")/|" "$folder"/bin/* 2>/dev/null
}
/usr/bin/python3 -c "import ensurepip" 2>/dev/null || bin/install-debian python3-venv:python3-venv || echo "python3-venv cannot be installed" >&2
python checkdmarc-6.0.4 checkdmarc==6.0.4 || echo "checkdmarc cannot be installed" >&2
python sslyze-6.3.1 sslyze==6.3.1 || echo "sslyze cannot be installed" >&2
if [ ! -x .tools/dnsviz-0.11.2/bin/dnsviz ]; then
  # DNSViz needs pygraphviz, which pip would have to compile.
  bin/install-debian python3-pygraphviz:/usr/lib/python3/dist-packages/pygraphviz &&
    /usr/bin/python3 -m venv --system-site-packages .tools/dnsviz-0.11.2 &&
    .tools/dnsviz-0.11.2/bin/pip install -q --timeout 20 --retries 1 dnsviz==0.11.2 dnspython==2.8.0 cryptography==38.0.4 ||
    { rm -rf .tools/dnsviz-0.11.2; echo "dnsviz cannot be installed" >&2; }
fi
if [ ! -x .tools/zdns-2/zdns ]; then
  command -v go >/dev/null && GOBIN=$PWD/.tools/zdns-2 GOFLAGS=-mod=mod timeout 240 go install github.com/zmap/zdns/v2@latest || echo "zdns cannot be installed" >&2
fi
exit 0
