import { DNS } from "./dashboards/dns.ts";
import { EDGE } from "./dashboards/edge.ts";
import { LIMITS } from "./dashboards/limits.ts";
import { OVERVIEW } from "./dashboards/overview.ts";
import { RUNTIME } from "./dashboards/runtime.ts";
import { STORES } from "./dashboards/stores.ts";
import { THIRD_PARTIES } from "./dashboards/third-parties.ts";
import { TOOLS } from "./dashboards/tools.ts";
import type { DashboardSpec } from "./spec.ts";

/** All dashboards of dnstools. */
export const DASHBOARDS: readonly DashboardSpec[] = [
  OVERVIEW,
  TOOLS,
  DNS,
  LIMITS,
  THIRD_PARTIES,
  RUNTIME,
  EDGE,
  STORES,
];
