import { minuteOf } from "@dnstools/core/protocol/calendar";
import { list, outside, say } from "@dnstools/core/report/blocks";
import type { Branch, Status, Text } from "@dnstools/core/report/report";
import type { DnsData } from "../data.ts";
import { DS_WORDS, FAILURE_WORDS, spaced, TRUST_WORDS } from "../words.ts";

type Dnssec = NonNullable<DnsData["dnssec"]>;
/** One zone in the chain of trust. */
export type Link = Dnssec["chain"][number];
type Failure = Dnssec["failures"][number];

/** Report status of each DNSSEC verdict. */
export const TRUST_STATUS: Readonly<Record<string, Status>> = {
  secure: "pass",
  insecure: "none",
  bogus: "fail",
  unknown: "unknown",
};

/** Report status of failures that do not make an answer bogus. */
const MILD: Readonly<Record<string, Status>> = {
  opt_out: "none",
  iterations: "none",
  unsupported: "unknown",
  not_checked: "unknown",
};

/** Describes the DNSSEC verdict on a zone, with the reason or the key. */
export function trustText({ status, reason, key }: Link): Text {
  if (reason !== null) return say`${status}, ${[TRUST_WORDS[reason]]}`;
  return key === null ? outside(status) : say`${status} by ${keyText(key)}`;
}

/** Returns the name of a zone for the report; the root has no name of its own. */
export function zoneName(zone: string): Text {
  return zone === "" ? ["the root"] : outside(zone);
}

function keyText({ keyTag, algorithm, bits }: NonNullable<Link["key"]>): Text {
  return bits === null
    ? say`key ${keyTag} (algorithm ${algorithm})`
    : say`key ${keyTag} (algorithm ${algorithm}, ${bits} bits)`;
}

/** Returns a branch for each DS of a zone that does not match a key of the zone. */
export function dsBranches({ ds, status }: Link): readonly Branch[] {
  return ds
    .filter(({ state }) => state !== "secure")
    .map(({ keyTag, algorithm, digestType, state }) => ({
      text: say`DS of key ${keyTag} (algorithm ${algorithm}, digest ${digestType}): ${[DS_WORDS[state]]}`,
      status: status === "bogus" ? "fail" : "none",
      children: [],
    }));
}

/** Returns the branch for records, or a denial, that fail validation in a secure zone. */
export function failureBranch(failure: Failure, zone: string | null): Branch {
  const { name, types, state, gap, servers, everywhere } = failure;
  const whose = name === zone ? [] : say`${name} `;
  const lacks = gap === null ? [] : say` (${spaced(gap)})`;
  const at = everywhere ? [] : say` at ${list([...new Set(servers.map((server) => server.name))], 3)}`;
  return {
    text: say`${whose}${list(types, 8)} ${[FAILURE_WORDS[state]]}${lacks}${signatureText(failure)}${at}`,
    status: MILD[state] ?? "fail",
    children: [],
  };
}

function signatureText({ state, keyTag, inception, expiration }: Failure): Text {
  if (keyTag === null) return [];
  if (state === "expired" && expiration !== null) return say` (key ${keyTag}, ended ${minuteOf(expiration)})`;
  if (state === "not_yet_valid" && inception !== null)
    return say` (key ${keyTag}, begins ${minuteOf(inception)})`;
  return say` (key ${keyTag})`;
}
