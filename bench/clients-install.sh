#!/usr/bin/env bash
# Installs client generators of fixed versions into .tools/clients: the Python generator from PyPI and, if Go is
# recent enough, the Go generator as a Go module. The TypeScript generator is a dependency of docs/examples.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/.tools/clients
if [ ! -x "$tools/python/bin/openapi-python-client" ]; then
  bin/install-debian python3-venv:/usr/share/doc/python3-venv
  /usr/bin/python3 -m venv "$tools/python"
  "$tools/python/bin/pip" install -q openapi-python-client==0.29.1
fi
if [ ! -x "$tools/go/oapi-codegen" ]; then
  found=$(command -v go >/dev/null && GOTOOLCHAIN=local go env GOVERSION || echo none)
  if [ "$(printf '%s\ngo1.25\n' "$found" | sort -V | head -1)" != go1.25 ] || [ "$found" = none ]; then
    echo "The Go generator is skipped: it needs Go 1.25, and this machine has $found." >&2
    exit 0
  fi
  mkdir -p "$tools/go"
  cd "$tools/go"
  export GOMODCACHE=$tools/go-modules GOFLAGS=-modcacherw GOTOOLCHAIN=local
  printf 'package main\n\nimport _ "github.com/oapi-codegen/runtime"\n\nfunc main() {}\n' >main.go
  printf 'module clients\n\ngo 1.25\n' >go.mod
  go get -modcacherw github.com/oapi-codegen/runtime@v1.8.0 >&2
  go mod tidy >&2
  # Installed last, because its presence marks the installation as complete.
  GOBIN=$tools/go go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 >&2
fi
