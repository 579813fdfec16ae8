import { orAborted } from "@dnstools/concurrency/abortable";
import type { DomainSeen } from "@dnstools/core/domain/seen";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import type { Waits } from "@dnstools/core/waits";
import type { Look } from "@dnstools/net";
import { lookAtDomain, NO_NAMES, reachZone } from "@dnstools/net/lookup/domain";
import { askingOnce, type Count } from "@dnstools/net/lookup/once";
import type { AnalysisIo } from "../../io.ts";
import type { contract } from "./contract.ts";
import { probeTransfers } from "./probe/axfr.ts";
import { probeEmail } from "./probe/email.ts";
import { createHosts } from "./probe/hosts.ts";
import { type Finds, searchNames, searchServices } from "./probe/names.ts";
import { createPointers, type Pointers } from "./probe/ptr.ts";
import { type Asked, askServers, readFirst } from "./probe/servers.ts";
import { createSpread } from "./probe/spread.ts";
import {
  type Effort,
  type EmailSeen,
  type GuessAnswer,
  type NamesSeen,
  type ScoutSeen,
  SECTIONS,
  type Section,
  type TransferSeen,
} from "./seen.ts";
import { SRV_NAMES } from "./srv-names.ts";

/** Milliseconds that each section has, where the tool has that much. */
const BUDGETS: Readonly<Record<Section, keyof Waits>> = {
  records: "scoutRecordsMs",
  email: "scoutEmailMs",
  srv: "scoutSrvMs",
  subdomains: "scoutSubdomainsMs",
  axfr: "scoutAxfrMs",
  ptr: "scoutPtrMs",
};
const NAME_MAX = 253;

type Input = InputOf<typeof contract.params>;

export async function probe(input: Input, io: AnalysisIo, signal: AbortSignal): Promise<ScoutSeen> {
  const { questionsMax } = io.scout;
  const most = questionsMax === 0 ? Number.POSITIVE_INFINITY : questionsMax;
  const end = new AbortController();
  const until = AbortSignal.any([signal, end.signal]);
  const look = io.look(until, most);
  try {
    return await scout(look, input, io.scout, io.guard, until);
  } finally {
    // Whatever a section has left under way.
    end.abort();
  }
}

async function scout(
  every: Look,
  { domain, sections: wanted }: Input,
  { questionsMax, perSecond, words }: AnalysisIo["scout"],
  guard: AnalysisIo["guard"],
  signal: AbortSignal,
): Promise<ScoutSeen> {
  const start = performance.now();
  const wants = (section: Section) => wanted.includes(section);
  const { most } = every.questions();
  const once = askingOnce(every);
  const counts = Object.fromEntries(
    SECTIONS.map((section) => [section, { questions: 0, failed: 0 }]),
  ) as Record<Section, Count>;
  const looks = Object.fromEntries(SECTIONS.map((section) => [section, once(counts[section])])) as Record<
    Section,
    Look
  >;
  // What all sections rest on belongs to the first of them.
  const look = looks[wanted[0] ?? "records"];
  const reached = reachZone(look, domain);
  const { zone, delegation } = await reached;
  const asked =
    zone.kind === "present"
      ? askServers(wants("records") ? looks.records : look, zone.value, domain, wants("records"))
      : [];
  const { alive, signed, exists } = readFirst(asked, look, domain);
  let isSigned = false;
  void signed.then((yes) => {
    isSigned = yes;
  });
  const apex = zone.kind === "present" ? zone.value.apex : domain;
  const spread = createSpread(every, signal, apex, perSecond, alive);
  const endOf = Object.fromEntries(
    SECTIONS.map((section) => [
      section,
      AbortSignal.any([signal, AbortSignal.timeout(every.waits[BUDGETS[section]])]),
    ]),
  ) as Record<Section, AbortSignal>;
  const efforts: Partial<Record<Section, Effort>> = {};

  /** Runs a section within its time; what it has found by then stands. */
  async function run(
    section: Section,
    work: (look: Look, until: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    if (!wants(section)) return;
    const until = endOf[section];
    let mistake: unknown = null;
    const working = work(looks[section], until).catch((error) => {
      mistake = error;
    });
    const done = await orAborted(
      working.then(() => true),
      until,
    );
    if (mistake !== null) throw mistake;
    const ended =
      done === null || until.aborted ? "time" : every.questions().asked >= most ? "questions" : "done";
    efforts[section] = { ...counts[section], elapsedMs: Math.round(performance.now() - start), ended };
  }

  const hosts = createHosts();
  const refused = (address: string): Reason | null => guard.refusal(address)?.reason ?? null;
  const pointers = wants("ptr") ? createPointers(looks.ptr, endOf.ptr, refused) : null;
  /** Where a host is; its addresses get names too. */
  async function noteHost(from: Look, name: string): Promise<void> {
    const { addresses } = await hosts.find(from, name);
    if (addresses.kind === "unknown") pointers?.miss(addresses.reason);
    if (addresses.kind === "present") for (const address of addresses.value) pointers?.add(address, name);
  }

  // What is known before all is asked stands where the time is up.
  let records: DomainSeen = { ...NO_NAMES, delegation, zone, resolverAlive: null, types: [] };
  const email = emptyEmail();
  const finds = { srv: emptyFinds(), subdomains: emptyFinds() };
  const transfers: TransferSeen[] = [];
  const ownAlive = zone.kind === "unknown" ? look.resolverAlive() : Promise.resolve(null);
  /** Whether to look further: below a name that does not exist is nothing, and without our resolvers nothing can be found. */
  const worth = Promise.all([exists, ownAlive]).then(
    ([there, own]) => there !== false && zone.kind !== "absent" && own !== false,
  );

  const lookAtRecords = () =>
    run("records", async (from) => {
      records = await lookAtDomain(from, domain, reached);
      for (const { name, addresses } of records.exchanges ?? [])
        for (const address of addresses) pointers?.add(address, name);
    });
  const lookAtEmail = () =>
    run("email", (from, until) =>
      probeEmail(from, domain, { until, email, onExchange: (name) => noteHost(from, name) }),
    );
  const lookAtTransfers = () =>
    run("axfr", (from, until) => {
      const servers = asked.map(({ server }) => server);
      return probeTransfers(from, apex, servers, { until, seen: transfers });
    });
  /** @param targetsOf hosts that an answer names. */
  const lookFor = (
    section: "srv" | "subdomains",
    search: typeof searchNames,
    targetsOf: (name: string, answer: GuessAnswer) => readonly string[],
  ) =>
    run(section, async (from, until) => {
      const waiting: Promise<void>[] = [];
      const onName = (name: string, answer: GuessAnswer) =>
        void waiting.push(...targetsOf(name, answer).map((target) => noteHost(from, target)));
      const resolve = async (name: string, type: string) =>
        (await from.resolve({ name, type }, { guess: true, bytesMax: 8192 })).outcome;
      const count = counts[section];
      await search(
        { spread, resolve, count, signed: () => isSigned, until, onName },
        wantedNames[section],
        finds[section],
      );
      await Promise.all(waiting);
    });
  const wantedNames = {
    srv: below(Object.keys(SRV_NAMES), domain),
    subdomains: below(words, domain),
  };
  const lookForServices = () => lookFor("srv", searchServices, (_, { values }) => targetsOfSrv(values));
  const lookForNames = () =>
    lookFor("subdomains", searchNames, (name, { values, end, loop }) => {
      if (values.length === 0) return end !== null && !loop ? [end] : [];
      for (const address of values) pointers?.add(address, name);
      return [];
    });

  // What its parent delegates is there, whatever its servers say of it; else the first server's word is waited for.
  const delegated = delegation?.apex === domain;
  const others = [lookAtEmail, lookAtTransfers, lookForNames, lookForServices];
  await Promise.all([
    lookAtRecords(),
    ...others.map(async (begin) => (delegated || (await worth) ? begin() : undefined)),
    worth.then((yes) => (yes ? findAddresses(looks.ptr, domain, asked, pointers, noteHost) : undefined)),
  ]);
  if (await worth) await run("ptr", () => pointers?.done() ?? Promise.resolve());

  const servers = await Promise.all(asked.map(({ seen }) => seen));
  const there = await exists;
  const ptr = pointers?.seen();
  const namesOf = (section: "srv" | "subdomains"): NamesSeen | null =>
    wants(section)
      ? { wanted: wantedNames[section], names: [...finds[section].names], levels: [...finds[section].levels] }
      : null;
  return {
    zone,
    servers,
    signed: there === null ? null : isSigned,
    exists: there,
    // Where the servers are silent, it is our resolver that was asked instead.
    resolverAlive: (await ownAlive) ?? (there === null ? await look.resolverAlive() : null),
    efforts,
    records,
    email: wants("email") ? { ...email } : null,
    names: { srv: namesOf("srv"), subdomains: namesOf("subdomains") },
    hosts: hosts.seen(),
    transfers: wants("axfr") ? [...transfers] : null,
    ptr: ptr?.ptr ?? null,
    ptrLeft: ptr?.left ?? 0,
    ptrReason: ptr?.reason ?? null,
    bounds: { questions: questionsMax, perSecond },
    asked: every.questions().asked,
    evidence: every.evidence,
  };
}

/** The domain's own addresses, those of its mail servers, and those of its name servers. */
async function findAddresses(
  look: Look,
  domain: string,
  asked: readonly Asked[],
  pointers: Pointers | null,
  noteHost: (look: Look, name: string) => Promise<void>,
): Promise<void> {
  if (pointers === null) return;
  for (const { server } of asked) pointers.add(server.address, server.name);
  const { outcome: mx } = await look.resolve({ name: domain, type: "MX" });
  const records = mx.kind === "present" ? walkChain(mx.value.answers, domain, "MX").records : [];
  const exchanges = (records as readonly DnsRecord<"MX">[]).map(({ data }) => answerName(data.exchange));
  if (mx.kind === "unknown") pointers.miss(mx.reason);
  const hosts = [...new Set(exchanges)].filter((name) => name !== "").slice(0, EXCHANGES_MAX);
  await Promise.all([domain, ...hosts].map((name) => noteHost(look, name)));
}

/** Mail servers whose addresses get names. */
const EXCHANGES_MAX = 20;

/** Names below a domain; what is too long for a name cannot be there. */
function below(labels: readonly string[], domain: string): string[] {
  return labels.map((label) => `${label}.${domain}`).filter((name) => name.length <= NAME_MAX);
}

/** Hosts that values of SRV records name; the root is nobody. */
function targetsOfSrv(values: readonly string[]): string[] {
  return values.map((value) => answerName(value.split(" ").at(-1) ?? "")).filter((target) => target !== "");
}

function emptyFinds(): Finds {
  return { names: [], levels: [] };
}

function emptyEmail(): { -readonly [K in keyof EmailSeen]: EmailSeen[K] } {
  const nothing = unknown("budget");
  return {
    mx: nothing,
    txt: nothing,
    dmarc: [],
    random: nothing,
    dkim: [],
    mtaSts: nothing,
    tlsRpt: nothing,
    bimi: nothing,
  };
}
