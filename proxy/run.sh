#!/bin/sh
# run.sh [SECONDS [NGINX]]  becomes nginx on the folder that this file is in. Renewed certificates are taken up without a human: every
# SECONDS (10 by default) their files are read, and what has changed and is the same at the next look is checked. A whole pair is loaded,
# without a request lost. What nginx does not take is told once and checked again at each look, since the reason may pass: a broken pair
# (another key, half a file), but also a gateway's name that cannot be looked up just now. Until then nginx goes on with what it has.
folder=${0%/*}
every=${1:-10}
# nginx would take it for sockets that it is handed.
unset NGINX
set -- "${2:-nginx}" -e stderr -p "$folder" -c "$folder/nginx.conf"
# A line for each pair: the paths of a chain and of its key, which have no spaces.
pairs=$folder/certificates

# What is in the files, not when they were changed: a Secret of Kubernetes is a link to another folder after each renewal.
contents() {
  # shellcheck disable=SC2002,SC2046
  cat $(cat "$pairs") 2>&1 | sha256sum
}

# The kind of the first key in a PEM file, by its header or its object identifier (RFC 3279 2.3, RFC 8410 3).
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

# nginx refuses a key that is not its certificate's, but not one of another kind: with it every handshake would fail.
are_whole() {
  while read -r chain key; do
    [ "$(kind "$chain")" = "$(kind "$key")" ] || { echo "run.sh: the key in $key is of another kind than that in $chain" && return 1; }
  done <"$pairs"
  "$@" -t -q
}

# $$ is the process that becomes nginx.
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
  # Before nginx reads them, so that no change is missed.
  loaded=$(contents)
  reload_on_change "$@" >&2 &
fi
exec "$@"
