import { hostsOf } from "../plan/plan.ts";
import { serveRdap } from "./rdap.ts";
import { serveWhois } from "./whois.ts";

/**
 * The process of all registries. It serves IANA's bootstrap files, RDAP (RFC 9082, RFC 9083) and WHOIS (RFC 3912) at
 * the addresses of the plan. Its argument is the folder of generated files.
 */
const [made = ""] = process.argv.slice(2);
for (const host of hostsOf("registry")) {
  if (host.serves === "whois") serveWhois(host);
  else await serveRdap(host, `${made}/tls`);
}
