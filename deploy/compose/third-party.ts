import { importRoot } from "../image/build.ts";
import type { Engine } from "../image/engine.ts";

/** Name of the image with Debian packages that replaces all third-party images in tests. */
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

/**
 * Creates the image of Debian packages, once per test run.
 * @param nginx path of an nginx that supports `http2 on`
 */
export function importDebian(engine: Engine, nginx: string): Promise<void> {
  imported ??= importRoot(engine, DEBIAN, PACKAGES, {
    files: ["/usr/bin/prometheus"],
    programs: { "/usr/sbin/nginx": nginx },
    owned: [POSTGRES_DATA, "/prometheus"],
    env: { PATH: `${POSTGRES}:/usr/sbin:/usr/bin` },
  });
  return imported;
}

/**
 * Shell script that replaces the entrypoint of PostgreSQL's image: creates the database if it does not exist, and
 * starts the server. Compose requires $$ for $.
 */
const SERVE_POSTGRES = `set -e
if [ ! -s /var/lib/postgresql/data/PG_VERSION ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb -D /var/lib/postgresql/data -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 -E UTF8 --no-locale -N > /dev/null
  echo "CREATE DATABASE $POSTGRES_USER;" | postgres --single -D /var/lib/postgresql/data postgres > /dev/null
  echo "host all all all scram-sha-256" >> /var/lib/postgresql/data/pg_hba.conf
fi
exec postgres -D /var/lib/postgresql/data -c "listen_addresses=*"`.replaceAll("$", "$$$$");

/**
 * Overrides of compose.yaml that run its third-party services from the image of Debian packages, with their own
 * commands and health checks. Grafana is missing, because Debian has no package for it.
 */
export const THIRD_PARTY: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  edge: { image: DEBIAN },
  unbound: { image: DEBIAN },
  redis: { image: DEBIAN },
  // The entrypoint is overridden, because the original images of these services have one.
  postgres: { image: DEBIAN, user: "65532:65532", entrypoint: ["sh", "-c", SERVE_POSTGRES], command: [] },
  prometheus: { image: DEBIAN, user: "65532:65532", entrypoint: ["/usr/bin/prometheus"] },
  grafana: { profiles: ["not-to-be-had"] },
};
