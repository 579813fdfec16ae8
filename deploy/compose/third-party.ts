import { importRoot } from "../image/build.ts";
import type { Engine } from "../image/engine.ts";

/** One image of Debian's packages in place of all third-party ones. */
export const DEBIAN = "localhost/debian";

const PACKAGES = [
  ...[
    "libc6",
    "dash",
    "coreutils",
    "sed",
    "wget",
    "ca-certificates",
    "unbound",
    "redis-server",
    "redis-tools",
  ],
  ...["postgresql-15", "postgresql-client-15"],
];
const POSTGRES = "/usr/lib/postgresql/15/bin";
const POSTGRES_DATA = "/var/lib/postgresql/data";

let imported: Promise<void> | undefined;

/** Makes the image, once a run. @param nginx a program of a version that knows `http2 on`. */
export function importDebian(engine: Engine, nginx: string): Promise<void> {
  imported ??= importRoot(engine, DEBIAN, PACKAGES, {
    files: ["/usr/bin/prometheus"],
    programs: { "/usr/sbin/nginx": nginx },
    owned: [POSTGRES_DATA, "/prometheus"],
    env: { PATH: `${POSTGRES}:/usr/sbin:/usr/bin` },
  });
  return imported;
}

/** What the image of PostgreSQL does when it starts: makes a database where there is none, and serves it. A $ is $$ in Compose. */
const SERVE_POSTGRES = `set -e
if [ ! -s /var/lib/postgresql/data/PG_VERSION ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb -D /var/lib/postgresql/data -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 -E UTF8 --no-locale -N > /dev/null
  echo "CREATE DATABASE $POSTGRES_USER;" | postgres --single -D /var/lib/postgresql/data postgres > /dev/null
  echo "host all all all scram-sha-256" >> /var/lib/postgresql/data/pg_hba.conf
fi
exec postgres -D /var/lib/postgresql/data -c "listen_addresses=*"`.replaceAll("$", "$$$$");

/**
 * compose.yaml's third-party services as this image does them, with their own commands and health checks. Grafana is left
 * out: no package of Debian has it.
 */
export const THIRD_PARTY: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  edge: { image: DEBIAN },
  unbound: { image: DEBIAN },
  redis: { image: DEBIAN },
  // Images that have an entrypoint of their own.
  postgres: { image: DEBIAN, user: "65532:65532", entrypoint: ["sh", "-c", SERVE_POSTGRES], command: [] },
  prometheus: { image: DEBIAN, user: "65532:65532", entrypoint: ["/usr/bin/prometheus"] },
  grafana: { profiles: ["not-to-be-had"] },
};
