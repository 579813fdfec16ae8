import type { Engine } from "../image/engine.ts";

/** The services of compose.yaml that are ours, and those of others, which have a health check and keep running. */
export const OURS = ["gateway", "dns", "network", "cert", "mail", "analysis", "edge-metrics"];
export const OTHERS = ["edge", "redis", "postgres", "prometheus"];

/** The container of a service. */
export function nameOf(service: string): string {
  return `dnstools-${service}-1`;
}

/** podman has no clock for health checks but systemd's: here they are run by hand, as long as something is awaited. */
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
