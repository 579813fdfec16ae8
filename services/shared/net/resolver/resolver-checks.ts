import type { OnEvent, ResolverFault } from "@dnstools/core/net-event";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { DnsClient, DnsServer } from "../dns/client.ts";

/** What the check of a resolver came to. */
export type ResolverCheck = {
  /** Null where nothing speaks against the resolver. */
  readonly fault: ResolverFault | null;
  /** The exchange that shows the fault. */
  readonly evidence: Omit<Evidence, "id"> | null;
};

/**
 * Whether our own resolvers are to be believed: captive portals, DNS filters and closed networks have some that deny every name,
 * or give every name one address. Each resolver is checked by itself, and all calls share the check.
 */
export type ResolverChecks = {
  /** Checks every resolver, as at the start of a process. */
  readonly start: () => void;
  /**
   * The last check, where it stands. Where nothing was found against the resolver, an old check and one that was not answered stand
   * for a while longer, as the next is made.
   */
  readonly known: (resolver: DnsServer) => ResolverCheck | null;
  /** A check of the last second, or made now. Null where the resolver did not answer all of it and nothing is held against it. */
  readonly check: (resolver: DnsServer) => Promise<ResolverCheck | null>;
};

/** Milliseconds that a check stands, and that the check of a good resolver stands while the next is made. */
const STANDS_MS = 30_000;
const GOOD_STANDS_MS = 60_000;
/** Milliseconds within which many doubtful answers cause one check. */
const NOW_MS = 1000;
const GOOD: ResolverCheck = { fault: null, evidence: null };
const NEVER = new AbortController().signal;

type State = {
  readonly resolver: DnsServer;
  /** The last check that came to a verdict, and since when it stands, on the clock of performance.now(). */
  last: ResolverCheck | null;
  at: number;
  /** What the last check came to, with a verdict or without, and when it ended. */
  tried: ResolverCheck | null;
  /** Whether it ever gave a usable answer to a check. */
  heard: boolean;
  triedAt: number;
  underWay: Promise<ResolverCheck | null> | null;
  /** The next check of a resolver that is not believed: it recovers without a call. */
  again: Timer | null;
};

export function createResolverChecks(
  resolvers: readonly DnsServer[],
  ask: DnsClient["ask"],
  onEvent: OnEvent,
): ResolverChecks {
  const states = new Map<DnsServer, State>(
    resolvers.map((resolver) => [
      resolver,
      {
        resolver,
        last: null,
        at: 0,
        tried: null,
        heard: false,
        triedAt: Number.NEGATIVE_INFINITY,
        underWay: null,
        again: null,
      },
    ]),
  );
  /** Resolvers whose check at the start is under way. Verdicts are told once all of these have ended: then it is known whether a resolver is usable. */
  const starting = new Set<State>();
  const untold = new Set<State>();

  function stateOf(resolver: DnsServer): State {
    const state = states.get(resolver);
    if (state === undefined) throw new Error("no resolver of this process");
    return state;
  }

  const isYounger = ({ last, at }: State, ms: number) => last !== null && performance.now() - at < ms;

  function begin(state: State): Promise<ResolverCheck | null> {
    state.underWay ??= checkResolver(state.resolver, ask).then((checked) => end(state, checked));
    return state.underWay;
  }

  function end(state: State, { check, heard }: Checked): ResolverCheck | null {
    const isFirst = starting.delete(state);
    state.underWay = null;
    state.heard ||= heard;
    state.triedAt = performance.now();
    // Silence acquits nobody: what was found stands until the resolver answers well.
    state.tried = check ?? (isFaulty(state) ? state.last : null);
    if (state.tried !== null) {
      state.last = state.tried;
      state.at = state.triedAt;
    }
    if (state.again !== null) clearTimeout(state.again);
    state.again = isFaulty(state) ? setTimeout(() => void begin(state), STANDS_MS).unref() : null;
    if (check !== null) untold.add(state);
    if (starting.size === 0) tell(isFirst);
    return state.tried;
  }

  function tell(isStart: boolean): void {
    const all = [...states.values()];
    const usable = all.some(({ last }) => last !== null && last.fault === null);
    for (const { resolver, last } of untold)
      onEvent({ kind: "resolver_checked", resolver: nameOf(resolver), fault: last?.fault ?? null, usable });
    untold.clear();
    if (isStart && all.every(({ heard }) => !heard))
      onEvent({ kind: "resolvers_silent", resolvers: resolvers.map(nameOf) });
  }

  return {
    start() {
      for (const state of states.values()) starting.add(state);
      for (const state of states.values()) void begin(state);
    },
    known(resolver) {
      const state = stateOf(resolver);
      if (isYounger(state, STANDS_MS)) return state.last;
      if (isFaulty(state)) return null;
      const sinceMs = performance.now() - state.triedAt;
      if (!isYounger(state, GOOD_STANDS_MS) && sinceMs >= STANDS_MS) return null;
      if (sinceMs >= NOW_MS) void begin(state);
      return GOOD;
    },
    check(resolver) {
      const state = stateOf(resolver);
      return performance.now() - state.triedAt < NOW_MS ? Promise.resolve(state.tried) : begin(state);
    },
  };
}

function isFaulty({ last }: State): boolean {
  return last !== null && last.fault !== null;
}

function nameOf({ address, port }: DnsServer): string {
  return `${address}#${port}`;
}

/** Letters of each label of a name that is made up. */
const MADE_UP_LETTERS = 12;

function madeUpLabel(): string {
  const letters = crypto.getRandomValues(new Uint8Array(MADE_UP_LETTERS));
  return String.fromCharCode(...letters.map((byte) => "a".charCodeAt(0) + (byte % 26)));
}

/** A check that ended; null where not all of it was answered and nothing is wrong. `heard`: whether any of it was answered. */
type Checked = { readonly check: ResolverCheck | null; readonly heard: boolean };

/**
 * Asks for what is known: the root and com have servers, and a name that was made up does not exist. It has two labels: forwarders
 * (dnsmasq's domain-needed, systemd-resolved) deny names of one label by themselves.
 */
async function checkResolver(resolver: DnsServer, ask: DnsClient["ask"]): Promise<Checked> {
  const madeUp = `${madeUpLabel()}.${madeUpLabel()}`;
  const questions = [
    {
      question: { name: "", type: "NS" },
      faultOf: (reply: DnsReply) => (hasNs(reply) ? null : "denies_root"),
    },
    {
      question: { name: "com", type: "NS" },
      faultOf: (reply: DnsReply) => (hasNs(reply) ? null : "denies_com"),
    },
    { question: { name: madeUp, type: "A" }, faultOf: denialFault },
  ] as const;
  const checks = await Promise.all(
    questions.map(async ({ question, faultOf }) => {
      const { outcome, evidence } = await ask(resolver, question, NEVER);
      return outcome.kind === "present" ? { fault: faultOf(outcome.value), evidence } : null;
    }),
  );
  const replies = checks.filter((check) => check !== null);
  const good = replies.length === questions.length ? GOOD : null;
  return { check: replies.find(({ fault }) => fault !== null) ?? good, heard: replies.length > 0 };
}

function hasNs(reply: DnsReply): boolean {
  return reply.answers.some(({ type }) => type === "NS");
}

function denialFault(reply: DnsReply): ResolverFault | null {
  if (reply.answers.length > 0) return "invents_answers";
  return hasSoa(reply) ? null : "denies_without_soa";
}

function hasSoa(reply: DnsReply): boolean {
  return reply.authorities.some(({ type }) => type === "SOA");
}

/** Whether a reply denies without the SOA record of the zone that denies (RFC 2308 2.1, 2.2). Resolvers that lie do so, others seldom. */
export function isDoubtful(outcome: Outcome<DnsReply>): boolean {
  if (outcome.kind !== "present" || hasSoa(outcome.value)) return false;
  return outcome.value.rcode === "NXDOMAIN" || outcome.value.answers.length === 0;
}

/** Whether a reply names other servers to ask and says nothing of the name itself (RFC 2308 2.2). */
export function isReferral(reply: DnsReply): boolean {
  const { rcode, answers, authorities } = reply;
  if (rcode !== "NOERROR" || answers.length > 0 || hasSoa(reply)) return false;
  return authorities.some(({ type }) => type === "NS");
}

/**
 * Extended errors of a resolver that puts its operator's word in place of the zone's: Forged Answer, Blocked, Censored, Filtered,
 * Prohibited (RFC 8914 4.5, 4.16 to 4.19).
 */
const FILTERS: readonly number[] = [4, 15, 16, 17, 18];

/** Whether a resolver says of its own reply that it is none of the name's zone. */
export function isFiltered({ edns }: DnsReply): boolean {
  return edns?.errors.some(({ code }) => FILTERS.includes(code)) ?? false;
}
