import type { DnsReply } from "../protocol/dns/message.ts";
import type { DnsRecord } from "../protocol/dns/record.ts";
import { fromHex } from "../protocol/dnssec/bytes.ts";
import { hashName } from "../protocol/dnssec/denial/nsec3-hash.ts";
import { labelsOf } from "../protocol/dnssec/names.ts";
import { createWork } from "../protocol/dnssec/work.ts";
import { answerName } from "../protocol/names.ts";
import { hasSoaOf, isDenied } from "../protocol/rrset.ts";
import type { DomainObservation, ServerObservation, ServerReply } from "./observations.ts";
import { isResolver } from "./trust-chain.ts";

/** What one server of a parent zone says about the delegation of a zone. */
export type ParentView = {
  readonly server: ServerObservation;
  /**
   * `delegated`: it delegates the zone. `denied`: it answers NXDOMAIN. `own_data`: it has the name in its own zone.
   * `child`: it answers the query for DS from the zone itself (against RFC 4035 3.1.4.1).
   */
  readonly says: "delegated" | "denied" | "own_data" | "child";
  /** The name servers that its referral names; null if it gave none. */
  readonly nameServers: readonly string[] | null;
};

/** Budget for the NSEC3 hashes of one answer: enough for the 150 iterations that resolvers accept (RFC 9276 3.2). */
const HASH_BLOCKS = 1000;

/**
 * Returns what a parent's answer to the query for the DS of a zone says about the delegation; null if it leaves this
 * open, as a denial without the zone's NSEC or NSEC3 record does.
 */
export function readDsReply(reply: DnsReply, zone: string): ParentView["says"] | null {
  const { answers, authorities } = reply;
  if (hasSoaOf(reply, zone)) return "child";
  if (isDenied(reply, zone)) return "denied";
  if (answers.some(({ type }) => type === "DS")) return "delegated";
  const work = createWork({ hashBlocks: HASH_BLOCKS });
  const nsec3 = authorities.filter((record): record is DnsRecord<"NSEC3"> => record.type === "NSEC3");
  const own =
    authorities.find(
      (record): record is DnsRecord<"NSEC"> => record.type === "NSEC" && answerName(record.name) === zone,
    ) ??
    nsec3.find(({ name, data }) => {
      const hash = hashName(labelsOf(zone), { ...data, salt: fromHex(data.salt) }, work);
      return answerName(name).split(".")[0] === hash?.toLowerCase();
    });
  if (own !== undefined) return own.data.types.includes("NS") ? "delegated" : "own_data";
  // With opt-out, an unsigned delegation has no NSEC3 record (RFC 5155 6).
  return nsec3.some(({ data }) => data.flags === OPT_OUT) ? "delegated" : null;
}

/** The flag of an NSEC3 record whose span may have unsigned delegations (RFC 5155 3.1.2.1). */
const OPT_OUT = 1;

/** Returns what a parent's answer to the query for the NS records of a zone says; null if it says nothing. */
function readNsReply(reply: DnsReply, zone: string): Omit<ParentView, "server"> | null {
  const { flags, answers, authorities } = reply;
  const isNs = (record: DnsRecord): record is DnsRecord<"NS"> =>
    record.type === "NS" && answerName(record.name) === zone;
  // A server that also holds the zone answers for it, which does not show the delegation.
  if (answers.some(isNs) || hasSoaOf(reply, zone)) return null;
  const referral = authorities.filter(isNs).map(({ data }) => answerName(data.target));
  // Some servers set AA in a referral, against RFC 1034 4.3.2; a denial has an SOA record (RFC 2308 2).
  if (referral.length > 0 && !authorities.some(({ type }) => type === "SOA"))
    return { says: "delegated", nameServers: [...new Set(referral)].sort() };
  if (!flags.includes("aa")) return null;
  return { says: isDenied(reply, zone) ? "denied" : "own_data", nameServers: null };
}

/**
 * Returns what the servers of the parent say about the delegation of the zone, as far as they were queried: one answer
 * for each address.
 */
export function parentViews({ delegation, chain, parentNs }: DomainObservation): readonly ParentView[] {
  if (delegation === null) return [];
  const { apex, server } = delegation;
  const names = delegation.nameServers.map(({ name }) => name).sort();
  const views = new Map<string, ParentView>();
  const add = (view: ParentView) => views.set(view.server.address, view);
  for (const { server: from, outcome } of chain?.links.find(({ zone }) => zone === apex)?.ds ?? []) {
    const says = outcome.kind === "present" && !isResolver(from) ? readDsReply(outcome.value, apex) : null;
    if (says !== null) add({ server: from, says, nameServers: null });
  }
  for (const { server: from, outcome } of parentNs) {
    const view = outcome.kind === "present" ? readNsReply(outcome.value, apex) : null;
    if (view !== null) add({ server: from, ...view });
  }
  const own = server === null ? undefined : views.get(server.address);
  if (server !== null && delegation.referral && own?.says !== "child")
    add({ server, says: "delegated", nameServers: names });
  return [...views.values()];
}

/**
 * Returns what the servers of the zone that was reached say about a name below it, if some of them refer to servers of
 * a zone below, and others answer themselves; otherwise an empty list.
 */
export function splitViews({ types, zone }: DomainObservation): readonly ParentView[] {
  const apex = zone?.kind === "present" ? zone.value.apex : "";
  const views = new Map<string, ParentView>();
  for (const { source, type, replies } of types) {
    // A server that refers to a zone below answers for its DS itself (RFC 4035 3.1.4.1).
    if (source !== "authoritative" || type === "DS") continue;
    for (const reply of replies) {
      const says = readOwnReply(reply, apex);
      const before = views.get(reply.server.address);
      // A server that refers for one type and answers for another counts as one that answers.
      if (says !== null && (before === undefined || before.says !== "own_data"))
        views.set(reply.server.address, { server: reply.server, says, nameServers: null });
    }
  }
  const all = [...views.values()];
  const refers = all.some(({ says }) => says === "delegated");
  return refers && all.some(({ says }) => says !== "delegated") ? all : [];
}

function readOwnReply({ outcome }: ServerReply, apex: string): ParentView["says"] | null {
  if (outcome.kind === "unknown") return outcome.reason === "referred" ? "delegated" : null;
  if (outcome.kind === "absent") return null;
  if (outcome.value.rcode === "NXDOMAIN") return "denied";
  return outcome.value.answers.length > 0 || hasSoaOf(outcome.value, apex) ? "own_data" : null;
}
