import type { Engine } from "../image/engine.ts";

/** Long-running dnstools services of compose.yaml with a health check. */
export const OURS = ["gateway", "dns", "network", "cert", "mail", "analysis", "edge-metrics"];
/** Long-running third-party services of compose.yaml with a health check. */
export const OTHERS = ["edge", "redis", "postgres", "prometheus"];

/** Returns the container name of a service. */
export function nameOf(service: string): string {
  return `dnstools-${service}-1`;
}

/**
 * Runs health checks until a promise settles. This is necessary because podman schedules health checks only with
 * systemd.
 */
export async function withHealthChecks<T>(
  engine: Engine,
  awaited: Promise<T>,
  services = [...OURS, ...OTHERS],
): Promise<T> {
  let over = false;
  const done = awaited.finally(() => {
    over = true;
  });
  const check = async (name: string) => {
    while (!over && (await engine.run(["podman", "healthcheck", "run", name])).code !== 0)
      await Bun.sleep(300);
  };
  await Promise.all([done, ...services.map((service) => check(nameOf(service)))]);
  return done;
}
