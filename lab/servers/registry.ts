import { join } from "node:path";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import { type Folders, first, type Server } from "./server.ts";

/**
 * Configures the process that serves all registries, with RDAP and with WHOIS on port 43. The lab has its own program
 * for this, because no package gives the answers of real registries.
 */
export function registry({ made }: Folders): Server {
  const last = hostsOf("registry").filter((host) => host.serves === "whois");
  return {
    name: "registry",
    command: [process.execPath, join(import.meta.dir, "../registry/index.ts"), made],
    ready: { tcp: first(last.flatMap(addressesOf).toReversed()), port: 43 },
  };
}
