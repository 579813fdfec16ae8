import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, type DomainName, isWithin, parentOf } from "@dnstools/core/protocol/names";
import type { DelegatedServer, Delegation, NameServer, Zone } from "@dnstools/core/protocol/zone";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { askWithFailover } from "../resolver/failover.ts";
import type { NetSession } from "../session.ts";
import { findAddresses, findZone, serversOf } from "./zone.ts";

/** The closest zone that was reached from above, and what its parent says of it. */
export type Descent = {
  /** With the servers its parent names. */
  readonly zone: Zone;
  /** The parent's own servers, to ask for the DS. */
  readonly parent: Zone | null;
  /** Null for names that a top-level domain has itself, where nothing was delegated on the way. */
  readonly delegation: Delegation | null;
  /** The apexes of the zones above it that were passed, from the top-level domain down. */
  readonly passed: readonly DomainName[];
  /** Whether one of the zone's servers said on the way that the name does not exist. */
  readonly denied: boolean;
};

/** Zones passed on the way down; names in ip6.arpa have a handful. */
const HOPS_MAX = 10;
/**
 * Servers of a zone that are looked for, and addresses of each: whoever runs a zone chooses how many there are, and each
 * would cost our resolver questions.
 */
const NAMES_MAX = 13;
const GLUE_MAX = 8;
/** Servers of each zone that are asked on the way. */
const SERVERS_MAX = 4;

/**
 * Walks down to a name from its top-level domain by asking each zone's own servers, as a resolver does (RFC 1034 5.3.3):
 * it reaches the name's zone, and what its parent says of it, even where none of the zone's servers answers. The
 * top-level domain's servers, or for one of these the root's, come from our resolver.
 */
export async function descend(session: NetSession, name: DomainName): Promise<Outcome<Descent>> {
  // A top-level domain itself is delegated by the root.
  const top = (name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "") as DomainName;
  const start = await findTop(session, top);
  if (start.kind !== "present") return start;
  let zone = start.value;
  let parent: Zone | null = null;
  let delegation: Delegation | null = null;
  const passed: DomainName[] = [];
  const reached = (denied: boolean) => present({ zone, parent, delegation, passed, denied });
  let target = name;
  for (let hop = 0; hop < HOPS_MAX && zone.apex !== name; hop++) {
    const asked = serversOf(zone).slice(0, SERVERS_MAX);
    if (asked.length === 0) session.topLevels.forget(zone.apex);
    if (asked.length === 0) return delegation === null ? unknown("no_servers") : reached(false);
    const here = zone;
    const question = { name: target, type: "NS" } as const;
    const { server, outcome } = await askWithFailover(
      asked,
      async (one) => useful(await session.ask(one, question), here, name),
      session.waits.nextServerMs,
    );
    if (outcome.kind !== "present" || server === null) {
      session.topLevels.forget(zone.apex);
      // Reached by its parent's word, though its servers say nothing.
      return delegation === null
        ? unknown(outcome.kind === "unknown" ? outcome.reason : "no_servers")
        : reached(false);
    }
    const reply: DnsReply = outcome.value;
    const cut = cutOf(reply, zone, name);
    const above = cut === null ? aboveAlias(reply, target, zone) : null;
    if (above !== null) {
      target = above;
      continue;
    }
    // Whether the name exists is for the questions about its types to say.
    if (cut === null) return reached(target === name && reply.rcode === "NXDOMAIN");
    const records = [...reply.answers, ...reply.authorities].filter(
      (record): record is DnsRecord<"NS"> => record.type === "NS" && answerName(record.name) === cut,
    );
    // A server that holds both zones says with the lower one's SOA alone that the name lies there (RFC 2308 3).
    if (records.length === 0) {
      target = cut;
      continue;
    }
    target = name;
    const nameServers = delegated(records, reply, cut);
    delegation = {
      apex: cut,
      parent: zone.apex,
      referral: !reply.flags.includes("aa"),
      server: { name: server.name, address: server.address },
      nameServers,
      ttl: Math.min(...records.map((record) => record.ttl)),
    };
    parent = zone;
    passed.push(zone.apex);
    zone = {
      apex: cut,
      nameServers: await withAddresses(session, nameServers.slice(0, NAMES_MAX)),
      denied: false,
    };
  }
  return reached(false);
}

async function findTop(session: NetSession, top: DomainName): Promise<Outcome<Zone>> {
  const known = session.topLevels.get(top);
  if (known !== null) return present(known);
  const found = await findZone(session, top, SERVERS_MAX);
  if (found.kind === "present" && found.value.apex === top) session.topLevels.keep(found.value);
  return found;
}

/** An answer with authority, or a referral to a zone below (RFC 1034 4.3.2); anything else helps nobody. */
function useful(outcome: Outcome<DnsReply>, zone: Zone, name: DomainName): Outcome<DnsReply> {
  if (outcome.kind !== "present" || outcome.value.flags.includes("aa")) return outcome;
  return cutOf(outcome.value, zone, name) === null ? unknown("not_authoritative") : outcome;
}

/**
 * The zone below, at or above the name, whose NS or SOA records a reply has; null when the name lies in the zone
 * itself. A server that holds parent and child answers for the child: that counts as much as a referral.
 */
function cutOf(reply: DnsReply, zone: Zone, name: DomainName): DomainName | null {
  const owners = [...reply.answers, ...reply.authorities]
    .filter(({ type }) => type === "NS" || type === "SOA")
    .map((record) => answerName(record.name))
    .filter((owner) => owner !== zone.apex && isWithin(owner, zone.apex) && isWithin(name, owner));
  return owners.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * The name above an alias, where that lies below the zone's apex: a server that holds zones below, too, answers with the alias
 * alone, which does not show in what zone it is. Null for what is no alias, and right below the apex.
 */
function aboveAlias({ answers }: DnsReply, target: DomainName, { apex }: Zone): DomainName | null {
  const alias = answers.some(({ type, name }) => type === "CNAME" && answerName(name) === target);
  const above = parentOf(target);
  return alias && above !== null && above !== apex && isWithin(above, apex) ? above : null;
}

/** The servers that NS records name, with the addresses in the reply that lie in the zone's or its parent's reach. */
function delegated(
  records: readonly DnsRecord<"NS">[],
  reply: DnsReply,
  apex: DomainName,
): DelegatedServer[] {
  const names = [...new Set(records.map((record) => answerName(record.data.target)))].sort();
  return names.map((name) => ({
    name,
    glue: reply.additionals
      .filter((record) => answerName(record.name) === name && (record.type === "A" || record.type === "AAAA"))
      .filter(() => isWithin(name, parentOf(apex) ?? ""))
      .map((record) => record.value)
      .slice(0, GLUE_MAX),
  }));
}

/** Addresses from the glue, or else from our resolver; also from there where the glue is good for IPv6 alone. */
export function withAddresses(
  session: NetSession,
  servers: readonly DelegatedServer[],
): Promise<NameServer[]> {
  return Promise.all(
    servers.map(async ({ name, glue }) => {
      if (glue.some((address) => !address.includes(":")))
        return { name, addresses: [...glue], alias: null, reason: null };
      const found = await findAddresses(session, name);
      return { ...found, addresses: [...new Set([...glue, ...found.addresses])] };
    }),
  );
}
