import { expect, test } from "bun:test";
import { createEdgeMetrics } from "./metrics.ts";

test("connections that nginx has accepted are counted by nginx alone, however often they are read", async () => {
  const metrics = createEdgeMetrics();
  const status = { active: 3, accepted: 10, reading: 0, writing: 1, waiting: 2 };
  const accepted = async (now: Parameters<typeof metrics.render>[0]) =>
    /^dnstools_edge_connections_accepted_total (\d+)$/m.exec(await metrics.render(now, null))?.[1];
  expect(await accepted(status)).toBe("10");
  expect(await accepted(status)).toBe("10");
  expect(await accepted({ ...status, accepted: 12 })).toBe("12");
});
