# Sourced by the commands in bin, from the project's root: finds or installs the pinned Bun inside the project, puts
# it first in PATH, and installs the dependencies that bun.lock names. Takes little time if nothing is missing.
bun_version=$(sed -n 's/.*"packageManager": "bun@\([0-9.]*\)".*/\1/p' package.json)
bun_home="$PWD/.tools/bun-$bun_version"
if [ ! -x "$bun_home/bun" ]; then
  # bin/bun is left out of the search, because it would source this file again.
  found=$(PATH=$(printf %s "$PATH" | tr : '\n' | grep -vxF "$PWD/bin" | paste -sd: -) command -v bun || true)
  if [ -n "$found" ] && [ "$("$found" --version)" = "$bun_version" ]; then
    mkdir -p "$bun_home"
    # Moved into place only when it is complete, because a partial copy would pass for an installed Bun.
    cp -L "$found" "$bun_home/bun.part" && mv "$bun_home/bun.part" "$bun_home/bun"
  else
    bin/install-bun "$bun_version" "$bun_home/bun" >&2
  fi
fi
export PATH="$bun_home:$PATH"
if ! cmp -s bun.lock node_modules/.installed.lock; then
  [ -w . ] || { echo "Dependencies must be installed, but $(id -un) may not write to $PWD: run this command as the owner of that folder first." >&2; exit 1; }
  bun install --frozen-lockfile --silent >&2
  cp bun.lock node_modules/.installed.lock
fi
