import type { ResolverFault } from "@dnstools/core/net-event";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { Cidr } from "@dnstools/core/protocol/ip";
import { NAT64_NAME, nat64Prefixes } from "@dnstools/core/protocol/nat64";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { DnsClient } from "../dns/client.ts";
import type { AskOptions, DnsServer } from "../dns/server.ts";
import { hasOwnSoa } from "./doubtful-reply.ts";

/** The result of checking a resolver. */
export type ResolverCheck = {
  /** The fault that the check found; null if the resolver passed. */
  readonly fault: ResolverFault | null;
  /** The exchange that proves the fault. */
  readonly evidence: Omit<Evidence, "id"> | null;
  /** True if the resolver marks an answer as validated (AD, RFC 4035 3.2.3) whose zone is signed. */
  readonly validates: boolean;
  /** True if the resolver returns signatures (RRSIG) to a query that requests them (DO, RFC 4035 3.2.1). */
  readonly signatures: boolean;
  /** The NAT64 prefixes with which the resolver makes AAAA records (DNS64, RFC 6147); usually none. */
  readonly nat64: readonly Cidr[];
};

/** The result of a check that the resolver passed. */
export const GOOD: ResolverCheck = {
  fault: null,
  evidence: null,
  validates: true,
  signatures: true,
  nat64: [],
};

/**
 * A signed zone that always exists. Its name has two labels because some resolvers treat a single label as a name of
 * the local network (systemd-resolved with LLMNR, the resolver of containers in Podman, dnsmasq's domain-needed).
 */
export const KNOWN_ZONE = { name: "in-addr.arpa", type: "NS" } as const satisfies Question;
/** A name that always exists, in an unsigned zone. */
const KNOWN_HOST = { name: "a.root-servers.net", type: "A" } as const satisfies Question;

/**
 * Milliseconds for an answer beyond which a resolver is slow: the timeout of ordinary queries, so that only a patient
 * check finds it out. A resolver that limits our rate is late too, but not as late.
 */
const SLOW_MS = 2000;

/** Number of letters in each label of a random name. */
const MADE_UP_LETTERS = 12;

function madeUpLabel(): string {
  const letters = crypto.getRandomValues(new Uint8Array(MADE_UP_LETTERS));
  return String.fromCharCode(...letters.map((byte) => "a".charCodeAt(0) + (byte % 26)));
}

/**
 * A finished check. `check` is null if no fault was found but some queries were not answered. `heard` is true if any
 * query was answered.
 */
export type Checked = {
  readonly check: ResolverCheck | null;
  readonly heard: boolean;
  /** True if an answer that is not in a cache took longer than the timeout of ordinary queries. */
  readonly isSlow: boolean;
};

/**
 * Checks a resolver with questions whose answers are known: two names exist, and a random name does not.
 * @param patient true to wait for the answers of a slow resolver.
 */
export async function checkResolver(
  resolver: DnsServer,
  ask: DnsClient["ask"],
  patient: boolean,
): Promise<Checked> {
  // Each check has a signal of its own, because the signal identifies the caller.
  const { signal } = new AbortController();
  const madeUp = { name: `${madeUpLabel()}.${madeUpLabel()}`, type: "A" } as const;
  const questions: readonly (readonly [Question, AskOptions, (reply: DnsReply) => ResolverFault | null])[] = [
    [KNOWN_ZONE, { dnssec: true }, denialOfKnown],
    [KNOWN_HOST, {}, denialOfKnown],
    [madeUp, {}, (reply) => faultInDenial(reply, madeUp.name)],
  ];
  const [{ outcome: synthesized }, ...checks] = await Promise.all([
    ask(resolver, { name: NAT64_NAME, type: "AAAA" }, signal, { patient }),
    ...questions.map(async ([question, options, faultOf]) => {
      const { outcome, evidence } = await ask(resolver, question, signal, { ...options, patient });
      if (outcome.kind !== "present") return null;
      const { flags, answers } = outcome.value;
      const signatures = answers.some(({ type }) => type === "RRSIG");
      return {
        fault: faultOf(outcome.value),
        evidence,
        validates: flags.includes("ad"),
        signatures,
        nat64: [],
      };
    }),
  ]);
  const replies = checks.filter((check) => check !== null);
  const nat64 = synthesized.kind === "present" ? nat64Prefixes(synthesized.value) : [];
  const [ofZone, , ofMadeUp] = checks;
  const { validates = false, signatures = false } = ofZone ?? {};
  const good = replies.length === questions.length ? { ...GOOD, validates, signatures, nat64 } : null;
  // The other names are in the resolver's cache after the first check.
  const isSlow = (ofMadeUp?.evidence.elapsedMs ?? 0) > SLOW_MS;
  return { check: replies.find(({ fault }) => fault !== null) ?? good, heard: replies.length > 0, isSlow };
}

function denialOfKnown({ answers }: DnsReply): ResolverFault | null {
  return answers.length === 0 ? "denies_known" : null;
}

function faultInDenial(reply: DnsReply, name: string): ResolverFault | null {
  if (reply.answers.length > 0) return "invents_answers";
  return hasOwnSoa(reply, name) ? null : "denies_without_soa";
}
