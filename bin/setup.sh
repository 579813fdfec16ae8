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
# bin/start sets install_for=start, because it needs no packages for development. A complete installation serves it too.
flags= mark=.installed.lock
[ "${install_for:-}" != start ] || { flags="--production --omit=peer" mark=.installed-for-start.lock; }
if ! cmp -s bun.lock node_modules/.installed.lock && ! cmp -s bun.lock "node_modules/$mark"; then
  [ -w . ] || { echo "Dependencies must be installed, but $(id -un) may not write to $PWD: run this command as the owner of that folder first." >&2; exit 1; }
  # shellcheck disable=SC2086 # $flags are several words.
  said=$(bun install --frozen-lockfile --silent $flags 2>&1) || {
    # Bun prints two lines for each package that it cannot download: the first ends in the cause, the second is the URL.
    why=$(printf '%s\n' "$said" | sed -n 's/^error: failed to download .*: //p' | sed 1q)
    [ -z "$why" ] || said="The packages that bun.lock names are missing in node_modules, and the package registry cannot be reached ($why): run this command once with a network, or with NPM_CONFIG_REGISTRY set to a registry within reach. Later runs need no registry."
    printf '%s\n' "$said" >&2
    exit 1
  }
  rm -f node_modules/.installed*.lock
  cp bun.lock "node_modules/$mark"
fi
