#!/bin/sh
# run.sh [SECONDS [NGINX]]  runs nginx on the folder of this file and reloads renewed certificates automatically. Every SECONDS (10 by
# default) the certificate files are read. If they have changed and are still the same at the next check, they are validated, and a
# valid pair is loaded without losing a request. If nginx rejects the configuration, the reason is printed once and the check is repeated
# each time, because the reason may be temporary: a broken pair (wrong key, half a file), or a gateway's name that cannot be resolved at
# the moment. Until then nginx continues with the previous certificates.
folder=${0%/*}
every=${1:-10}
# nginx would read this variable as a list of inherited sockets.
unset NGINX
set -- "${2:-nginx}" -e stderr -p "$folder" -c "$folder/nginx.conf"
# One line for each pair: the paths of a chain and its key, without spaces.
pairs=$folder/certificates

# Compares contents instead of modification times, because a Kubernetes Secret is a link to a different folder after each renewal.
contents() {
  # shellcheck disable=SC2002,SC2046
  cat $(cat "$pairs") 2>&1 | sha256sum
}

# Prints the type of the first key in a PEM file, by its header or its object identifier (RFC 3279 2.3, RFC 8410 3).
kind() {
  block=$(sed -nE '/^-----BEGIN .*(CERTIFICATE|KEY)-----/,/^-----END/{p;/^-----END/q;}' "$1")
  case $block in *"BEGIN RSA "*) echo rsa && return ;; *"BEGIN EC "*) echo ec && return ;; esac
  case $(echo "$block" | tr -d '\r' | sed '/-----/d' | base64 -d | od -An -v -tx1 | tr -d ' \n') in
  *06092a864886f70d010101*) echo rsa ;;
  *06072a8648ce3d0201*) echo ec ;;
  *06032b6570*) echo ed25519 ;;
  *) echo other ;;
  esac
}

# nginx rejects a wrong key of the same type, but not a key of a different type, with which every handshake would fail.
are_whole() {
  while read -r chain key; do
    [ "$(kind "$chain")" = "$(kind "$key")" ] || { echo "run.sh: the key in $key is of another kind than that in $chain" && return 1; }
  done <"$pairs"
  "$@" -t -q
}

# $$ is the process that becomes nginx by exec.
reload_on_change() {
  last=$loaded
  told=
  while sleep "$every" && kill -0 $$ 2>/dev/null; do
    before=$last
    last=$(contents)
    [ "$last" != "$before" ] || [ "$last" = "$loaded" ] && continue
    if problem=$(are_whole "$@" 2>&1); then
      loaded=$last
      echo "run.sh: the certificates have changed: nginx loads them"
      kill -HUP $$
    elif [ "$last" != "$told" ]; then
      told=$last
      echo "$problem"
      echo "run.sh: the certificates have changed, and nginx does not take them: it goes on with those that it has, and tries again every $every s"
    fi
  done
}

if [ -s "$pairs" ]; then
  # Read before nginx reads the files, so that no change is missed.
  loaded=$(contents)
  reload_on_change "$@" >&2 &
fi
exec "$@"
