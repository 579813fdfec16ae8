import { writeFileSync } from "node:fs";
import { OWN_RESOLVER } from "../plan/hosts.ts";
import { unboundHead } from "../servers/unbound.ts";
import type { LocalServer, Place } from "./environment.ts";

/** Returns a validating forwarder. @param more lines of its section `server`. */
export function unbound({ folder, made }: Place, at: string, more: readonly string[]): LocalServer {
  writeFileSync(
    `${folder}/unbound.conf`,
    `${unboundHead(folder)}  interface: ${at}
  access-control: 0.0.0.0/0 allow
  access-control: ::/0 allow
  trust-anchor-file: "${made}/root.key"
${more.map((line) => `  ${line}\n`).join("")}forward-zone:
  name: "."
  forward-addr: ${OWN_RESOLVER}
remote-control:
  control-enable: no
`,
  );
  return {
    name: "unbound",
    command: ["unbound", "-d", "-p", "-c", `${folder}/unbound.conf`],
    ready: { protocol: "udp", port: 53 },
  };
}
