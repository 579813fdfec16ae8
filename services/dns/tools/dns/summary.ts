import type { Finding } from "@dnstools/core/tool/finding";
import { type Summary, summarize } from "@dnstools/core/tool/summary";
import type { DnsData } from "./data.ts";
import { unjudgedServer } from "./judge/servers.ts";
import type { DnsObservation } from "./observations.ts";

/** Maximum number of values in the sentence about one type, and maximum number of characters of each value. */
const VALUES_MAX = 3;
const VALUE_CHARS = 60;

/**
 * Summarizes the answer in one sentence: what is wrong with the name; if nothing is wrong, what could not be
 * determined; otherwise what the name has.
 * @param doubt says what else could not be determined (see `doubtIn`); null if there is nothing of this kind
 */
export function summaryOf(
  findings: readonly Finding[],
  data: DnsData,
  domain: string,
  doubt: string | null,
): Summary {
  const { status, text } = summarize(findings, {
    open: openIn(data, domain) ?? doubt,
    good: data.mode === "resolver" ? ofType(data, domain) : ofZone(data, domain),
  });
  return { status, text: text.includes(domain) ? text : `${domain}: ${text}` };
}

/** Describes a check that could not be made although the records are known; null if all were made. */
export function doubtIn(observed: DnsObservation, domain: string): string | null {
  if (observed.isUnvalidated)
    return `Whether the DNSSEC signatures of ${domain} verify could not be determined, because our resolver does not check them (resolver_no_dnssec).`;
  const unjudged = unjudgedServer(observed);
  return (
    unjudged &&
    `Whether ${unjudged.name}, a name server of ${domain}, answers could not be determined (${unjudged.reason}).`
  );
}

/** Describes what could not be determined and might hide a problem; null if there is nothing of this kind. */
function openIn({ types, dnssec, mode }: DnsData, domain: string): string | null {
  const open = Object.entries(types).filter(([, state]) => state.status === "unknown");
  // The DS does not count, because it comes from the parent and may be known although the zone's own records are not.
  const known = Object.entries(types).some(([type, state]) => state.status !== "unknown" && type !== "DS");
  const [first] = open;
  if (first !== undefined) {
    const reason = first[1].reason === null ? "" : ` (${first[1].reason})`;
    return mode === "authoritative" && !known
      ? `The records of ${domain} could not be determined${reason}.`
      : `The ${listed(open.map(([type]) => type))} records of ${domain} could not be determined${reason}.`;
  }
  // Without a DS, validating resolvers do not check the zone, so nothing can fail.
  return dnssec?.status === "unknown" && dnssec.ds !== false
    ? `Whether DNSSEC secures ${domain} could not be determined.`
    : null;
}

/** Describes our resolver's answer for one type. */
function ofType({ records }: DnsData, domain: string): string {
  const [[type, found] = ["", null]] = Object.entries(records);
  const values = (found ?? []).map(({ value }) =>
    value.length > VALUE_CHARS ? `${value.slice(0, VALUE_CHARS)}...` : value,
  );
  if (values.length === 0) return `${domain} exists and has no ${type} record.`;
  const more = values.length > VALUES_MAX ? ` and ${values.length - VALUES_MAX} more` : "";
  const noun = values.length === 1 ? "record" : "records";
  const shown = `${values.slice(0, VALUES_MAX).join(", ")}${more}`;
  // If the last value is a domain name, it already ends with a dot.
  return `${domain} has ${values.length} ${type} ${noun}: ${shown}${shown.endsWith(".") ? "" : "."}`;
}

/** Describes the records that the zone's own servers have, and whether DNSSEC secures the zone. */
function ofZone({ records, nameServers, dnssec }: DnsData, domain: string): string {
  const types = Object.entries(records).flatMap(([type, found]) => ((found ?? []).length > 0 ? [type] : []));
  const has =
    types.length > 0 ? `has ${listed(types)} records` : "exists and has no records of the main types";
  const count = nameServers?.length ?? 0;
  const servers = count === 0 ? "" : ` at ${count} name server${count === 1 ? "" : "s"}`;
  const secured = dnssec?.status === "secure" ? "DNSSEC secures it" : "DNSSEC does not secure it";
  return `${domain} ${has}${servers}; ${secured}.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
