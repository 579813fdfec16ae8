import type { DnsReply } from "../protocol/dns/message.ts";
import type { DnsRecord } from "../protocol/dns/record.ts";
import { answerName } from "../protocol/names.ts";
import { hasSoaOf } from "../protocol/rrset.ts";
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

/**
 * Returns what a parent's answer to the query for the DS of a zone says about the delegation; null if it leaves this
 * open, as a denial without NSEC or NSEC3 records does.
 */
export function readDsReply(reply: DnsReply, zone: string): ParentView["says"] | null {
  const { rcode, answers, authorities } = reply;
  if (hasSoaOf(reply, zone)) return "child";
  if (rcode === "NXDOMAIN") return "denied";
  if (answers.some(({ type }) => type === "DS")) return "delegated";
  const listsNs = ({ value }: DnsRecord) => value.split(" ").includes("NS");
  const nsec = authorities.find(({ type, name }) => type === "NSEC" && answerName(name) === zone);
  if (nsec !== undefined) return listsNs(nsec) ? "delegated" : "own_data";
  const nsec3 = authorities.filter(({ type }) => type === "NSEC3");
  // One NSEC3 record is that of the name; several prove that opt-out leaves it open (RFC 5155 7.2.3, 7.2.4).
  const [only] = nsec3;
  if (only === undefined) return null;
  return nsec3.length > 1 || listsNs(only) ? "delegated" : "own_data";
}

/** Returns what a parent's answer to the query for the NS records of a zone says; null if it says nothing. */
function readNsReply(reply: DnsReply, zone: string): Omit<ParentView, "server"> | null {
  const { rcode, flags, answers, authorities } = reply;
  const isNs = (record: DnsRecord): record is DnsRecord<"NS"> =>
    record.type === "NS" && answerName(record.name) === zone;
  const referral = authorities.filter(isNs).map(({ data }) => answerName(data.target));
  if (!flags.includes("aa"))
    return referral.length === 0 ? null : { says: "delegated", nameServers: [...new Set(referral)].sort() };
  // A server that also holds the zone answers for it, which does not show the delegation.
  if (answers.some(isNs) || hasSoaOf(reply, zone)) return null;
  return { says: rcode === "NXDOMAIN" ? "denied" : "own_data", nameServers: null };
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
