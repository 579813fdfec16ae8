import type { DomainObservation } from "@dnstools/core/domain/observations";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import { lookAtDomain, NO_NAMES } from "@dnstools/net/lookup/domain";
import type {
  CandidateAnswer,
  NamesObservation,
  ScoutObservation,
  TransferObservation,
} from "../observations.ts";
import { SRV_NAMES } from "../srv-names.ts";
import { probeTransfers } from "./axfr.ts";
import { emptyEmail, probeEmail } from "./email.ts";
import { createHosts } from "./hosts.ts";
import { type Finds, searchNames, searchServices } from "./names.ts";
import { createPointers, type Pointers } from "./ptr.ts";
import type { QueryScheduler } from "./query-scheduler.ts";
import type { SectionSessions, Sections } from "./sections.ts";
import type { Target } from "./target.ts";

/** Maximum number of mail servers whose addresses are looked up. */
const EXCHANGES_MAX = 20;
/** Maximum length in characters of a name that is queried (RFC 1035 2.3.4). */
const NAME_MAX = 253;

/** The parts that a scout call needs. */
export type ScoutParts = {
  readonly target: Target;
  readonly own: SectionSessions;
  readonly sections: Sections;
  readonly scheduler: QueryScheduler;
  readonly wordList: readonly string[];
  /** Returns the reason why an address must not be looked up; null if it may be looked up. */
  readonly refused: (address: string) => Reason | null;
};

/** The observations of all sections. */
export type ScoutFound = Pick<
  ScoutObservation,
  "records" | "email" | "names" | "hosts" | "transfers" | "ptr" | "ptrLeft" | "ptrReason"
>;

/**
 * Runs the sections. Each section stores its results as they arrive, so they are available when the section's time
 * limit is reached.
 */
export class Scout {
  private readonly parts: ScoutParts;
  private readonly pointers: Pointers | null;
  private readonly hosts = createHosts();
  private records: DomainObservation;
  private readonly email = emptyEmail();
  private readonly transfers: TransferObservation[] = [];
  private readonly wanted: Readonly<Record<"srv" | "subdomains", readonly string[]>>;
  private readonly finds: Readonly<Record<"srv" | "subdomains", Finds>> = {
    srv: { names: [], baselines: [] },
    subdomains: { names: [], baselines: [] },
  };

  constructor(parts: ScoutParts) {
    const { target, own, sections, wordList, refused } = parts;
    const { domain, reached } = target;
    this.parts = parts;
    this.pointers = sections.wants("ptr")
      ? createPointers(own.sessions.ptr, sections.ends.ptr, refused)
      : null;
    const { zone, delegation } = reached;
    this.records = { ...NO_NAMES, delegation, zone, resolverAlive: null, types: [] };
    this.wanted = { srv: below(Object.keys(SRV_NAMES), domain), subdomains: below(wordList, domain) };
  }

  /** Runs all requested sections. */
  async run(): Promise<void> {
    const { domain, reached, isWorth } = this.parts.target;
    // A delegated domain exists, whatever its servers answer. For other domains, this code waits until it is known
    // whether the domain exists.
    const isDelegated = reached.delegation?.apex === domain;
    const where = async (work: () => Promise<void>) => {
      if (isDelegated || (await isWorth)) await work();
    };
    await Promise.all([
      this.lookAtRecords(),
      where(() => this.lookAtEmail()),
      where(() => this.lookAtTransfers()),
      where(() => this.lookForNames()),
      where(() => this.lookForServices()),
      isWorth.then((yes) => (yes ? this.findAddresses() : undefined)),
    ]);
    if (await isWorth) await this.parts.sections.run("ptr", () => this.pointers?.done() ?? Promise.resolve());
  }

  /** Returns what the requested sections have observed so far. */
  found(): ScoutFound {
    const { sections } = this.parts;
    const ptr = this.pointers?.observed();
    const names = (section: "srv" | "subdomains"): NamesObservation | null => {
      const { names, baselines } = this.finds[section];
      const wanted = this.wanted[section];
      return sections.wants(section) ? { wanted, names: [...names], baselines: [...baselines] } : null;
    };
    return {
      records: this.records,
      email: sections.wants("email") ? { ...this.email } : null,
      names: { srv: names("srv"), subdomains: names("subdomains") },
      hosts: this.hosts.observed(),
      transfers: sections.wants("axfr") ? [...this.transfers] : null,
      ptr: ptr?.ptr ?? null,
      ptrLeft: ptr?.left ?? 0,
      ptrReason: ptr?.reason ?? null,
    };
  }

  private lookAtRecords(): Promise<void> {
    const { domain, reached } = this.parts.target;
    return this.parts.sections.run("records", async (session) => {
      this.records = await lookAtDomain(session, domain, { reached: Promise.resolve(reached) });
      for (const { name, addresses } of this.records.exchanges ?? [])
        for (const address of addresses) this.pointers?.add(address, name);
      const { zone, childOnlyServers } = this.records;
      const servers = [...(zone?.kind === "present" ? zone.value.nameServers : []), ...childOnlyServers];
      const lost = servers.filter(({ addresses }) => addresses.length === 0);
      await Promise.all(lost.map(({ name }) => this.hosts.find(session, name)));
    });
  }

  private lookAtEmail(): Promise<void> {
    const { email } = this;
    return this.parts.sections.run("email", (session, until) =>
      probeEmail(session, this.parts.target.domain, {
        until,
        email,
        onExchange: (name) => this.noteHost(session, name),
      }),
    );
  }

  private lookAtTransfers(): Promise<void> {
    const { apex, asked } = this.parts.target;
    const servers = asked.map(({ server }) => server);
    return this.parts.sections.run("axfr", (session, until) =>
      probeTransfers(session, apex, servers, { until, observed: this.transfers }),
    );
  }

  private lookForServices(): Promise<void> {
    return this.lookFor("srv", searchServices, (_, { values }) => targetsOfSrv(values));
  }

  private lookForNames(): Promise<void> {
    return this.lookFor("subdomains", searchNames, (name, { values, end, loop }) => {
      if (values.length === 0) return end !== null && !loop ? [end] : [];
      for (const address of values) this.pointers?.add(address, name);
      return [];
    });
  }

  /**
   * Searches for names or services.
   * @param targetsOf returns the hosts in an answer.
   */
  private lookFor(
    section: "srv" | "subdomains",
    search: typeof searchNames,
    targetsOf: (name: string, answer: CandidateAnswer) => readonly string[],
  ): Promise<void> {
    const { scheduler, target, sections } = this.parts;
    return sections.run(section, async (session, until, count) => {
      const waiting: Promise<unknown>[] = [];
      const onName = (name: string, answer: CandidateAnswer) =>
        void waiting.push(
          ...targetsOf(name, answer).map((host) => this.noteHost(session, host)),
          ...answer.nameServers.map((server) => this.hosts.find(session, server)),
        );
      const resolve = async (name: string, type: string) =>
        (await session.resolve({ name, type }, { guess: true, bytesMax: 8192 })).outcome;
      const asked = { scheduler, resolve, count, signed: target.isSigned, until, onName };
      await search(asked, this.wanted[section], this.finds[section]);
      await Promise.all(waiting);
    });
  }

  /** Finds the addresses of the domain itself, of its mail servers and of its name servers. */
  private async findAddresses(): Promise<void> {
    const { pointers } = this;
    const { target, own } = this.parts;
    const session = own.sessions.ptr;
    if (pointers === null) return;
    for (const { server } of target.asked) pointers.add(server.address, server.name);
    const { outcome: mx } = await session.resolve({ name: target.domain, type: "MX" });
    const records = mx.kind === "present" ? walkChain(mx.value.answers, target.domain, "MX").records : [];
    const exchanges = (records as readonly DnsRecord<"MX">[]).map(({ data }) => answerName(data.exchange));
    if (mx.kind === "unknown") pointers.miss(mx.reason);
    const hosts = [...new Set(exchanges)].filter((name) => name !== "").slice(0, EXCHANGES_MAX);
    await Promise.all([target.domain, ...hosts].map((name) => this.noteHost(session, name)));
  }

  /** Looks up the addresses of a host, and the PTR names of these addresses. */
  private async noteHost(session: NetSession, name: string): Promise<void> {
    const { addresses } = await this.hosts.find(session, name);
    if (addresses.kind === "unknown") this.pointers?.miss(addresses.reason);
    if (addresses.kind === "present")
      for (const address of addresses.value) this.pointers?.add(address, name);
  }
}

/** Returns the names with these labels below a domain, except names that are too long. */
function below(labels: readonly string[], domain: string): string[] {
  return labels.map((label) => `${label}.${domain}`).filter((name) => name.length <= NAME_MAX);
}

/** Returns the hosts in the values of SRV records. If the target is the root, there is no host (RFC 2782). */
function targetsOfSrv(values: readonly string[]): string[] {
  return values.map((value) => answerName(value.split(" ").at(-1) ?? "")).filter((target) => target !== "");
}
