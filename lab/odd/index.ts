import { EGRESS, RESOLVER } from "../plan/hosts.ts";
import { addressesOf, hostsOf, zoneOf } from "../plan/plan.ts";
import type { Part } from "../servers/server.ts";
import { serveOddDns } from "./dns.ts";
import { serveOddHttp } from "./http.ts";
import { serveOddHttps } from "./https.ts";
import { serveOddMail } from "./mail.ts";
import { serveOddTls } from "./tls.ts";

const [made, ...parts] = process.argv.slice(2);

/**
 * The process of the servers that misbehave in ways that no packaged server can. Its arguments are the folder of
 * generated files and the parts of the lab to serve. Each protocol has a file of its own in this folder. DNS comes
 * last, because the lab waits until this process answers DNS queries.
 */
const SERVES: Readonly<Partial<Record<Part, () => void | Promise<void>>>> = {
  web() {
    for (const host of hostsOf("odd-http")) serveOddHttp(host);
    for (const host of hostsOf("odd-https")) serveOddHttps(host, `${made}/tls`);
    for (const host of hostsOf("odd-tls")) serveOddTls(host, `${made}/tls`);
  },
  mail: serveOddMail,
  async dns() {
    const [leaf = ""] = hostsOf("nsd-leaf").flatMap(addressesOf);
    const backend = { "nsd-leaf": leaf, unbound: RESOLVER };
    for (const host of hostsOf("odd")) {
      for (const address of addressesOf(host)) {
        const otherSource = address.includes(":") ? EGRESS.odd.v6 : EGRESS.odd.v4;
        const { deviation, behind } = host;
        const zone = zoneOf(host.name);
        await serveOddDns({ address, deviation, backend: backend[behind], otherSource, zone });
      }
    }
  },
};

for (const [part, serve] of Object.entries(SERVES)) if (parts.includes(part)) await serve();
