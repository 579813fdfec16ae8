import { EGRESS, RESOLVER } from "../plan/hosts.ts";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import { serveOddDns } from "./dns.ts";

/**
 * The process of the servers that misbehave in ways no package can be made to. It serves DNS; another protocol's
 * servers are started here from their own file beside dns.ts.
 */
const [leaf = ""] = hostsOf("nsd-leaf").flatMap(addressesOf);
const backend = { "nsd-leaf": leaf, unbound: RESOLVER };
for (const host of hostsOf("odd")) {
  for (const address of addressesOf(host)) {
    const otherSource = address.includes(":") ? EGRESS.odd.v6 : EGRESS.odd.v4;
    await serveOddDns({ address, deviation: host.deviation, backend: backend[host.behind], otherSource });
  }
}
