import type { DomainSeen } from "@dnstools/core/domain/seen";
import { existsBy } from "@dnstools/core/domain/types";
import { type Outcome, unknown } from "@dnstools/core/outcome";
import type { InputOf } from "@dnstools/core/params";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import type { DnsServer, Look } from "@dnstools/net";
import { lookAtDomain, reachZone } from "@dnstools/net/lookup/domain";
import { askingOnce } from "@dnstools/net/lookup/once";
import { orAborted } from "@dnstools/net/or-aborted";
import type { AnalysisIo } from "../../io.ts";
import type { contract } from "./contract.ts";
import { createHosts, type Hosts } from "./hosts.ts";
import { probeTransfers } from "./probe-axfr.ts";
import { probeEmail } from "./probe-email.ts";
import { type Finds, searchNames, searchServices } from "./probe-names.ts";
import { createPointers } from "./probe-ptr.ts";
import { type Asked, askServers } from "./probe-servers.ts";
import type { Effort, EmailSeen, GuessAnswer, NamesSeen, ScoutSeen, Section, TransferSeen } from "./seen.ts";
import { type Count, createSpread } from "./spread.ts";
import { SRV_NAMES } from "./srv-names.ts";

/** Milliseconds that each section has, where the tool has that much. */
const BUDGETS_MS: Readonly<Record<Section, number>> = {
  records: 8000,
  email: 8000,
  srv: 10_000,
  subdomains: 12_000,
  axfr: 12_000,
  ptr: 13_000,
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
    return await scout(look, input, io.scout, until);
  } finally {
    // Whatever a section has left under way.
    end.abort();
  }
}

async function scout(
  every: Look,
  { domain, sections: wanted }: Input,
  { questionsMax, perSecond, words }: AnalysisIo["scout"],
  signal: AbortSignal,
): Promise<ScoutSeen> {
  const look = askingOnce(every);
  const wants = (section: Section) => wanted.includes(section);
  const { most } = look.questions();
  const start = performance.now();
  const reached = reachZone(look, domain);
  const { zone, delegation } = await reached;
  const shared: Count = { questions: 0, failed: 0 };
  const asked = zone.kind === "present" ? askServers(look, zone.value, domain, wants("records"), shared) : [];
  const { alive, signed, exists } = readFirst(asked, domain);
  let isSigned = false;
  void signed.then((yes) => {
    isSigned = yes;
  });
  const apex = zone.kind === "present" ? zone.value.apex : domain;
  const spread = createSpread(every, signal, apex, perSecond, alive);

  const efforts: Partial<Record<Section, Effort>> = {};
  const hosts = createHosts(look);
  const pointerCount: Count = { questions: 0, failed: 0 };
  const pointers = wants("ptr")
    ? createPointers(look, pointerCount, AbortSignal.any([signal, AbortSignal.timeout(BUDGETS_MS.ptr)]))
    : null;

  /** Runs a section within its time; what it has found by then stands. */
  async function run(
    section: Section,
    work: (count: Count, until: AbortSignal) => Promise<unknown>,
    count: Count = { questions: 0, failed: 0 },
  ): Promise<void> {
    if (!wants(section)) return;
    const until = AbortSignal.any([signal, AbortSignal.timeout(BUDGETS_MS[section])]);
    let mistake: unknown = null;
    const working = work(count, until).catch((error) => {
      mistake = error;
    });
    const done = await orAborted(
      working.then(() => true),
      until,
    );
    if (mistake !== null) throw mistake;
    const { asked: all } = look.questions();
    const ended = done === null ? "time" : all >= most ? "questions" : "done";
    efforts[section] = { ...count, elapsedMs: Math.round(performance.now() - start), ended };
  }

  let records: DomainSeen | null = null;
  const email = emptyEmail();
  const finds = { srv: emptyFinds(), subdomains: emptyFinds() };
  const transfers: TransferSeen[] = [];
  const noteHost = (name: string, count: Count) => foundHost(hosts, pointers, name, count);
  const services = Object.keys(SRV_NAMES).map((name) => `${name}.${domain}`);
  const names = words.map((word) => `${word}.${domain}`);
  const askable = (all: readonly string[]) => all.filter((name) => name.length <= NAME_MAX);
  const ownAlive = zone.kind === "unknown" ? look.resolverAlive() : Promise.resolve(null);
  /** Whether to look further: below a name that does not exist is nothing, and without our resolvers nothing can be found. */
  const worth = Promise.all([exists, ownAlive]).then(
    ([there, own]) => there !== false && zone.kind !== "absent" && own !== false,
  );
  // What its parent delegates is there, whatever its servers say of it.
  const delegated = delegation?.apex === domain;
  const sections = [
    () =>
      run("records", async (count) => {
        records = await lookAtDomain(look, domain, reached);
        count.questions += shared.questions + countOf(records);
        count.failed += shared.failed;
        for (const exchange of records.exchanges ?? [])
          for (const address of exchange.addresses) pointers?.add(address, exchange.name);
      }),
    () =>
      run("email", (count, until) =>
        probeEmail(look, domain, { until, count, email, onExchange: (name) => noteHost(name, count) }),
      ),
    () =>
      run("axfr", (count, until) => {
        const servers = asked.map(({ server }) => server);
        return probeTransfers(look, apex, servers, { until, count, seen: transfers });
      }),
    () =>
      run("srv", async (count, until) => {
        const onName = (_: string, { values }: GuessAnswer) =>
          targetsOf(values).map((target) => noteHost(target, count));
        const waiting: Promise<void>[] = [];
        await searchServices(
          {
            spread,
            count,
            signed: () => isSigned,
            until,
            onName: (name, answer) => waiting.push(...onName(name, answer)),
          },
          askable(services),
          finds.srv,
        );
        await Promise.all(waiting);
      }),
    () =>
      run("subdomains", async (count, until) => {
        const waiting: Promise<void>[] = [];
        const onName = (name: string, answer: GuessAnswer) => {
          const target = answer.aliases.at(-1);
          // The zone's servers cannot speak for what lies in other zones, nor always for what lies below.
          const known = answer.values.length > 0 && isWithin(target ?? "", apex);
          if (target !== undefined && !answer.loop && !known) waiting.push(noteHost(target, count));
          else if (answer.delegated) waiting.push(noteHost(name, count));
          else for (const address of answer.values) pointers?.add(address, name);
        };
        await searchNames(
          { spread, count, signed: () => isSigned, until, onName },
          askable(names),
          finds.subdomains,
        );
        await Promise.all(waiting);
      }),
    () => addressesOf(look, domain, asked, pointers, pointerCount),
  ];
  await Promise.all(
    sections.map(async (start, i) => {
      // The records say whether it is there; those behind them wait for the first server's word.
      if (i === 0 || delegated || (await worth)) await start();
    }),
  );
  if (await worth) await run("ptr", () => pointers?.done() ?? Promise.resolve(), pointerCount);
  const there = await exists;

  const servers = await Promise.all(asked.map(({ seen }) => seen));
  const namesOf = ({ names: all, levels }: Finds, wanted: number): NamesSeen => ({
    wanted,
    names: [...all],
    levels: [...levels],
  });
  return {
    zone,
    servers,
    signed: there === null ? null : await signed,
    exists: there,
    // Where the servers are silent, it is our resolver that was asked instead.
    resolverAlive: (await ownAlive) ?? (there === null ? await look.resolverAlive() : null),
    efforts,
    records,
    email: wants("email") ? { ...email } : null,
    names: {
      srv: wants("srv") ? namesOf(finds.srv, services.length) : null,
      subdomains: wants("subdomains") ? namesOf(finds.subdomains, names.length) : null,
    },
    hosts: hosts.seen(),
    transfers: wants("axfr") ? [...transfers] : null,
    ptr: pointers?.seen().ptr ?? null,
    ptrLeft: pointers?.seen().left ?? 0,
    bounds: { questions: questionsMax, perSecond },
    asked: look.questions().asked,
    evidence: look.evidence,
  };
}

/** Which servers answer for the name, whether the zone is signed, and whether the name exists: known as the first ones answer. */
function readFirst(asked: readonly Asked[], domain: string) {
  const says = (outcome: Outcome<DnsReply>) =>
    outcome.kind === "present" && outcome.value.flags.includes("aa") ? outcome.value : null;
  const isThere = (outcome: Outcome<DnsReply>) =>
    existsBy({ type: "SOA", source: "authoritative", server: null, outcome, beyond: null, said: [] }, domain);
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
  const all = Promise.all(asked.map(({ first }) => first));
  const exists = Promise.any(
    alive.map(async ([, yes]) => {
      if (!(await yes)) throw new Error("not there");
      return true;
    }),
  ).catch(async () => ((await all).some((outcome) => says(outcome) !== null) ? false : null));
  return { alive, signed: Promise.any(signedBy).catch(() => false), exists };
}

/** Where a host is, for the section of pointers. */
async function foundHost(
  hosts: Hosts,
  pointers: ReturnType<typeof createPointers> | null,
  name: string,
  count: Count,
): Promise<void> {
  const { addresses } = await hosts.find(name, count);
  if (addresses.kind !== "present") return;
  for (const address of addresses.value) pointers?.add(address, name);
}

/** The domain's own addresses, and those of its servers. */
async function addressesOf(
  look: Look,
  domain: string,
  asked: readonly Asked[],
  pointers: ReturnType<typeof createPointers> | null,
  count: Count,
): Promise<void> {
  if (pointers === null) return;
  for (const { server } of asked) pointers.add(server.address, server.name);
  await Promise.all(
    ["A", "AAAA", "MX"].map(async (type) => {
      count.questions += 1;
      const { outcome } = await look.resolve({ name: domain, type });
      const records = outcome.kind === "present" ? outcome.value.answers : [];
      for (const record of records)
        if (record.type === type && type !== "MX") pointers.add(record.value, domain);
    }),
  );
}

/** Hosts that values of SRV records name; the root is nobody. */
function targetsOf(values: readonly string[]): string[] {
  return values.map((value) => answerName(value.split(" ").at(-1) ?? "")).filter((target) => target !== "");
}

function countOf({ types }: DomainSeen): number {
  return types.reduce((sum, { said }) => sum + Math.max(1, said.length), 0);
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
    tried: 0,
    dkim: [],
    mtaSts: nothing,
    tlsRpt: nothing,
    bimi: nothing,
  };
}
