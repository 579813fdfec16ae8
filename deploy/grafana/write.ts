import { join } from "node:path";
import { buildDashboard } from "./build-dashboard.ts";
import { DASHBOARDS } from "./dashboards.ts";

/** Returns the expected content of each dashboard file by its path. Compose mounts the same files. */
export function written(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    DASHBOARDS.map((spec) => [
      `deploy/kubernetes/components/dashboards/${spec.uid}.json`,
      `${JSON.stringify(buildDashboard(spec), null, 2)}\n`,
    ]),
  );
}

/** `bun deploy/grafana/write.ts` writes the dashboard files. */
if (import.meta.main) {
  const root = join(import.meta.dir, "../..");
  for (const [path, content] of Object.entries(written())) await Bun.write(join(root, path), content);
}
