import { REGISTRATION, stateOf } from "../plan/registrations.ts";
import { ds, perServer, registrar } from "./whois-facts.ts";
import { statusLines } from "./whois-gtld.ts";

const TAIL = `>>> Last update of whois database: ${REGISTRATION.updated} <<<

For more information on Whois status codes, please visit https://icann.org/epp

NOTICE: The expiration date displayed in this record is the date the
registrar's sponsorship of the domain name registration in the registry is
currently set to expire. This date does not necessarily reflect the expiration
date of the domain name registrant's agreement with the sponsoring
registrar.  Users may consult the sponsoring registrar's Whois database to
view the registrar's reported date of expiration for this registration.

TERMS OF USE: You are not authorized to access or query our Whois
database through the use of electronic processes that are high-volume and
automated except as reasonably necessary to register domain names or
modify existing registrations.

The Registry database contains ONLY .COM, .NET, .EDU domains and
Registrars.
`;

/** The answer to a query for a plain name that also matches names of hosts. */
const SEVERAL = (name: string) => `${name}.WILL.BE.FOUND.AT.OTHER.NET
${name}

To single out one record, look it up with "xxx", where xxx is one of the
records displayed above. If the records are the same, look them up
with "=xxx" to receive a full display for each record.

${TAIL}`;

/**
 * Returns the answer of VeriSign's thin registry; the registrar's server has more data. A plain name also matches
 * longer names and hosts that contain it, while `domain NAME` and `=NAME` match only the domain.
 */
export function verisign(question: string): string {
  const exact = /^(?:domain\s+|=)(\S+)$/i.exec(question)?.[1];
  const name = (exact ?? question).toUpperCase();
  const state = stateOf(name.toLowerCase().split(".")[0] ?? "");
  if (state === "limited") return "WHOIS LIMIT EXCEEDED. Your query quota is used up, try again later.\n";
  if (state !== "registered" && state !== "dropped") return `No match for "${name}".\n${TAIL}`;
  if (exact === undefined) return SEVERAL(name);
  const dropped = state === "dropped";
  return `   Domain Name: ${name}
   Registry Domain ID: 2336799_DOMAIN_COM-VRSN
   Registrar WHOIS Server: ${registrar.whois}
   Registrar URL: ${registrar.url}
   Updated Date: ${REGISTRATION.changed}
   Creation Date: ${REGISTRATION.registered}
   Registry Expiry Date: ${REGISTRATION.expires}
   Registrar: ${registrar.name}
   Registrar IANA ID: ${registrar.ianaId}
   Registrar Abuse Contact Email: ${registrar.abuse.email}
   Registrar Abuse Contact Phone: ${registrar.abuse.phone}
${statusLines(dropped, "   ")}${dropped ? "" : perServer((server) => `   Name Server: ${server.toUpperCase()}\n`)}   DNSSEC: signedDelegation
   DNSSEC DS Data: ${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest}
   URL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/
${TAIL}`;
}
