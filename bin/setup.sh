# Sourced by the first commands, from the project's root: finds or installs the pinned Bun inside the project, puts it
# first in PATH, and installs the dependencies that bun.lock names. Quick when nothing is missing.
bun_version=$(sed -n 's/.*"packageManager": "bun@\([0-9.]*\)".*/\1/p' package.json)
bun_home="$PWD/.tools/bun-$bun_version"
if [ ! -x "$bun_home/bun" ]; then
  # Not bin/bun itself, which would come back here.
  found=$(PATH=$(printf %s "$PATH" | tr : '\n' | grep -vxF "$PWD/bin" | paste -sd: -) command -v bun || true)
  if [ -n "$found" ] && [ "$("$found" --version)" = "$bun_version" ]; then
    mkdir -p "$bun_home"
    # Whole or not at all: a copy that was cut short would pass for an installed Bun.
    cp -L "$found" "$bun_home/bun.part" && mv "$bun_home/bun.part" "$bun_home/bun"
  else
    bin/install-bun "$bun_version" "$bun_home/bun" >&2
  fi
fi
export PATH="$bun_home:$PATH"
if ! cmp -s bun.lock node_modules/.installed.lock; then
  [ -w . ] || { echo "Dependencies are to be installed, and $(id -un) may not write to $PWD: run this as its owner first." >&2; exit 1; }
  bun install --frozen-lockfile --silent >&2
  cp bun.lock node_modules/.installed.lock
fi
