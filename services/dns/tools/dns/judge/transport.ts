import type { Finding } from "@dnstools/core/tool/finding";
import type { Reason } from "@dnstools/core/tool/outcome";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";

/** Servers that are listed in one finding. */
const LISTED_MAX = 13;

/** How a connection fails that the server does not take. Silence may be that of this API's own network. */
const NO_TCP: readonly Reason[] = ["unreachable", "reset"];

/** A server that answers over UDP and takes no TCP connection, and servers that do not speak EDNS. */
export function transportFindings(observed: DnsObservation): Finding[] {
  const own = observed.types
    .filter(({ source }) => source === "authoritative")
    .flatMap(({ replies }) => replies);
  const replies = own.flatMap(({ server, outcome }) =>
    outcome.kind === "present" ? [{ server, edns: outcome.value.edns }] : [],
  );
  const byServer = Map.groupBy(replies, ({ server }) => `${server.name} (${server.address})`);
  const plain = [...byServer].filter(([, some]) => some.every(({ edns }) => edns === null));
  const { server, reason } = observed.tcp ?? {};
  const where = server === undefined ? "" : `${server.name} (${server.address})`;
  // A server that answers nothing does not get the finding of no TCP.
  const deaf = reason != null && NO_TCP.includes(reason) && byServer.has(where) ? [where] : [];
  return [
    ...listed("dns.server_no_tcp", deaf),
    ...listed(
      "dns.server_no_edns",
      plain.map(([server]) => server),
    ),
  ];
}

/** One finding for all servers that it is true of. */
function listed(code: keyof typeof FINDINGS, servers: readonly string[]): Finding[] {
  if (servers.length === 0) return [];
  const more = servers.length > LISTED_MAX ? ` and ${servers.length - LISTED_MAX} more` : "";
  return [findingOf(code, `${servers.slice(0, LISTED_MAX).join(", ")}${more}`)];
}
