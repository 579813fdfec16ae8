import { orAborted } from "@dnstools/concurrency/abortable";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, siteOf } from "@dnstools/core/protocol/names";
import { isDenied, walkChain } from "@dnstools/core/protocol/rrset";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { NetSession } from "@dnstools/net";
import { findAddresses } from "@dnstools/net/lookup/zone";
import type { NetworkIo } from "../../io.ts";
import type { Blocklist, Family } from "./blocklist.ts";
import type { contract } from "./contract.ts";
import { decode } from "./judge/codes.ts";
import { BLACKLISTS, INFORMATIONAL } from "./lists.ts";
import type { AskedObservation, DnsblObservation, MxObservation, Subject } from "./observations.ts";
import { addressesIn } from "./probe/test-points.ts";
import { familyOf, type Keys, type ListName, labelsOf, lacksKey, listName } from "./questions.ts";

const LISTS: readonly Blocklist[] = [...BLACKLISTS, ...INFORMATIONAL];
/** Maximum number of characters of a domain name (RFC 1035 2.3.4). */
const NAME_MAX = 253;

type Asker = {
  readonly session: NetSession;
  readonly io: NetworkIo;
  readonly signal: AbortSignal;
  readonly progress: WorkProgress;
};
type ListQuerySubject = { readonly subject: Subject; readonly value: string };

/** Looks up an address, or a domain and the address of its first mail server, in all lists. */
export async function probe(
  input: InputOf<typeof contract.params>,
  io: NetworkIo,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<DnsblObservation> {
  const session = io.session(signal, { progress });
  const asker = { session, io, signal, progress };
  const observed =
    input.domain === null ? await ofIp(asker, input.ip ?? "") : await ofDomain(asker, input.domain);
  const silent = observed.asked.every(({ addresses }) => addresses.kind === "unknown");
  return {
    ...observed,
    resolverAlive: silent && observed.mx?.kind !== "present" ? await session.resolverAlive() : null,
    publicResolvers: io.lists.publicResolvers,
    withoutKey: LISTS.filter((list) => lacksKey(list, io.lists.keys)).map(({ zone }) => zone),
    evidence: session.evidence,
  };
}

type ListObservations = Pick<DnsblObservation, "mx" | "firstMx" | "notPublic" | "asked">;

async function ofIp(asker: Asker, ip: string): Promise<ListObservations> {
  const asked = await askLists(asker, [{ subject: "ip", value: ip }]);
  return { mx: null, firstMx: null, notPublic: false, asked };
}

/**
 * Looks up a domain and its mail server. The lists of domains are queried once the domain is known to exist, while its
 * mail server is resolved.
 */
async function ofDomain(asker: Asker, domain: string): Promise<ListObservations> {
  const { session, io } = asker;
  const { outcome: mx } = await session.resolve(
    { name: domain, type: "MX" },
    { decisive: ["nxdomain", "nodata"] },
  );
  if (mx.kind === "present" && isDenied(mx.value, domain))
    return { mx, firstMx: null, notPublic: false, asked: [] };
  const site = siteOf(domain);
  const names: ListQuerySubject[] = [{ subject: "domain", value: domain }];
  if (site !== domain) names.push({ subject: "registrable", value: site });
  const [ofNames, ofServer] = await Promise.all([
    askLists(asker, names),
    askAboutServer(asker, firstOf(mx, domain), io),
  ]);
  return { mx, ...ofServer, asked: [...ofNames, ...ofServer.asked] };
}

async function askAboutServer(
  asker: Asker,
  first: DnsRecord<"MX"> | null,
  io: NetworkIo,
): Promise<Omit<ListObservations, "mx">> {
  if (first === null) return { firstMx: null, notPublic: false, asked: [] };
  const host = answerName(first.data.exchange);
  const found = await findAddresses(asker.session, host);
  const [address] = found.addresses;
  // If the IPv4 addresses could not be determined, an IPv6 address is not enough: the lists of IPv4 addresses would not
  // be queried.
  const lacksV4 = found.reason !== null && (address === undefined || address.includes(":"));
  const addresses: Outcome<readonly string[]> =
    lacksV4 && found.reason !== null ? unknown(found.reason) : present(found.addresses);
  const firstMx: MxObservation = { host, preference: first.data.preference, addresses };
  const notPublic = address !== undefined && io.guard.refusal(address) !== null;
  const asked =
    address === undefined || lacksV4 || notPublic
      ? []
      : await askLists(asker, [{ subject: "mx_ip", value: address }]);
  return { firstMx, notPublic, asked };
}

/**
 * Returns the MX record with the lowest preference value, or the first by name if several have this value; null for a
 * null MX (RFC 7505 3) or if there is no MX record.
 */
function firstOf(mx: Outcome<DnsReply>, domain: string): DnsRecord<"MX"> | null {
  if (mx.kind !== "present") return null;
  const records = walkChain(mx.value.answers, domain, "MX").records as readonly DnsRecord<"MX">[];
  const [first] = records
    .filter(({ data }) => answerName(data.exchange) !== "")
    .toSorted(
      ({ data: a }, { data: b }) =>
        a.preference - b.preference || (answerName(a.exchange) < answerName(b.exchange) ? -1 : 1),
    );
  return first ?? null;
}

/** Queries all lists that cover the subjects, in parallel. */
async function askLists(asker: Asker, subjects: readonly ListQuerySubject[]): Promise<AskedObservation[]> {
  const questions = questionsOf(subjects, asker.io.lists.keys);
  const asked = await Promise.all(questions.map((question) => askList(asker, question)));
  // If no list answered, our resolver is at fault, so the lists are not blamed.
  const heard = asked.some(({ addresses }) => addresses.kind !== "unknown");
  for (const [i, { addresses, sent }] of asked.entries()) {
    const { list, family } = questions[i] as Question;
    if (heard && sent) asker.io.lists.health.count(list, family, addresses);
  }
  return asked;
}

type Question = ListName & {
  readonly list: Blocklist;
  readonly subject: Subject;
  readonly family: Family;
};

/** Returns the questions about the subjects to all lists that cover them. */
function questionsOf(subjects: readonly ListQuerySubject[], keys: Keys): Question[] {
  // The labels are the same below all lists.
  const sought = subjects.map(({ subject, value }) => {
    return { subject, value, family: familyOf(value), labels: labelsOf(value) };
  });
  const questions: Question[] = [];
  for (const list of LISTS) {
    if (lacksKey(list, keys)) continue;
    for (const { subject, value, family, labels } of sought) {
      if (!list.takes.includes(family) || isForOther(list, family, value, subjects)) continue;
      const { name, shown } = listName(list, labels, keys);
      if (name.length <= NAME_MAX) questions.push({ list, subject, family, name, shown });
    }
  }
  return questions;
}

/**
 * Returns true if a list of registrable domains should not be queried for this name, but only for its registrable
 * domain.
 */
function isForOther(
  list: Blocklist,
  family: Family,
  value: string,
  subjects: readonly ListQuerySubject[],
): boolean {
  return family === "domain" && list.registrable === true && value !== subjects.at(-1)?.value;
}

async function askList(
  { session, io, signal, progress }: Asker,
  { list, subject, family, name, shown }: Question,
): Promise<AskedObservation> {
  const { health: lists, keys } = io.lists;
  const { zone } = list;
  const latest = lists.latest(list, family);
  // An unhealthy list is not queried.
  if (latest !== null && latest.state !== "healthy") {
    progress.finish(zone);
    const addresses = unknown(latest.reason ?? "list_unhealthy");
    return { zone, subject, family, addresses, text: null, health: latest, sent: false };
  }
  const proving = latest === null ? orAborted(lists.prove(list, family), signal) : null;
  const options = name === shown ? {} : { shown };
  const { outcome } = await session.resolve({ name, type: "A" }, options);
  const addresses = outcome.kind === "present" ? present(addressesIn(outcome, name)) : outcome;
  const answers = addresses.kind === "present" ? addresses.value : [];
  const answered = answers.length > 0 && decode(list, answers).status !== "unknown";
  // The TXT record is queried only after a listing; querying it always would double the load on the lists.
  const text = answered
    ? textsIn((await session.resolve({ name, type: "TXT" }, options)).outcome, name, keys)
    : null;
  const health = proving === null ? latest : await proving;
  progress.finish(zone);
  return { zone, subject, family, addresses, text, health, sent: true };
}

/** Returns a list's texts without the operator's keys, since a list may repeat the queried name. */
function textsIn(outcome: Outcome<DnsReply>, name: string, keys: Keys): Outcome<readonly string[]> {
  if (outcome.kind !== "present") return outcome;
  const records = walkChain(outcome.value.answers, name, "TXT").records as readonly DnsRecord<"TXT">[];
  const without = (text: string) =>
    [...keys.values()].reduce((rest, key) => rest.replaceAll(key, "..."), text);
  return present(records.map(({ data }) => without(data.text)));
}
