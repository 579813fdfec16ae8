import { join } from "node:path";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import { type Folders, first, type Server } from "./server.ts";

/**
 * Starts one process for all registries, RDAP and port 43. It is part of the lab, because no package answers as
 * registries do.
 */
export function registry({ made }: Folders): Server {
  const last = hostsOf("registry").filter((host) => host.serves === "whois");
  return {
    name: "registry",
    command: [process.execPath, join(import.meta.dir, "../registry/index.ts"), made],
    ready: { tcp: first(last.flatMap(addressesOf).toReversed()), port: 43 },
  };
}
