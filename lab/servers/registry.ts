import { join } from "node:path";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import { type Folders, first, type Server } from "./server.ts";

/** One process for all registries: RDAP and port 43. Like the odd servers, and no package answers as they do. */
export function registry({ made }: Folders): Server {
  const last = hostsOf("registry").filter((host) => host.serves === "whois");
  return {
    name: "registry",
    command: [process.execPath, join(import.meta.dir, "../registry/index.ts"), made],
    ready: { tcp: first(last.flatMap(addressesOf).toReversed()), port: 43 },
  };
}
