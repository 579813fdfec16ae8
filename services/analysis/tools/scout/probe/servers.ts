import { existsBy } from "@dnstools/core/domain/types";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, type DomainName } from "@dnstools/core/protocol/names";
import { isDenied } from "@dnstools/core/protocol/rrset";
import type { Zone } from "@dnstools/core/protocol/zone";
import { type Outcome, present } from "@dnstools/core/tool/outcome";
import type { DnsServer, NetSession } from "@dnstools/net";
import { serversOf } from "@dnstools/net/lookup/zone";
import { FOREIGN_NAME, type ServerAnswer, type ServerObservation } from "../observations.ts";

/** Maximum number of server addresses that are queried: the IPv4 and IPv6 addresses of 13 servers. */
const SERVERS_MAX = 26;

/**
 * Queries in flight to one address of a zone's server: a promise of the first reply over UDP, and a promise of the
 * results of all queries.
 */
export type ServerQuery = {
  readonly server: DnsServer;
  readonly first: Promise<Outcome<DnsReply>>;
  readonly observed: Promise<ServerObservation>;
};

/**
 * Queries every address of a zone's servers for the SOA record.
 * @param wholly true to query over TCP too, and to test for open recursion.
 */
export function askServers(
  session: NetSession,
  zone: Zone,
  name: DomainName,
  wholly: boolean,
): readonly ServerQuery[] {
  return serversOf(zone)
    .slice(0, SERVERS_MAX)
    .map((server) => {
      const question = { name, type: "SOA" };
      const start = performance.now();
      const timed = async (asking: Promise<Outcome<DnsReply>>) => {
        const outcome = await asking;
        return { outcome, ms: Math.round(performance.now() - start) };
      };
      const udp = timed(session.ask(server, question, { dnssec: true }));
      const rest = wholly
        ? Promise.all([
            timed(session.ask(server, question, { dnssec: true, tcp: true })),
            session.ask({ ...server, upstream: "public" }, { name: FOREIGN_NAME, type: "A" }),
          ])
        : Promise.resolve(null);
      const observed = Promise.all([udp, rest]).then(
        ([over, more]): ServerObservation => ({
          name: server.name,
          address: server.address,
          udp: answerOf(over.outcome, zone.apex),
          udpMs: over.ms,
          tcp: more === null ? null : answerOf(more[0].outcome, zone.apex),
          tcpMs: more === null ? 0 : more[0].ms,
          recursion: more === null ? null : recursionOf(more[1]),
        }),
      );
      return { server, first: udp.then(({ outcome }) => outcome), observed };
    });
}

/**
 * Reads a server's reply. Only the zone's own SOA record counts, because the reply may also contain the SOA record of
 * an alias target's zone.
 */
function answerOf(outcome: Outcome<DnsReply>, apex: string): Outcome<ServerAnswer> {
  if (outcome.kind !== "present") return outcome;
  const { rcode, flags, edns, answers, authorities } = outcome.value;
  const records = [...answers, ...authorities];
  const soa = records.find(
    (record): record is DnsRecord<"SOA"> => record.type === "SOA" && answerName(record.name) === apex,
  );
  return present({
    rcode,
    aa: flags.includes("aa"),
    serial: soa?.data.serial ?? null,
    edns: edns !== null,
    nsid: edns?.nsid ?? null,
    signed: records.some(({ type }) => type === "RRSIG"),
  });
}

/**
 * Reads from a reply whether a server is an open resolver. REFUSED is the right reply (RFC 5358), and an authoritative
 * answer needs no recursion.
 */
function recursionOf(outcome: Outcome<DnsReply>): Outcome<boolean> {
  if (outcome.kind === "unknown" && outcome.reason === "refused") return present(false);
  if (outcome.kind !== "present") return outcome;
  const { flags, answers } = outcome.value;
  return present(flags.includes("ra") && !flags.includes("aa") && answers.length > 0);
}

/**
 * Determines from the first servers' answers which servers answer for the name, whether the zone is signed, and
 * whether the name exists. If some servers deny the name and others are silent, our resolver must confirm the denial.
 */
export function readFirst(asked: readonly ServerQuery[], session: NetSession, domain: DomainName) {
  const says = (outcome: Outcome<DnsReply>) =>
    outcome.kind === "present" && outcome.value.flags.includes("aa") ? outcome.value : null;
  const isThere = (outcome: Outcome<DnsReply>) =>
    existsBy(
      { type: "SOA", source: "authoritative", server: null, outcome, outOfZone: null, replies: [] },
      domain,
    );
  const alive = asked.map(
    ({ server, first }) =>
      [server, first.then((outcome) => says(outcome) !== null && isThere(outcome))] as readonly [
        DnsServer,
        Promise<boolean>,
      ],
  );
  const signedBy = asked.map(async ({ first }) => {
    const reply = says(await first);
    if (reply === null) throw new Error("no answer");
    return [...reply.answers, ...reply.authorities].some(({ type }) => type === "RRSIG");
  });
  const there = alive.map(async ([, yes]) => {
    if (!(await yes)) throw new Error("not there");
    return true;
  });
  async function denied(): Promise<boolean | null> {
    const all = await Promise.all(asked.map(({ first }) => first));
    const answered = all.filter((outcome) => says(outcome) !== null).length;
    if (answered === 0) return null;
    if (answered === all.length) return false;
    const { outcome } = await session.resolve({ name: domain, type: "SOA" });
    return outcome.kind === "unknown" ? null : outcome.kind === "present" && !isDenied(outcome.value, domain);
  }
  const exists = Promise.any(there).catch(denied);
  return { alive, signed: Promise.any(signedBy).catch(() => false), exists };
}
